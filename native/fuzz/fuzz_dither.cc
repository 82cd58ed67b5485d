// Fuzzes the dither: any picture, palette and tuning gives indices of inks, the same ones from every variant.
#include "dither/dither.h"
#include "input.h"

using namespace stipple;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  Picture picture;
  picture.width = 1 + input.below(150);
  picture.height = 1 + input.below(24);
  picture.alpha = input.byte() % 2 == 0 ? Alpha::kStraight : Alpha::kPremultiplied;
  const Algorithm algorithm =
      static_cast<Algorithm>(input.byte() % 2 == 0 ? 0 : input.below(kAlgorithmCount));
  Tuning tuning;
  if (input.byte() % 2 == 1) {
    tuning.noise_scale = input.below(301) / 100.0;
    tuning.max_error = input.below(401) / 100.0;
    tuning.strength = input.byte() % 2 == 0 ? 1 : input.below(201) / 100.0;
    tuning.chroma_clamp = input.byte() % 2 == 0 ? 0 : input.below(101) / 100.0;
  }
  const std::vector<Rgb> sent = input.palette(input.byte() % 8 == 0 ? kMaxInks : 12);
  std::vector<Rgb> measured;
  if (input.byte() % 4 == 0) {
    measured = sent;
    for (Rgb& ink : measured) ink = {input.byte(), input.byte(), input.byte()};
  }
  std::vector<uint8_t> tone;
  if (input.byte() % 2 == 0) {
    // Blocks of one tone, down to single pixels.
    const size_t wide = 1 + static_cast<size_t>(input.below(40));
    const size_t high = 1 + static_cast<size_t>(input.below(12));
    const std::vector<uint8_t> blocks = input.fill(picture.pixels());
    const size_t width = static_cast<size_t>(picture.width);
    tone.resize(picture.pixels());
    for (size_t i = 0; i < tone.size(); i++)
      tone[i] = blocks[i / width / high * width + i % width / wide] & 1;
  }
  const std::vector<uint8_t> rgba = input.fill(picture.pixels() * 4);
  picture.rgba = rgba;
  picture.tone = tone;

  std::vector<uint8_t> expected(picture.pixels());
  Ditherer reference(Variant::kReference);
  const Status status = reference.dither(picture, {sent, measured}, algorithm, tuning, expected);
  fuzz::require(status == Status::kOk, "a valid picture is refused");
  for (uint8_t index : expected) fuzz::require(index < sent.size(), "an index has no ink");
  for (Variant variant : {Variant::kPortable, Variant::kAvx2}) {
    if (variant > bestVariant()) continue;
    std::vector<uint8_t> indices(picture.pixels());
    Ditherer(variant).dither(picture, {sent, measured}, algorithm, tuning, indices);
    fuzz::require(indices == expected, "variants differ");
  }
  return 0;
}
