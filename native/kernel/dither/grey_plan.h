// What the grey path computes from palette and tuning, before the first pixel.
#ifndef STIPPLE_KERNEL_DITHER_GREY_PLAN_H_
#define STIPPLE_KERNEL_DITHER_GREY_PLAN_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "dither/noise_tile.h"
#include "dither/picture.h"

namespace stipple {

// Fixed point of the grey path: code values 0..255 with 16 fractional bits.
inline constexpr int kGreyBits = 16;
inline constexpr int32_t kGreyOne = 1 << kGreyBits;

// Noise amplitude as a share of the step between two levels: 14 of 85. With less, texture locks in; with
// more, flats get grainy (docs/dithering.md).
inline constexpr double kGreyNoiseShare = 14.0 / 85.0;

struct GreyPlan {
  int levels = 0;
  std::array<int32_t, kMaxInks> level;      // ascending, fixed point
  std::array<uint8_t, kMaxInks> index;      // place in the palette of each level
  std::array<int32_t, kMaxInks> threshold;  // [i] lies between level i and i + 1
  std::array<int32_t, kMaxInks> amplitude;  // [i] is the largest offset of threshold i
  std::array<int32_t, 256> value;           // what a luma byte asks for, clamped to the levels
  std::array<int16_t, 256> exact;           // the level that equals a luma byte, or -1
  int32_t cap = 0;                          // largest accumulated error
  int32_t strength = 0;                     // fixed point, kGreyOne is 1
  int32_t hysteresis = 0;                   // the same
  int32_t pull = 0;                         // how far hysteresis counts: a step between two levels

  // How much threshold i is lowered at one place of the noise tile.
  int32_t offset(int i, int centred) const {
    return static_cast<int32_t>((static_cast<int64_t>(amplitude[i]) * centred) >> 12);
  }

  // Where threshold i lies at one place of the noise tile.
  int32_t noisy(int i, int centred) const { return threshold[i] - offset(i, centred); }

  // A value drawn by hysteresis to what its neighbours became.
  int32_t drawn(int32_t v, int32_t neighbours) const {
    const int64_t distance = std::clamp(neighbours - v, -pull, pull);
    return v + static_cast<int32_t>((distance * hysteresis) >> kGreyBits);
  }

  // The level whose cell holds v: how many thresholds lie at or below it.
  int quantise(int32_t v, int centred) const {
    int low = 0;
    int high = levels - 1;
    while (low < high) {
      int middle = (low + high) / 2;
      if (v >= noisy(middle, centred)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// Levels are the greys that are sent, in code values; with measured colours the panel's own luminances,
// stretched between its black and white, in linear light.
GreyPlan makeGreyPlan(const Inks& inks, const Tuning& tuning);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_GREY_PLAN_H_
