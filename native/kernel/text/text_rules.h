// How text of a size is drawn so that it reads best on few inks. Sizes are device pixels an em. The figures
// are the best of a search in which lines of six fonts were read by a program (docs/text.md).
#ifndef STIPPLE_KERNEL_TEXT_TEXT_RULES_H_
#define STIPPLE_KERNEL_TEXT_TEXT_RULES_H_

#include <algorithm>
#include <cmath>

namespace stipple {

// Text up to this size gets a whole x-height and its glyphs are moved to where their stems are least grey;
// above it neither helps, and both would show as a change of shape.
inline constexpr double kFittedSize = 32;
// The factor by which fitting stretches a glyph at most: beyond it the letter would look like another.
inline constexpr double kMaxHeightFit = 2;
// Below, strokes are thinner than a pixel, and the rules are at their strongest.
inline constexpr double kSmallSize = 9;
inline constexpr double kMediumSize = 16;
// A font whose stems are wider, in ems, is bold.
inline constexpr double kBoldStem = 0.11;

// From `low` at size `from` to `high` at size `to`, constant beyond.
inline double between(double size, double from, double to, double low, double high) {
  const double part = std::clamp((size - from) / (to - from), 0.0, 1.0);
  return low + (high - low) * part;
}

// The factor that makes an x-height of so many pixels a whole number of them, at least one. Rounded up from
// 3/8: a slightly taller x keeps its openings, a lower one loses them.
inline double xHeightFit(double x_height_px) {
  if (!(x_height_px > 0)) return 1;
  return std::min(std::max(1.0, std::floor(x_height_px + 0.625)) / x_height_px, kMaxHeightFit);
}

// What coverage is multiplied by before it goes to the nearest grey: thin strokes would be too light on few
// greys.
inline double coverageGain(double size, int greys) {
  const double most = between(greys, 4, 16, 1.3, 1.0);
  return between(size, kSmallSize, kMediumSize, most, 1.0);
}

// From which coverage, 0..1, a pixel takes the text's ink where there is no ink between that and the paper.
inline double inkThreshold(double size, double stem_em) {
  const double small = stem_em >= kBoldStem ? 0.44 : 0.31;
  if (size <= kMediumSize) return between(size, kSmallSize, kMediumSize, small, 0.44);
  return between(size, kMediumSize, kFittedSize, 0.44, 0.5);
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_TEXT_RULES_H_
