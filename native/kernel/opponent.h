// The space of the colour path: luminance and two chroma axes, a linear change of basis of linear RGB.
#ifndef STIPPLE_KERNEL_OPPONENT_H_
#define STIPPLE_KERNEL_OPPONENT_H_

#include "measured.h"

namespace stipple {

// y is luminance; (u, w) are orthonormal coordinates of (R - Y, G - Y, B - Y), so that u*u + w*w is the sum
// of those three squares. Errors diffuse the same in any linear basis; in this one the distance is a
// diagonal.
struct Opponent {
  float y;
  float u;
  float w;
};

Opponent toOpponent(const LinearRgb& colour);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_OPPONENT_H_
