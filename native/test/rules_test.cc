// The rules of the dither, one by one.
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "dither/grey_plan.h"
#include "dither/noise_tile.h"
#include "dither/share.h"
#include "pictures.h"

using namespace stipple;
using namespace stipple::test;

TEST("the noise tile holds every rank once and has a mean of 0") {
  std::vector<int> seen(kNoiseRanks, 0);
  long sum = 0;
  for (uint16_t rank : kNoiseTile) {
    seen[rank]++;
    sum += centredRank(rank);
  }
  CHECK_EQUAL(sum, 0);
  for (int count : seen) CHECK_EQUAL(count, 1);
}

struct ShareCheck {
  template <DiffusionKernel kKernel>
  void operator()() const {
    for (int32_t e : {0, 1, -1, 15, 16, -16, 48 * 65536, -42 * 65536, 12345678, -7654321}) {
      std::map<std::pair<int, int>, int64_t> shares;
      shareOut<kKernel, kKernel.divisor>(e, [&](int dx, int dy, int32_t share) {
        shares[{dx, dy}] += share;
      });
      int64_t sum = 0;
      for (int i = 0; i < kKernel.count; i++) {
        const Tap tap = kKernel.taps[i];
        const int64_t share = shares[{tap.dx, tap.dy}];
        sum += share;
        const double exact = static_cast<double>(e) * tap.weight / kKernel.divisor;
        CHECK(std::abs(static_cast<double>(share) - exact) <= kKernel.count);
        CHECK(tap.dy > 0 || (tap.dy == 0 && tap.dx > 0));
      }
      CHECK_EQUAL(shares.size(), static_cast<size_t>(kKernel.count));
      if (kKernel.sum == kKernel.divisor) {
        CHECK_EQUAL(sum, e);
      } else {
        CHECK(std::abs(static_cast<double>(sum) - static_cast<double>(e) * kKernel.sum / kKernel.divisor) <=
              1);
      }
    }
  }
};

TEST("every kernel shares out the whole error, or its own part of it, to the last unit") {
  for (int i = 0; i < kAlgorithmCount; i++) withKernel(static_cast<Algorithm>(i), ShareCheck{});
}

TEST("the mean of a flat grey is right to half a level, for every grey and every complete kernel") {
  for (Algorithm algorithm :
       {Algorithm::kFloydSteinberg, Algorithm::kJarvisJudiceNinke, Algorithm::kSierraLite, Algorithm::kStucki,
        Algorithm::kBurkes, Algorithm::kSierra, Algorithm::kSierraTwoRow}) {
    const int skip = algorithm == Algorithm::kFloydSteinberg ? 1 : 15;
    for (int grey = 0; grey < 256; grey += skip) {
      Run run;
      run.algorithm = algorithm;
      const auto indices = ditherWith(bestVariant(), greyPixels(128, 144, static_cast<uint8_t>(grey)), 128,
                                      144, evenGreys(4), run);
      double sum = 0;
      for (size_t i = 16 * 128; i < indices.size(); i++) sum += indices[i] * 85.0;
      const double error = sum / static_cast<double>(indices.size() - 16 * 128) - grey;
      CHECK_SAY(std::abs(error) <= 0.5,
                "grey " + std::to_string(grey) + " is off by " + std::to_string(error));
    }
  }
}

TEST("strength 0 is the nearest level whatever the noise") {
  Run run;
  run.tuning.strength = 0;
  run.tuning.noise_scale = 3;
  std::vector<uint8_t> rgba;
  for (int i = 0; i < 256 * 8; i++) {
    for (int byte : {i % 256, i % 256, i % 256, 255}) rgba.push_back(static_cast<uint8_t>(byte));
  }
  const auto indices = ditherWith(bestVariant(), rgba, 256, 8, evenGreys(4), run);
  for (size_t i = 0; i < indices.size(); i++)
    CHECK_EQUAL(int{indices[i]}, (static_cast<int>(i % 256) + 42) / 85);
}

TEST("inks that all look alike give the first of them, whatever was dithered before") {
  const auto rgba = makePixels(40, 20, Content::kNoise, 12);
  Picture picture;
  picture.rgba = rgba;
  picture.width = 40;
  picture.height = 20;
  std::vector<uint8_t> indices(40 * 20);
  Ditherer ditherer;
  for (int level : {0, 16, 128, 255}) {
    for (const auto& inks : {evenGreys(2), evenGreys(4), greyInks({level, level, level})}) {
      CHECK(ditherer.dither(picture, {inks, {}}, Algorithm::kFloydSteinberg, {}, indices) == Status::kOk);
    }
    for (uint8_t index : indices) CHECK_EQUAL(int{index}, 0);
  }
}

