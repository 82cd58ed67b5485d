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

  // The ink index for every coverage 0..255 of `ink` on `paper`, both below inks(). Stays good until
  // usePalette or the next call.
  const std::array<uint8_t, 256>& blend(int ink, int paper, const CoverageRule& rule);

 private:
  double distance(Rgb colour, int ink) const;
  bool mayStandFor(Rgb colour, int ink) const;
  double luminanceOf(const InkCounts& counts) const;

  std::vector<Rgb> inks_;
  bool all_grey_ = false;
  // Inks that are grey, from dark to light.
  std::vector<uint8_t> greys_;
  struct Table {
    int ink = -1;
    int paper = -1;
    CoverageRule rule;
    std::array<uint8_t, 256> index;
  };
  // The last tables that were made, oldest overwritten.
  std::array<Table, 16> tables_;
  size_t next_table_ = 0;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_INK_MATCH_H_
