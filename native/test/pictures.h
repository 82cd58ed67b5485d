// Pictures and palettes that several tests need.
#ifndef STIPPLE_TEST_PICTURES_H_
#define STIPPLE_TEST_PICTURES_H_

#include <algorithm>
#include <vector>

#include "check.h"
#include "dither/dither.h"
#include "dither/picture.h"

namespace stipple::test {

enum class Content { kNoise, kSmooth, kFlats, kTransparent };

// A picture of one kind of content that depends only on its size and seed.
inline std::vector<uint8_t> makePixels(int width, int height, Content content, uint32_t seed) {
  Random random(seed);
  std::vector<uint8_t> rgba(static_cast<size_t>(width) * height * 4);
  uint8_t flat[4] = {random.byte(), random.byte(), random.byte(), 255};
  for (size_t i = 0; i < rgba.size(); i += 4) {
    const int x = static_cast<int>(i / 4) % width;
    const int y = static_cast<int>(i / 4) / width;
    if (content == Content::kFlats && random.below(40) == 0) {
      const uint8_t pure[] = {0, 85, 170, 255};
      for (int c = 0; c < 3; c++) flat[c] = random.below(2) == 0 ? pure[random.below(4)] : random.byte();
    }
    for (int c = 0; c < 3; c++) {
      rgba[i + c] = content == Content::kSmooth  ? static_cast<uint8_t>((x * (2 + c) + y * (4 - c)) & 255)
                    : content == Content::kFlats ? flat[c]
                                                 : random.byte();
    }
    rgba[i + 3] = content == Content::kTransparent ? random.byte() : 255;
  }
  return rgba;
}

enum class Regions { kStructure, kContinuous, kNoise, kColumns, kRows, kFrame };

// A tone mask of one kind that depends only on its size and seed. Continuous pixels have any value but 0.
inline std::vector<uint8_t> makeTone(int width, int height, Regions regions, uint32_t seed) {
  Random random(seed);
  const int wide = 1 + static_cast<int>(random.below(12));
  std::vector<uint8_t> tone(static_cast<size_t>(width) * height);
  for (int i = 0; i < width * height; i++) {
    const int x = i % width;
    const int y = i / width;
    const bool inside = x >= width / 5 && x < width - width / 4 && y >= height / 5 && y < height - height / 4;
    const bool continuous =
        regions == Regions::kContinuous || (regions == Regions::kNoise && random.below(2) == 0) ||
        (regions == Regions::kColumns && x / wide % 2 == 1) ||
        (regions == Regions::kRows && y / wide % 2 == 1) || (regions == Regions::kFrame && inside);
    tone[i] = continuous ? static_cast<uint8_t>(1 + random.below(255)) : 0;
  }
  return tone;
}

inline std::vector<Rgb> greyInks(std::initializer_list<int> levels) {
  std::vector<Rgb> inks;
  for (int level : levels) {
    const uint8_t byte = static_cast<uint8_t>(level);
    inks.push_back({byte, byte, byte});
  }
  return inks;
}

inline std::vector<Rgb> evenGreys(int count) {
  std::vector<Rgb> inks;
  for (int i = 0; i < count; i++) {
    const uint8_t level = static_cast<uint8_t>(i * 255 / (count - 1));
    inks.push_back({level, level, level});
  }
  return inks;
}

inline const std::vector<Rgb> kSixInks = {{0, 0, 0},   {255, 255, 255}, {255, 255, 0},
                                          {255, 0, 0}, {0, 0, 255},     {0, 255, 0}};

// The same six as a laboratory measured them on a panel.
inline const std::vector<Rgb> kSixMeasured = {{2, 2, 2},  {179, 182, 171}, {201, 184, 0},
                                              {117, 10, 0}, {0, 47, 107},    {33, 69, 40}};

struct Run {
  Algorithm algorithm = Algorithm::kFloydSteinberg;
  Tuning tuning;
  Alpha alpha = Alpha::kPremultiplied;
  std::vector<uint8_t> tone;
  std::vector<Rgb> measured;
};

inline std::vector<uint8_t> ditherWith(Variant variant, const std::vector<uint8_t>& rgba, int width,
                                       int height, const std::vector<Rgb>& inks, const Run& run = {}) {
  Ditherer ditherer(variant);
  Picture picture;
  picture.rgba = rgba;
  picture.tone = run.tone;
  picture.width = width;
  picture.height = height;
  picture.alpha = run.alpha;
  std::vector<uint8_t> indices(static_cast<size_t>(width) * height, 255);
  CHECK(ditherer.dither(picture, {inks, run.measured}, run.algorithm, run.tuning, indices) == Status::kOk);
  return indices;
}

inline std::vector<uint8_t> greyPixels(int width, int height, uint8_t level) {
  std::vector<uint8_t> rgba(static_cast<size_t>(width) * height * 4, level);
  for (size_t i = 3; i < rgba.size(); i += 4) rgba[i] = 255;
  return rgba;
}

}  // namespace stipple::test

#endif  // STIPPLE_TEST_PICTURES_H_
