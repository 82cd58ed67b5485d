// Which ink a text gets, and what its coverage becomes on the ink beneath.
#ifndef STIPPLE_KERNEL_TEXT_INK_MATCH_H_
#define STIPPLE_KERNEL_TEXT_INK_MATCH_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "colour/rgb.h"

namespace stipple {

// How coverage turns into ink.
struct CoverageRule {
  // Coverage is multiplied by this before it goes to the nearest grey.
  double gain = 1;
  // Share of a pixel from which it takes the ink where there is no grey between.
  double threshold = 0.5;
  friend bool operator==(const CoverageRule&, const CoverageRule&) = default;
};

// How many pixels lie on each ink.
using InkCounts = std::array<uint32_t, kMaxInks>;

// The ink index of a pixel for every coverage.
using BlendTable = std::array<uint8_t, 256>;

// Knows one palette at a time. Not safe for use by several threads at once.
class InkMatcher {
 public:
  // Must be called before the others; cheap when the palette is the one before.
  void usePalette(std::span<const Rgb> inks);

  int inks() const { return static_cast<int>(inks_.size()); }

  // Greys among the inks.
  int greys() const { return static_cast<int>(greys_.size()); }

  // The ink of the very colour, the first of equals, or -1.
  int exactInk(Rgb colour) const;

  // The ink of the very colour if there is one. Otherwise the nearest ink of a like hue, or grey, that stands
  // out from what lies beneath: it does not cover a quarter or more of it, and has contrast to it; where none
  // does, one that fails the second, else the nearest of all.
  int inkFor(Rgb colour, const InkCounts& beneath) const;

  // The ink index for every coverage 0..255 of `ink` on `paper`, both below inks(). Made once for each paper
  // while ink and rule stay the same. Stays good until usePalette or a call with another ink or rule.
  const BlendTable& blend(int ink, int paper, const CoverageRule& rule);

 private:
  double distance(Rgb colour, int ink) const;
  bool mayStandFor(Rgb colour, int ink) const;
  double luminanceOf(const InkCounts& counts) const;
  void fillByThreshold(BlendTable& table, int ink, int paper) const;
  void fillByGreys(BlendTable& table, int ink, int paper) const;

  std::vector<Rgb> inks_;
  bool all_grey_ = false;
  // Inks that are grey, from dark to light.
  std::vector<uint8_t> greys_;
  // What the tables are of.
  int ink_ = -1;
  CoverageRule rule_;
  // Text over a photo or a gradient meets every paper again in each of its rows.
  std::array<bool, kMaxInks> made_ = {};
  std::array<BlendTable, kMaxInks> tables_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_INK_MATCH_H_
