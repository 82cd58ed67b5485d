// Coverage of outlines, and glyphs fitted to pixels.
#include "text/glyph.h"

#include <cmath>
#include <numeric>

#include "check.h"
#include "outlines.h"
#include "text/text_rules.h"

using namespace stipple;
using namespace stipple::test;

namespace {

constexpr GlyphFont kFont{1, 1000, 500, 0.08};

double sumOf(const std::vector<uint8_t>& coverage) {
  return std::accumulate(coverage.begin(), coverage.end(), 0.0) / 255;
}

std::vector<uint8_t> cover(OutlineStream outline, int width, int height) {
  CoverageGrid grid;
  grid.reset(width, height);
  const OutlinePlace place{1.0 / kOutlineUnit, 1.0 / kOutlineUnit, 0, static_cast<double>(height)};
  flattenOutline(outline, place, [&](Point from, Point to) { grid.addLine(from, to); });
  std::vector<uint8_t> coverage(static_cast<size_t>(width) * height);
  grid.finish(coverage.data());
  return coverage;
}

}  // namespace

TEST("a rectangle on pixel edges covers these pixels and no others") {
  const auto coverage = cover(rectangle(2, 1, 5, 4), 8, 6);
  for (int y = 0; y < 6; y++) {
    for (int x = 0; x < 8; x++) {
      const bool inside = x >= 2 && x < 5 && y >= 2 && y < 5;
      CHECK_EQUAL(static_cast<int>(coverage[y * 8 + x]), inside ? 255 : 0);
    }
  }
}

TEST("the coverage of random polygons sums to their area") {
  Random random(7);
  for (int round = 0; round < 300; round++) {
    // A star around the middle: its corners in order of angle, so that it does not cross itself.
    const int corners = 3 + random.below(9);
    std::vector<int32_t> stream;
    std::vector<Point> points;
    for (int i = 0; i < corners; i++) {
      const double angle = 6.283185307 * (i + random.below(80) / 100.0) / corners;
      const double radius = 20 + random.below(40);
      points.push_back({64 + radius * std::cos(angle), 64 + radius * std::sin(angle)});
      stream.insert(stream.end(),
                    {i == 0 ? kMove : kLine, static_cast<int32_t>(points.back().x * kOutlineUnit),
                     static_cast<int32_t>(points.back().y * kOutlineUnit)});
    }
    double area = 0;
    for (int i = 0; i < corners; i++) {
      const Point& a = points[i];
      const Point& b = points[(i + 1) % corners];
      area += (a.x * b.y - b.x * a.y) / 2;
    }
    const double covered = sumOf(cover(stream, 128, 128));
    CHECK_SAY(std::abs(covered - std::abs(area)) <= std::abs(area) * 0.005 + 0.5,
              "expected " + std::to_string(area) + ", covered " + std::to_string(covered));
  }
}

TEST("curves cover what they enclose") {
  constexpr int u = kOutlineUnit;
  // A circle of radius 40 by cubics, a parabola's segment by a quadratic: 2/3 of width times height.
  constexpr int c = 22 * u + 6;  // 40 * 0.5523
  const std::vector<int32_t> circle = {
      kMove,  90 * u,     50 * u,                                              //
      kCubic, 90 * u,     50 * u + c, 50 * u + c, 90 * u,     50 * u, 90 * u,  //
      kCubic, 50 * u - c, 90 * u,     10 * u,     50 * u + c, 10 * u, 50 * u,  //
      kCubic, 10 * u,     50 * u - c, 50 * u - c, 10 * u,     50 * u, 10 * u,  //
      kCubic, 50 * u + c, 10 * u,     90 * u,     50 * u - c, 90 * u, 50 * u};
  const double circle_area = 3.14159265 * 40 * 40;
  CHECK(std::abs(sumOf(cover(circle, 100, 100)) - circle_area) < circle_area * 0.005);
  const std::vector<int32_t> segment = {kMove, 10 * u, 10 * u, kQuadratic, 50 * u, 90 * u, 90 * u, 10 * u};
  const double segment_area = 80 * 40 * 2.0 / 3;
  CHECK(std::abs(sumOf(cover(segment, 100, 100)) - segment_area) < segment_area * 0.005);
}

TEST("contours of one direction count once, one of the other direction is a hole") {
  std::vector<int32_t> twice = rectangle(0, 0, 6, 6);
  const auto again = rectangle(2, 2, 8, 8);
  twice.insert(twice.end(), again.begin(), again.end());
  CHECK_EQUAL(sumOf(cover(twice, 8, 8)), 36 + 36 - 16);
  std::vector<int32_t> ring = rectangle(0, 0, 8, 8);
  const auto hole = polygon({2, 2, 2, 6, 6, 6, 6, 2});
  ring.insert(ring.end(), hole.begin(), hole.end());
  CHECK_EQUAL(sumOf(cover(ring, 8, 8)), 64 - 16);
}

TEST("a stream that is cut off, starts without a move or leaves the limits is refused") {
  CHECK(outlineIsValid({}));
  const auto good = rectangle(0, 0, 10, 10);
  CHECK(outlineIsValid(good));
  for (size_t length : {size_t{1}, size_t{2}, size_t{4}, size_t{5}, good.size() - 1}) {
    CHECK(!outlineIsValid(OutlineStream(good).first(length)));
  }
  const std::vector<int32_t> no_move = {kLine, 0, 0};
  const std::vector<int32_t> no_op = {kMove, 0, 0, 4, 1, 1};
  const std::vector<int32_t> negative_op = {-1, 0, 0};
  const std::vector<int32_t> too_far = {kMove, kMaxCoordinate + 1, 0};
  const std::vector<int32_t> too_low = {kMove, 0, INT32_MIN};
  for (const auto& bad : {no_move, no_op, negative_op, too_far, too_low}) CHECK(!outlineIsValid(bad));
  std::vector<int32_t> long_one;
  for (int i = 0; i <= kMaxOutlinePoints; i++) long_one.insert(long_one.end(), {kMove, 0, 0});
  CHECK(!outlineIsValid(long_one));
}