TEST("black and white pixels keep their level amid any texture") {
  for (const auto& inks : {evenGreys(4), evenGreys(2), evenGreys(16), greyInks({30, 100, 220})}) {
    auto rgba = makePixels(120, 90, Content::kNoise, 8);
    Random random(3);
    for (size_t i = 0; i < rgba.size(); i += 4) {
      if (random.below(3) == 0) rgba[i] = rgba[i + 1] = rgba[i + 2] = random.below(2) == 0 ? 0 : 255;
    }
    const auto indices = ditherWith(bestVariant(), rgba, 120, 90, inks);
    const auto darker = [](Rgb a, Rgb b) { return a.red < b.red; };
    const auto darkest = std::min_element(inks.begin(), inks.end(), darker) - inks.begin();
    const auto lightest = std::max_element(inks.begin(), inks.end(), darker) - inks.begin();
    for (size_t i = 0; i < indices.size(); i++) {
      const uint8_t* p = &rgba[4 * i];
      if (p[0] != p[1] || p[1] != p[2]) continue;
      if (p[0] == 0) CHECK_EQUAL(int{indices[i]}, darkest);
      if (p[0] == 255) CHECK_EQUAL(int{indices[i]}, lightest);
    }
  }
}

TEST("pixels that are exactly an ink keep it, and greys of a grey ramp stay grey") {
  auto rgba = makePixels(100, 60, Content::kNoise, 4);
  Random random(9);
  std::vector<int> expected(6000, -1);
  for (size_t i = 0; i < expected.size(); i++) {
    if (random.below(3) != 0) continue;
    expected[i] = static_cast<int>(random.below(6));
    const Rgb ink = kSixInks[expected[i]];
    rgba[4 * i] = ink.red;
    rgba[4 * i + 1] = ink.green;
    rgba[4 * i + 2] = ink.blue;
  }
  const auto indices = ditherWith(bestVariant(), rgba, 100, 60, kSixInks);
  for (size_t i = 0; i < expected.size(); i++) {
    if (expected[i] >= 0) CHECK_EQUAL(int{indices[i]}, expected[i]);
  }
  std::vector<uint8_t> ramp;
  for (int i = 0; i < 256 * 64; i++) {
    for (int byte : {i % 256, i % 256, i % 256, 255}) ramp.push_back(static_cast<uint8_t>(byte));
  }
  const std::vector<std::vector<Rgb>> palettes = {kSixInks,
                                                  {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}},
                                                  {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {255, 255, 0}}};
  for (const auto& inks : palettes) {
    int coloured = 0;
    for (uint8_t index : ditherWith(bestVariant(), ramp, 256, 64, inks)) coloured += index > 1 ? 1 : 0;
    CHECK_EQUAL(coloured, 0);
  }
}

TEST("no error crosses the border of a tone region, and only continuous pixels give up exact levels") {
  const int width = 64;
  const int height = 32;
  Run run;
  run.tone.assign(width * height, 0);
  for (int y = 0; y < height; y++) {
    for (int x = width / 2; x < width; x++) run.tone[y * width + x] = 1;
  }
  for (const auto& inks : {evenGreys(4), kSixInks}) {
    for (int i = 0; i < kAlgorithmCount; i++) {
      run.algorithm = static_cast<Algorithm>(i);
      const auto left = makePixels(width, height, Content::kNoise, 21);
      auto other = left;
      for (size_t p = 0; p < run.tone.size(); p++) {
        if (run.tone[p] != 0) other[4 * p] = other[4 * p + 1] = other[4 * p + 2] = 77;
      }
      const auto one = ditherWith(bestVariant(), left, width, height, inks, run);
      const auto two = ditherWith(bestVariant(), other, width, height, inks, run);
      for (size_t p = 0; p < run.tone.size(); p++) {
        if (run.tone[p] == 0) CHECK_EQUAL(int{one[p]}, int{two[p]});
      }
    }
  }
  // A light grey that is nearly a level: structure keeps exact levels, continuous tone lets them take error.
  std::vector<uint8_t> stripes = greyPixels(width, height, 85);
  for (size_t p = 0; p < run.tone.size(); p += 2)
    stripes[4 * p] = stripes[4 * p + 1] = stripes[4 * p + 2] = 110;
  run.algorithm = Algorithm::kFloydSteinberg;
  const auto indices = ditherWith(bestVariant(), stripes, width, height, evenGreys(4), run);
  int moved = 0;
  for (size_t p = 1; p < run.tone.size(); p += 2) {
    if (run.tone[p] == 0) CHECK_EQUAL(int{indices[p]}, 1);
    if (run.tone[p] != 0 && indices[p] != 1) moved++;
  }
  CHECK(moved > 0);
}

