// Fuzzes compression and the PNG encoder: what is written can be read back.
#include "inflate.h"
#include "input.h"
#include "png/deflate.h"
#include "png/mount.h"
#include "png/png.h"

using namespace stipple;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const Effort effort = input.byte() % 8 == 0 ? Effort::kBest : Effort::kNormal;
  {
    const auto count = static_cast<size_t>(input.below(effort == Effort::kBest ? 6000 : 40000));
    const std::vector<uint8_t> bytes = input.byte() % 2 == 0 ? input.patches(count) : input.fill(count);
    Deflater deflater;
    std::vector<uint8_t> stream;
    deflater.append(bytes, effort, stream);
    const auto back = test::inflateZlib(stream);
    fuzz::require(back.has_value() && *back == bytes, "a stream does not hold its data");
  }
  PngOptions options;
  options.width = 1 + input.below(200);
  options.height = 1 + input.below(40);
  options.min_bytes = static_cast<size_t>(input.below(20000));
  options.effort = effort;
  const std::vector<Rgb> inks = input.palette(input.byte() % 4 == 0 ? kMaxInks : 17);
  std::vector<uint8_t> indices =
      input.fill(static_cast<size_t>(options.width) * static_cast<size_t>(options.height));
  if (input.byte() % 16 != 0) {
    for (uint8_t& index : indices) index = static_cast<uint8_t>(index % inks.size());
  }
  if (input.byte() % 2 == 0) options.format = PngFormat{1 << input.below(4), input.byte() % 2 == 0};
  const bool holds = !options.format || formatHolds(*options.format, inks);
  bool valid = true;
  for (uint8_t index : indices) valid = valid && index < inks.size();
  PngEncoder encoder;
  std::vector<uint8_t> file;
  const Status status = encoder.encode(indices, inks, options, file);
  const Status expected = !holds ? Status::kBadPalette : valid ? Status::kOk : Status::kBadIndex;
  fuzz::require(status == expected, "indices or inks are judged wrongly");
  fuzz::require(status != Status::kOk || file.size() >= options.min_bytes, "padding is missing");

  const size_t pixels = static_cast<size_t>(options.width) * static_cast<size_t>(options.height);
  const std::vector<uint8_t> rgb = input.fill(3 * pixels);
  fuzz::require(encoder.encodeTruecolour(rgb, 1 + input.below(8), options, file) == Status::kOk,
                "truecolour pixels are refused");
  Mount mount{options.width, options.height, 3, input.below(5), input.below(9), input.below(9), 0, 0};
  const bool on_side = mount.quarter_turns % 2 == 1;
  mount.frame_width = (on_side ? mount.height : mount.width) + input.below(12);
  mount.frame_height = (on_side ? mount.width : mount.height) + input.below(12);
  const size_t frame_pixels = static_cast<size_t>(mount.frame_width * mount.frame_height);
  std::vector<uint8_t> frame(3 * frame_pixels);
  mountPicture(rgb, mount, frame);
  return 0;
}
