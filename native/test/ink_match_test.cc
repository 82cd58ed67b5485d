// What coverage becomes on the ink beneath, for palettes of every kind.
#include "text/ink_match.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "check.h"

using namespace stipple;
using namespace stipple::test;

namespace {

// A palette of random greys, some of them twice, in any order, sometimes with other colours between.
std::vector<Rgb> randomInks(Random& random) {
  constexpr int kSizes[] = {2, 3, 4, 16, 64, 128, 256};
  const int size = kSizes[random.below(7)];
  const bool is_even = random.below(3) == 0;
  const bool has_colours = random.below(4) == 0;
  std::vector<Rgb> inks;
  for (int i = 0; i < size; i++) {
    const uint8_t level = is_even ? static_cast<uint8_t>(i * 255 / (size - 1)) : random.byte();
    inks.push_back({level, level, level});
    if (has_colours && random.below(3) == 0) inks.back().green = random.byte();
  }
  return inks;
}

// The ink of one coverage, found among all inks.
int inkOf(const std::vector<Rgb>& inks, int ink, int paper, int covered, const CoverageRule& rule) {
  const int from = inks[paper].red;
  const int to = inks[ink].red;
  const auto low = std::min(from, to);
  const auto high = std::max(from, to);
  const auto between = [&](const Rgb& one) { return isGrey(one) && one.red > low && one.red < high; };
  if (covered == 0) return paper;
  if (!isGrey(inks[ink]) || !isGrey(inks[paper]) || std::ranges::none_of(inks, between)) {
    return covered / 255.0 >= rule.threshold ? ink : paper;
  }
  const double level = from + (to - from) * std::min(covered / 255.0 * rule.gain, 1.0);
  const auto far = [&](int i) { return std::abs(inks[i].red - level); };
  std::vector<int> order;
  for (int i = 0; i < static_cast<int>(inks.size()); i++) {
    if (isGrey(inks[i]) && inks[i].red >= low && inks[i].red <= high) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](int i) { return inks[i].red; });
  int nearest = paper;
  for (int i : order) {
    if (to > from ? far(i) <= far(nearest) : far(i) < far(nearest)) nearest = i;
  }
  return inks[nearest].red == to ? ink : inks[nearest].red == from ? paper : nearest;
}

}  // namespace

TEST("every coverage of every ink on every paper becomes the grey nearest to the blend, or passes the threshold") {
  Random random(33);
  InkMatcher matcher;
  for (int round = 0; round < 400; round++) {
    const std::vector<Rgb> inks = randomInks(random);
    matcher.usePalette(inks);
    const CoverageRule rule{1 + random.below(4) / 10.0, 0.3 + random.below(3) / 10.0};
    const int ink = static_cast<int>(random.below(static_cast<uint32_t>(inks.size())));
    for (int turn = 0; turn < 6; turn++) {
      const int paper = static_cast<int>(random.below(static_cast<uint32_t>(inks.size())));
      const BlendTable& table = matcher.blend(ink, paper, rule);
      for (int covered = 0; covered < 256; covered++) {
        const int wanted = inkOf(inks, ink, paper, covered, rule);
        if (table[covered] == wanted) continue;
        CHECK_SAY(false, "round " + std::to_string(round) + ", seed 33: ink " + std::to_string(ink) +
                             " on paper " + std::to_string(paper) + " of " + std::to_string(inks.size()) +
                             ", coverage " + std::to_string(covered) + ": expected " +
                             std::to_string(wanted) + ", got " + std::to_string(table[covered]));
        break;
      }
    }
  }
}

TEST("tables of one ink, rule or palette are not taken for those of another") {
  const std::vector<Rgb> up = {{0, 0, 0}, {85, 85, 85}, {170, 170, 170}, {255, 255, 255}};
  const std::vector<Rgb> down(up.rbegin(), up.rend());
  InkMatcher matcher;
  matcher.usePalette(up);
  const BlendTable dark = matcher.blend(0, 3, {});
  CHECK(matcher.blend(1, 3, {}) != dark);
  CHECK(matcher.blend(0, 2, {}) != dark);
  CHECK(matcher.blend(0, 3, {1.3, 0.5}) != dark);
  CHECK(matcher.blend(0, 3, {}) == dark);
  matcher.usePalette(down);
  CHECK_EQUAL(static_cast<int>(matcher.blend(3, 0, {})[0]), 0);
  matcher.usePalette(up);
  CHECK(matcher.blend(0, 3, {}) == dark);
}
