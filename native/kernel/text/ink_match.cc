// Which ink a text gets, and what its coverage becomes on the ink beneath.
#include "text/ink_match.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "colour/oklab.h"
#include "colour/srgb.h"

namespace stipple {
namespace {

// A colour nearer to the grey axis must not become a coloured ink.
bool looksNeutral(Rgb colour) { return oklabChroma(colour) < static_cast<float>(kColouredChroma); }

// An ink that covers at least this share of the paper is paper.
constexpr uint32_t kPaperShare = 4;

// An ink whose hue is further from the colour's than this cosine says (75 degrees) would change the meaning:
// green must not turn red.
constexpr double kNearHue = 0.26;

// The contrast to the paper that an ink must have, by the ratio of WCAG 2: this share of the colour's own,
// and no more than is clear in any case.
constexpr double kKeptContrast = 0.8;
constexpr double kClear = 2;

double luminance(Rgb colour) {
  return kLumaRed * kSrgbToLinear[colour.red] + kLumaGreen * kSrgbToLinear[colour.green] +
         kLumaBlue * kSrgbToLinear[colour.blue];
}

double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

}  // namespace

void InkMatcher::usePalette(std::span<const Rgb> inks) {
  if (std::ranges::equal(inks, inks_)) return;
  inks_.assign(inks.begin(), inks.end());
  greys_.clear();
  for (size_t i = 0; i < inks_.size(); i++) {
    if (isGrey(inks_[i])) greys_.push_back(static_cast<uint8_t>(i));
  }
  all_grey_ = greys_.size() == inks_.size();
  std::ranges::stable_sort(greys_, {}, [this](uint8_t i) { return inks_[i].red; });
  made_.fill(false);
}

double InkMatcher::distance(Rgb colour, int ink) const {
  // Between greys the code values count, as they do in the grey dither.
  if (all_grey_ || (isGrey(inks_[ink]) && looksNeutral(colour))) {
    return std::abs(luma709(colour.red, colour.green, colour.blue) - inks_[ink].red);
  }
  const Oklab a = oklab(colour);
  const Oklab b = oklab(inks_[ink]);
  const double lightness = a.lightness - b.lightness;
  const double along_a = a.a - b.a;
  const double along_b = a.b - b.b;
  return lightness * lightness + along_a * along_a + along_b * along_b;
}

bool InkMatcher::mayStandFor(Rgb colour, int ink) const {
  if (isGrey(inks_[ink])) return true;
  // With a single grey there would be nothing to stand out with.
  if (greys_.size() < 2) return true;
  if (looksNeutral(colour)) return false;
  const Oklab a = oklab(colour);
  const Oklab b = oklab(inks_[ink]);
  const double along = a.a * b.a + a.b * b.b;
  return along > kNearHue * oklabChroma(colour) * oklabChroma(inks_[ink]);
}

double InkMatcher::luminanceOf(const InkCounts& counts) const {
  double sum = 0;
  double all = 0;
  for (size_t ink = 0; ink < inks_.size(); ink++) {
    sum += counts[ink] * luminance(inks_[ink]);
    all += counts[ink];
  }
  return all > 0 ? sum / all : 1;
}

int InkMatcher::exactInk(Rgb colour) const {
  const auto same = std::ranges::find(inks_, colour);
  return same == inks_.end() ? -1 : static_cast<int>(same - inks_.begin());
}

int InkMatcher::inkFor(Rgb colour, const InkCounts& beneath) const {
  const int exact = exactInk(colour);
  if (exact >= 0) return exact;
  const double paper = luminanceOf(beneath);
  const double wanted = std::min(kClear, kKeptContrast * contrast(luminance(colour), paper));
  const uint32_t all = std::accumulate(beneath.begin(), beneath.end(), 0u);
  int best = -1;
  int best_rank = -1;
  double best_distance = 0;
  for (int ink = 0; ink < inks(); ink++) {
    if (!mayStandFor(colour, ink)) continue;
    const bool is_paper = all > 0 && uint64_t{beneath[ink]} * kPaperShare >= all;
    const bool is_clear = contrast(luminance(inks_[ink]), paper) >= wanted;
    const int rank = is_paper ? 0 : is_clear ? 2 : 1;
    const double far = distance(colour, ink);
    if (rank < best_rank || (rank == best_rank && far >= best_distance)) continue;
    best = ink;
    best_rank = rank;
    best_distance = far;
  }
  return best;
}

const BlendTable& InkMatcher::blend(int ink, int paper, const CoverageRule& rule) {
  if (ink != ink_ || rule != rule_) {
    ink_ = ink;
    rule_ = rule;
    made_.fill(false);
  }
  BlendTable& table = tables_[paper];
  if (made_[paper]) return table;
  made_[paper] = true;
  const uint8_t low = std::min(inks_[paper].red, inks_[ink].red);
  const uint8_t high = std::max(inks_[paper].red, inks_[ink].red);
  const bool has_greys_between =
      isGrey(inks_[ink]) && isGrey(inks_[paper]) && std::ranges::any_of(greys_, [&](uint8_t i) {
        return inks_[i].red > low && inks_[i].red < high;
      });
  if (has_greys_between) {
    fillByGreys(table, ink, paper);
  } else {
    fillByThreshold(table, ink, paper);
  }
  return table;
}

void InkMatcher::fillByThreshold(BlendTable& table, int ink, int paper) const {
  table[0] = static_cast<uint8_t>(paper);
  for (int covered = 1; covered < 256; covered++) {
    table[covered] = static_cast<uint8_t>(covered / 255.0 >= rule_.threshold ? ink : paper);
  }
}

// The more is covered, the nearer to the ink the level lies, and so does the grey nearest to it: one walk over
// the greys between fills the table.
void InkMatcher::fillByGreys(BlendTable& table, int ink, int paper) const {
  const int from = inks_[paper].red;
  const int to = inks_[ink].red;
  const int step = to > from ? 1 : -1;
  // The next grey on the way, and the first beyond the ink. Of equal greys the last on the way counts.
  const auto greyAt = [&](int place) { return static_cast<int>(inks_[greys_[place]].red); };
  const int count = greys();
  int next = step > 0 ? 0 : count - 1;
  const auto isOnWay = [&](int place) {
    return place >= 0 && place < count && (to - greyAt(place)) * step >= 0;
  };
  while (isOnWay(next) && (greyAt(next) - from) * step <= 0) next += step;
  int nearest = from;
  uint8_t index = static_cast<uint8_t>(paper);
  table[0] = index;
  for (int covered = 1; covered < 256; covered++) {
    const double level = from + (to - from) * std::min(covered / 255.0 * rule_.gain, 1.0);
    for (; isOnWay(next); next += step) {
      const double far = std::abs(greyAt(next) - level);
      const double kept = std::abs(nearest - level);
      // Ties go to the text's side, except that paper lighter than the text stays paper.
      const bool wins_tie = step > 0 || nearest != from;
      if (far > kept || (far == kept && !wins_tie)) break;
      nearest = greyAt(next);
      index = nearest == to ? static_cast<uint8_t>(ink) : greys_[next];
    }
    table[covered] = index;
  }
}

}  // namespace stipple
