// Single pixels: composited on white, as luma, as chroma, moved into the gamut of the inks.
#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"
#include "colour/oklab.h"
#include "dither/composite.h"
#include "dither/composite_lanes.h"
#include "dither/hull.h"

using namespace stipple;
using stipple::test::Random;

namespace {

void lumaInLanes(const std::vector<uint8_t>& rgba, Alpha kind, bool opaque, std::vector<int32_t>& luma) {
  const int count = static_cast<int>(rgba.size() / 4);
  for (int x = 0; x < count; x += 4) lumaLanes<4>(&rgba[4 * x], count - x, kind, opaque, &luma[x]);
}

}  // namespace

TEST("luma is the rounded BT.709 sum, in vectors as in scalars") {
  std::vector<uint8_t> rgba;
  for (int red = 0; red < 256; red += 5) {
    for (int green = 0; green < 256; green++) {
      for (int blue = 0; blue < 256; blue += 3) {
        for (int byte : {red, green, blue, 255}) rgba.push_back(static_cast<uint8_t>(byte));
      }
    }
  }
  const int count = static_cast<int>(rgba.size() / 4);
  std::vector<uint8_t> luma(count);
  std::vector<int32_t> lanes(count + kSpareLanes);
  lumaRow(rgba.data(), count, Alpha::kStraight, luma.data());
  lumaInLanes(rgba, Alpha::kStraight, true, lanes);
  int differing = 0;
  for (int i = 0; i < count; i++) {
    const int sum = 2126 * rgba[4 * i] + 7152 * rgba[4 * i + 1] + 722 * rgba[4 * i + 2];
    if (luma[i] != (sum + 5000) / 10000 || lanes[i] != luma[i]) differing++;
  }
  CHECK_EQUAL(differing, 0);
}

TEST("transparent pixels are composited on white") {
  std::vector<uint8_t> rgba;
  for (int colour = 0; colour < 256; colour++) {
    for (int alpha = 0; alpha < 256; alpha++) {
      for (int byte : {colour, colour, colour, alpha}) rgba.push_back(static_cast<uint8_t>(byte));
    }
  }
  const int count = 65536;
  std::vector<uint8_t> luma(count);
  std::vector<int32_t> lanes(count + kSpareLanes);
  for (Alpha kind : {Alpha::kStraight, Alpha::kPremultiplied}) {
    lumaRow(rgba.data(), count, kind, luma.data());
    lumaInLanes(rgba, kind, false, lanes);
    int differing = 0;
    for (int i = 0; i < count; i++) {
      const int colour = rgba[4 * i];
      const int alpha = rgba[4 * i + 3];
      const double share = kind == Alpha::kStraight ? colour * alpha / 255.0 : colour;
      const int expected = static_cast<int>(std::min(255.0, std::floor(share + 255 - alpha + 0.5)));
      const Rgb pixel = compositePixel(&rgba[4 * i], kind);
      if (luma[i] != expected || lanes[i] != expected || pixel.red != expected) differing++;
    }
    CHECK_EQUAL(differing, 0);
  }
}

TEST("the nearest point of a hull is within it, and no corner lies further out") {
  Random random(77);
  auto unit = [&] { return random.below(1 << 20) / static_cast<double>(1 << 20); };
  for (int round = 0; round < 3000; round++) {
    std::vector<Hull::Point> corners(1 + random.below(10));
    for (Hull::Point& corner : corners) corner = {unit(), unit(), round % 3 == 0 ? 0.5 : unit()};
    if (round % 5 == 0 && corners.size() > 2) corners[2] = corners[1];
    Hull hull(corners);
    for (int i = 0; i < 5; i++) {
      const Hull::Point query = {unit() * 2 - 0.5, unit() * 2 - 0.5, unit() * 2 - 0.5};
      const Hull::Point nearest = hull.nearest(query);
      for (const Hull::Point& corner : corners) {
        double gain = 0;
        for (int c = 0; c < 3; c++) gain += (query[c] - nearest[c]) * (corner[c] - nearest[c]);
        CHECK(gain < 1e-6);
      }
      const Hull::Point again = Hull(corners).nearest(nearest);
      for (int c = 0; c < 3; c++) CHECK(std::abs(again[c] - nearest[c]) < 1e-6);
    }
  }
}

TEST("OKLab chroma is 0 for greys and that of the published examples for pure colours") {
  for (int grey = 0; grey < 256; grey++) {
    const uint8_t byte = static_cast<uint8_t>(grey);
    CHECK(oklabChroma({byte, byte, byte}) < 1e-6f);
  }
  CHECK(std::abs(oklabChroma({255, 0, 0}) - 0.25768f) < 1e-4f);
  CHECK(std::abs(oklabChroma({0, 255, 0}) - 0.29483f) < 1e-4f);
  CHECK(std::abs(oklabChroma({0, 0, 255}) - 0.31321f) < 1e-4f);
}
