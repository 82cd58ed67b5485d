// How an error in fixed point is shared among a kernel's taps, exactly.
#ifndef STIPPLE_KERNEL_DITHER_SHARE_H_
#define STIPPLE_KERNEL_DITHER_SHARE_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "dither/diffusion.h"
#include "dither/lanes.h"

namespace stipple {

// The four Floyd-Steinberg shares of an error: shifts and adds, and they sum to the error.
struct FloydShares {
  int32_t ahead;
  int32_t behind_below;
  int32_t below;
  int32_t ahead_below;
};

inline FloydShares floydShares(int32_t e) {
  int32_t ahead = (e >> 1) - (e >> 4);
  int32_t behind_below = (3 * e + 8) >> 4;
  int32_t ahead_below = (e + 8) >> 4;
  return {ahead, behind_below, e - ahead - behind_below - ahead_below, ahead_below};
}

// Rounded e * weight / divisor, rounding halves up for both signs.
template <int kDivisor>
inline int32_t portion(int32_t e, int weight) {
  if (weight == kDivisor) return e;
  constexpr int64_t kLift = int64_t{1} << 40;  // makes the numerator positive, so that division floors
  const int64_t numerator = int64_t{e} * weight + kDivisor / 2 + kLift * kDivisor;
  return static_cast<int32_t>(numerator / kDivisor - kLift);
}

// Calls give(dx, dy, share) for each tap; dx counts in the direction of the scan. portionOf(e, weight, share)
// computes the share of a weight; the first tap takes the remainder. The loop is unrolled at compile time, so
// that taps of equal weight share one division.
template <DiffusionKernel kKernel, typename Error, typename PortionOf, typename Give>
STIPPLE_INLINE void shareOutBy(const Error& e, PortionOf&& portionOf, Give&& give) {
  Error left;
  portionOf(e, kKernel.sum, left);
  auto one = [&]<size_t kTap>() __attribute__((always_inline)) {
    constexpr Tap kOne = kKernel.taps[kTap];
    Error share;
    if constexpr (kKernel.divisor == 16 && kKernel.count == 4 && kOne.weight == 7) {
      share = (e >> 1) - (e >> 4);  // as floydShares has it
    } else {
      portionOf(e, kOne.weight, share);
    }
    left -= share;
    give(kOne.dx, kOne.dy, share);
  };
  [&]<size_t... kTaps>(std::index_sequence<kTaps...>) __attribute__((always_inline)) {
    (one.template operator()<kTaps + 1>(), ...);
  }
  (std::make_index_sequence<kKernel.count - 1>());
  give(kKernel.taps[0].dx, kKernel.taps[0].dy, left);
}

// The same for one channel and its divisor.
template <DiffusionKernel kKernel, int kDivisor, typename Give>
STIPPLE_INLINE void shareOut(int32_t e, Give&& give) {
  shareOutBy<kKernel>(
      e, [](int32_t all, int weight, int32_t& share) { share = portion<kDivisor>(all, weight); }, give);
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_SHARE_H_
