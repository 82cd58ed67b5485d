// The fast variants give the pixels of the reference.
#include <string>

#include "pictures.h"

using namespace stipple;
using namespace stipple::test;

namespace {

void checkVariants(const std::vector<uint8_t>& rgba, int width, int height, const std::vector<Rgb>& inks,
                   const Run& run, const std::string& what) {
  const std::vector<uint8_t> expected = ditherWith(Variant::kReference, rgba, width, height, inks, run);
  for (uint8_t index : expected) {
    if (index >= inks.size()) {
      CHECK_SAY(false, what + ": an index has no ink");
      break;
    }
  }
  for (Variant variant : {Variant::kPortable, Variant::kAvx2}) {
    if (variant > bestVariant()) continue;
    CHECK_SAY(
        ditherWith(variant, rgba, width, height, inks, run) == expected,
        what + ", variant " + std::to_string(static_cast<int>(variant)) + " differs from the reference");
  }
}

const std::vector<std::vector<Rgb>>& palettes() {
  static const std::vector<std::vector<Rgb>> all = {
      evenGreys(4),
      evenGreys(2),
      evenGreys(16),
      evenGreys(6),
      {{255, 255, 255}, {170, 170, 170}, {85, 85, 85}, {0, 0, 0}},
      greyInks({34, 221, 120}),
      greyInks({0, 0, 255, 255, 128}),
      kSixInks,
      {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}},
      {{10, 20, 30}, {10, 20, 30}, {200, 190, 60}},
      {{255, 0, 0}, {0, 0, 255}},
      {{0, 0, 0},
       {255, 255, 255},
       {255, 0, 0},
       {0, 255, 0},
       {0, 0, 255},
       {255, 255, 0},
       {0, 255, 255},
       {255, 0, 255},
       {128, 90, 20}},
  };
  return all;
}

}  // namespace

TEST("all variants agree on every size up to a few blocks, on all kinds of palettes") {
  uint32_t seed = 1;
  for (const auto& inks : palettes()) {
    for (int width : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 63, 64, 65, 66, 127, 129, 200}) {
      const Content content = static_cast<Content>(seed % 4);
      const int height = 1 + static_cast<int>(seed % 9);
      const auto rgba = makePixels(width, height, content, seed++);
      checkVariants(rgba, width, height, inks, {}, std::to_string(width) + "x" + std::to_string(height));
    }
  }
}

TEST("all variants agree on larger pictures of every content and both kinds of alpha") {
  uint32_t seed = 100;
  for (const auto& inks : palettes()) {
    for (Content content : {Content::kNoise, Content::kSmooth, Content::kFlats, Content::kTransparent}) {
      Run run;
      run.alpha = seed % 2 == 0 ? Alpha::kStraight : Alpha::kPremultiplied;
      const auto rgba = makePixels(150, 80, content, seed++);
      checkVariants(rgba, 150, 80, inks, run, "content " + std::to_string(static_cast<int>(content)));
    }
  }
}

TEST("all variants agree whatever the tuning") {
  uint32_t seed = 1000;
  Random random(5);
  for (int round = 0; round < 120; round++) {
    Run run;
    run.algorithm =
        round % 3 == 0 ? static_cast<Algorithm>(random.below(kAlgorithmCount)) : Algorithm::kFloydSteinberg;
    const double scales[] = {0, 0.3, 1, 1.4, 1.6, 3};
    const double caps[] = {0, 0.1, 0.3, 0.5, 1, 4};
    run.tuning.noise_scale = scales[random.below(6)];
    run.tuning.max_error = caps[random.below(6)];
    run.tuning.strength = random.below(3) == 0 ? random.below(21) / 10.0 : 1;
    run.tuning.chroma_clamp = random.below(4) == 0 ? random.below(11) / 10.0 : 0;
    run.tuning.hysteresis = random.below(4) == 0 ? random.below(11) / 10.0 : 0;
    if (random.below(3) == 0) run.tone = makeTone(70, 20, static_cast<Regions>(random.below(6)), seed);
    const auto& inks = palettes()[random.below(static_cast<uint32_t>(palettes().size()))];
    const auto rgba = makePixels(70, 20, static_cast<Content>(random.below(4)), seed++);
    checkVariants(rgba, 70, 20, inks, run, "round " + std::to_string(round));
  }
}

TEST("all variants agree where greys meet colours, on measured inks too") {
  Random random(77);
  for (int round = 0; round < 40; round++) {
    auto rgba = makePixels(90, 24, static_cast<Content>(random.below(3)), 700 + static_cast<uint32_t>(round));
    for (size_t i = 0; i < rgba.size(); i += 4) {
      if (random.below(5) < 2) rgba[i + 1] = rgba[i + 2] = rgba[i];
    }
    Run run;
    if (round % 2 == 0) run.measured = kSixMeasured;
    if (round % 3 == 0) run.tone = makeTone(90, 24, Regions::kNoise, static_cast<uint32_t>(round));
    checkVariants(rgba, 90, 24, kSixInks, run, "round " + std::to_string(round));
  }
}

TEST("all variants agree on any tone mask") {
  uint32_t seed = 5000;
  for (const auto& inks : palettes()) {
    for (Regions regions : {Regions::kStructure, Regions::kContinuous, Regions::kNoise, Regions::kColumns,
                            Regions::kRows, Regions::kFrame}) {
      for (int width : {1, 2, 3, 7, 8, 9, 16, 33, 70, 145}) {
        for (Content content : {Content::kNoise, Content::kFlats, Content::kTransparent}) {
          Run run;
          run.alpha = seed % 2 == 0 ? Alpha::kStraight : Alpha::kPremultiplied;
          run.tuning.noise_scale = seed % 5 == 0 ? 0 : 1;
          const int height = 1 + static_cast<int>(seed % 23);
          run.tone = makeTone(width, height, regions, seed);
          const auto rgba = makePixels(width, height, content, seed++);
          checkVariants(rgba, width, height, inks, run,
                        "regions " + std::to_string(static_cast<int>(regions)) + ", " +
                            std::to_string(width) + "x" + std::to_string(height) + ", seed " +
                            std::to_string(seed));
        }
      }
    }
  }
}

TEST("a ditherer gives equal pictures whatever it did before") {
  Ditherer used;
  const auto rgba = makePixels(90, 30, Content::kNoise, 3);
  for (int round = 0; round < 3; round++) {
    for (const auto& inks : palettes()) {
      Picture picture;
      picture.rgba = rgba;
      picture.width = 90;
      picture.height = 30;
      std::vector<uint8_t> indices(90 * 30);
      CHECK(used.dither(picture, {inks, {}}, Algorithm::kFloydSteinberg, {}, indices) == Status::kOk);
      Run straight;
      straight.alpha = Alpha::kStraight;
      CHECK(indices == ditherWith(bestVariant(), rgba, 90, 30, inks, straight));
    }
  }
}
