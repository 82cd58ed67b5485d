#include "ink_match.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oklab.h"

namespace stipple {
namespace {

// A colour nearer to the grey axis looks neutral, and must not become a coloured ink. The dither's own rule
// (colour_plan.h) ends there too.
constexpr float kNeutralChroma = 0.04f;

// An ink that covers at least this share of the paper is paper.
constexpr uint32_t kPaperShare = 4;

// Rounded BT.709 luma of code values, as the grey dither takes it.
int lumaOfColour(Rgb colour) {
  return (2126 * colour.red + 7152 * colour.green + 722 * colour.blue + 5000) / 10000;
}

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
  if (all_grey_ || (isGrey(inks_[ink]) && oklabChroma(colour) < kNeutralChroma)) {
    return std::abs(lumaOfColour(colour) - inks_[ink].red);
  }
  const Oklab a = oklab(colour);
  const Oklab b = oklab(inks_[ink]);
  const double lightness = a.lightness - b.lightness;
  const double along_a = a.a - b.a;
  const double along_b = a.b - b.b;
  return lightness * lightness + along_a * along_a + along_b * along_b;
}

int InkMatcher::inkFor(Rgb colour, const InkCounts& beneath) const {
  const auto same = std::ranges::find(inks_, colour);
  if (same != inks_.end()) return static_cast<int>(same - inks_.begin());
  // With a single grey there would be nothing to stand out with.
  const bool neutral = greys_.size() >= 2 && (all_grey_ || oklabChroma(colour) < kNeutralChroma);
  const uint32_t all = std::accumulate(beneath.begin(), beneath.end(), 0u);
  int best = -1;
  bool best_stands_out = false;
  double best_distance = 0;
  for (int ink = 0; ink < static_cast<int>(inks_.size()); ink++) {
    if (neutral && !isGrey(inks_[ink])) continue;
    const bool stands_out = uint64_t{beneath[ink]} * kPaperShare < all || all == 0;
    const double far = distance(colour, ink);
    if (best >= 0 && (stands_out == best_stands_out ? far >= best_distance : best_stands_out)) continue;
    best = ink;
    best_stands_out = stands_out;
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
