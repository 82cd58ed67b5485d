// The space of the colour path.
#include "dither/opponent.h"

#include <cmath>

namespace stipple {
namespace {

struct Axes {
  double u[3];
  double w[3];
};

// Two orthonormal axes of the plane in which the chroma of every colour lies (its weighted sum is 0): the
// first is orthogonal to the weights and to blue, the second to the weights and to the first.
Axes makeAxes() {
  Axes axes;
  double length = std::sqrt(kLumaGreen * kLumaGreen + kLumaRed * kLumaRed);
  axes.u[0] = kLumaGreen / length;
  axes.u[1] = -kLumaRed / length;
  axes.u[2] = 0;
  double weights[3] = {kLumaRed, kLumaGreen, kLumaBlue};
  double cross[3] = {weights[1] * axes.u[2] - weights[2] * axes.u[1],
                     weights[2] * axes.u[0] - weights[0] * axes.u[2],
                     weights[0] * axes.u[1] - weights[1] * axes.u[0]};
  double norm = std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  for (int i = 0; i < 3; i++) axes.w[i] = cross[i] / norm;
  return axes;
}

}  // namespace

OpponentValue toOpponent(const LinearRgb& colour) {
  static const Axes axes = makeAxes();
  double y = kLumaRed * colour[0] + kLumaGreen * colour[1] + kLumaBlue * colour[2];
  double u = 0;
  double w = 0;
  for (int i = 0; i < 3; i++) {
    u += axes.u[i] * (colour[i] - y);
    w += axes.w[i] * (colour[i] - y);
  }
  return {y, u, w};
}

}  // namespace stipple