TEST("a tone mask of one kind alone only changes which pixels are kept") {
  const auto rgba = makePixels(60, 40, Content::kSmooth, 2);
  Run plain;
  Run structure;
  structure.tone.assign(60 * 40, 0);
  CHECK(ditherWith(bestVariant(), rgba, 60, 40, kSixInks, plain) ==
        ditherWith(bestVariant(), rgba, 60, 40, kSixInks, structure));
}

TEST("measured colours are stretched between the panel's black and white") {
  Run run;
  run.measured = {{60, 60, 60}, {130, 130, 130}, {180, 180, 180}, {200, 200, 200}};
  const GreyPlan plan = makeGreyPlan({evenGreys(4), run.measured}, {});
  CHECK_EQUAL(plan.level[0], 0);
  CHECK_EQUAL(plan.level[3], 255 * kGreyOne);
  CHECK(plan.level[1] > 0 && plan.level[2] > plan.level[1] && plan.level[2] < plan.level[3]);
  // Mid grey mixes to its own luminance between black and white.
  const auto indices = ditherWith(bestVariant(), greyPixels(200, 200, 128), 200, 200, evenGreys(4), run);
  double sum = 0;
  for (size_t i = 200 * 20; i < indices.size(); i++) sum += plan.level[indices[i]];
  const double mean = sum / static_cast<double>(indices.size() - 200 * 20) / kGreyOne / 255;
  CHECK_SAY(std::abs(mean - 0.2159) < 0.003, "mid grey mixes to " + std::to_string(mean));
}

TEST("the kernel refuses what does not fit together and leaves the output alone") {
  Ditherer ditherer;
  const auto rgba = greyPixels(4, 4, 100);
  Picture picture;
  picture.rgba = rgba;
  picture.width = 4;
  picture.height = 4;
  std::vector<uint8_t> indices(16, 77);
  const auto inks = evenGreys(4);
  auto run = [&](const Picture& p, const Inks& i, const Tuning& t, std::span<uint8_t> out) {
    return ditherer.dither(p, i, Algorithm::kFloydSteinberg, t, out);
  };
  Picture wide = picture;
  wide.width = 5;
  Picture empty = picture;
  empty.height = 0;
  Picture toned = picture;
  toned.tone = std::span(rgba).first(15);
  CHECK(run(wide, {inks, {}}, {}, indices) == Status::kBadLength);
  CHECK(run(empty, {inks, {}}, {}, indices) == Status::kBadSize);
  CHECK(run(toned, {inks, {}}, {}, indices) == Status::kBadLength);
  CHECK(run(picture, {inks, {}}, {}, std::span(indices).first(15)) == Status::kBadLength);
  CHECK(run(picture, {std::span(inks).first(1), {}}, {}, indices) == Status::kBadPalette);
  CHECK(run(picture, {inks, std::span(inks).first(3)}, {}, indices) == Status::kBadPalette);
  const double wrong = std::nan("");
  for (const Tuning& tuning : {Tuning{wrong, 1, 0, 1, 0}, Tuning{1, wrong, 0, 1, 0}, Tuning{1, 1, -0.1, 1, 0},
                               Tuning{1, 3.1, 0, 1, 0}, Tuning{1, 1, 0, 2.1, 0}, Tuning{4.1, 1, 0, 1, 0},
                               Tuning{1, 1, 0, 1, 1.1}, Tuning{1, 1, 0, 1, wrong}}) {
    CHECK(run(picture, {inks, {}}, tuning, indices) == Status::kBadTuning);
  }
  for (uint8_t index : indices) CHECK_EQUAL(int{index}, 77);
}
