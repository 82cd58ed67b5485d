// How an error in fixed point is shared among a kernel's taps, exactly.
#ifndef STIPPLE_KERNEL_SHARE_H_
#define STIPPLE_KERNEL_SHARE_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "diffusion.h"
#include "lanes.h"

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
  constexpr int64_t kLift = int64_t{1} << 40;  // makes the numerator positive, so that division floors
  const int64_t numerator = int64_t{e} * weight + kDivisor / 2 + kLift * kDivisor;
  return static_cast<int32_t>(numerator / kDivisor - kLift);
}

// Calls give(dx, dy, share) for each tap; dx counts in the direction of the scan. All of it is written out at
// compile time, so that taps of equal weight share one division.
template <DiffusionKernel kKernel, int kDivisor, typename Give>
STIPPLE_INLINE void shareOut(int32_t e, Give&& give) {
  if constexpr (kDivisor == 16 && kKernel.count == 4) {
    const FloydShares shares = floydShares(e);
    give(1, 0, shares.ahead);
    give(-1, 1, shares.behind_below);
    give(0, 1, shares.below);
    give(1, 1, shares.ahead_below);
  } else {
    int32_t left = kKernel.sum == kDivisor ? e : portion<kDivisor>(e, kKernel.sum);
    auto one = [&]<size_t kTap>() __attribute__((always_inline)) {
      constexpr Tap kOne = kKernel.taps[kTap];
      const int32_t share = portion<kDivisor>(e, kOne.weight);
      left -= share;
      give(kOne.dx, kOne.dy, share);
    };
    [&]<size_t... kTaps>(std::index_sequence<kTaps...>) __attribute__((always_inline)) {
      (one.template operator()<kTaps + 1>(), ...);
    }
    (std::make_index_sequence<kKernel.count - 1>());
    give(kKernel.taps[0].dx, kKernel.taps[0].dy, left);
  }
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_SHARE_H_