TEST("a fitted x ends on a whole pixel at every size") {
  // The upper edge of the x-height, at 500 of 1000 units.
  const auto x = rectangle(50, 0, 450, 500);
  GlyphCache cache;
  for (int size = 7; size <= 32; size++) {
    const PlacedGlyph placed = cache.place(kFont, 1, x, size, 0);
    const GlyphBitmap& bitmap = *placed.bitmap;
    const int expected = std::max(1, static_cast<int>(size * 0.5 + 0.625));
    for (int y = 0; y < bitmap.height; y++) {
      const int row = bitmap.top + y;
      const int covered = bitmap.coverage[static_cast<size_t>(y) * bitmap.width + bitmap.width / 2];
      CHECK_EQUAL(covered, row >= -expected && row < 0 ? 255 : 0);
    }
  }
}

TEST("above 32 pixels, and without an x, nothing is stretched") {
  const auto x = rectangle(0, 0, 400, 500);
  GlyphCache cache;
  const auto heightOf = [&](const GlyphFont& font, double size) {
    const GlyphBitmap& bitmap = *cache.place(font, 1, x, size, 0).bitmap;
    double sum = 0;
    for (int y = 0; y < bitmap.height; y++) sum += bitmap.coverage[y * bitmap.width + 2] / 255.0;
    return sum;
  };
  CHECK(std::abs(heightOf(kFont, 32.5) - 16.25) < 0.01);
  CHECK_EQUAL(heightOf(kFont, 31.0), 16.0);
  CHECK(std::abs(heightOf({2, 1000, 0, 0.08}, 31) - 15.5) < 0.01);
}

TEST("a stem is moved by at most a quarter of a pixel to where it is least grey") {
  // Two pixels wide at 20 px an em.
  const auto stem = rectangle(0, 0, 100, 500);
  GlyphCache cache;
  for (int i = 0; i < 64; i++) {
    const double x = 10 + i / 64.0;
    const PlacedGlyph placed = cache.place(kFont, 1, stem, 20, x);
    const GlyphBitmap& bitmap = *placed.bitmap;
    double left = 0;
    double sum = 0;
    for (int column = 0; column < bitmap.width; column++) {
      const double covered = bitmap.coverage[column] / 255.0;
      left += covered * (placed.x + bitmap.left + column + 0.5);
      sum += covered;
    }
    const double moved = left / sum - 1 - x;
    CHECK_SAY(std::abs(moved) <= 0.25 + 1.0 / 16 + 0.01, "moved by " + std::to_string(moved));
    const double distance = std::abs(x - std::floor(x + 0.5));
    if (distance <= 0.25) CHECK_SAY(std::abs(left / sum - 1 - std::floor(x + 0.5)) < 0.01, "not sharp");
  }
}

TEST("a cached glyph equals a fresh one, and the cache keeps to its bytes") {
  const auto shape = polygon({0, 0, 430, 20, 380, 510, 40, 480});
  GlyphCache kept(20000);
  Random random(3);
  for (int round = 0; round < 4000; round++) {
    const double size = 6 + random.below(200) / 8.0;
    const double x = random.below(800) / 8.0;
    const uint32_t glyph = random.below(40);
    const PlacedGlyph a = kept.place(kFont, glyph, shape, size, x);
    GlyphCache fresh;
    const PlacedGlyph b = fresh.place(kFont, glyph, shape, size, x);
    CHECK_EQUAL(a.x, b.x);
    CHECK(a.bitmap->coverage == b.bitmap->coverage && a.bitmap->left == b.bitmap->left);
    CHECK(kept.bytes() <= 20000);
  }
}

TEST("every machine draws the same bytes") {
  // FNV-1a over the coverage of curved outlines at many sizes and phases: x64 and arm64 agree on it.
  uint64_t hash = 0xCBF29CE484222325ull;
  Random random(11);
  for (int round = 0; round < 2500; round++) {
    std::vector<int32_t> stream = {kMove, 0, 0};
    for (int i = 0; i < 12; i++) {
      const int32_t op = 1 + static_cast<int32_t>(random.below(3));
      stream.push_back(op);
      for (int n = 0; n < 2 * pointsOf(op); n++) {
        stream.push_back((static_cast<int32_t>(random.below(900)) - 150) * kOutlineUnit +
                         static_cast<int32_t>(random.below(64)));
      }
    }
    GlyphCache cache;
    const double size = 5 + random.below(4000) / 64.0;
    const PlacedGlyph placed = cache.place(kFont, 1, stream, size, random.below(640) / 64.0);
    for (uint8_t covered : placed.bitmap->coverage) hash = (hash ^ covered) * 0x100000001B3ull;
    hash = (hash ^ static_cast<uint32_t>(placed.x)) * 0x100000001B3ull;
  }
  CHECK_EQUAL(hash, 6026240020083202049ull);
}

TEST("a glyph that is larger than its limit is not drawn") {
  const auto wide = rectangle(-30000, 0, 30000, 500);
  GlyphCache cache;
  CHECK(cache.place(kFont, 1, wide, 20, 0).bitmap == nullptr);
  CHECK(cache.place(kFont, 2, {}, 20, 0).bitmap->coverage.empty());
}
