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
  tables_.fill({});
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

const std::array<uint8_t, 256>& InkMatcher::blend(int ink, int paper, const CoverageRule& rule) {
  for (const Table& table : tables_) {
    if (table.ink == ink && table.paper == paper && table.rule == rule) return table.index;
  }
  Table& table = tables_[next_table_];
  next_table_ = (next_table_ + 1) % tables_.size();
  table.ink = ink;
  table.paper = paper;
  table.rule = rule;
  const int from = inks_[paper].red;
  const int to = inks_[ink].red;
  const int low = std::min(from, to);
  const int high = std::max(from, to);
  const bool grey = isGrey(inks_[ink]) && isGrey(inks_[paper]) && std::ranges::any_of(greys_, [&](uint8_t i) {
                      return inks_[i].red > low && inks_[i].red < high;
                    });
  for (int covered = 0; covered < 256; covered++) {
    const double share = covered / 255.0;
    if (covered == 0) {
      table.index[0] = static_cast<uint8_t>(paper);
    } else if (!grey) {
      table.index[covered] = static_cast<uint8_t>(share >= rule.threshold ? ink : paper);
    } else {
      const double level = from + (to - from) * std::min(share * rule.gain, 1.0);
      const auto far = [&](uint8_t i) { return std::abs(inks_[i].red - level); };
      uint8_t nearest = static_cast<uint8_t>(paper);
      // Ties go to the text's side: the later of equals on the way from paper to ink.
      for (uint8_t i : greys_) {
        if (inks_[i].red < low || inks_[i].red > high) continue;
        const bool nearer = to > from ? far(i) <= far(nearest) : far(i) < far(nearest);
        if (nearer) nearest = i;
      }
      table.index[covered] = inks_[nearest].red == to     ? static_cast<uint8_t>(ink)
                             : inks_[nearest].red == from ? static_cast<uint8_t>(paper)
                                                          : nearest;
    }
  }
  return table.index;
}

}  // namespace stipple
