// The space of the colour path: luminance and two chroma axes, a linear change of basis of linear RGB.
#ifndef STIPPLE_KERNEL_DITHER_OPPONENT_H_
#define STIPPLE_KERNEL_DITHER_OPPONENT_H_

#include <array>
#include <cstdint>

#include "colour/srgb.h"

namespace stipple {

// y is luminance; (u, w) are orthonormal coordinates of (R - Y, G - Y, B - Y), so that u*u + w*w is the sum
// of those three squares. Errors diffuse the same in any linear basis; in this one the distance is a
// diagonal.
struct OpponentValue {
  double y;
  double u;
  double w;
};

OpponentValue toOpponent(const LinearRgb& colour);

// The same in the fixed point of the colour path. The fourth word fills a vector and is 0.
struct alignas(16) Opponent {
  int32_t y = 0;
  int32_t u = 0;
  int32_t w = 0;
  int32_t none = 0;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_OPPONENT_H_
