// OKLab from sRGB bytes.
#include "colour/oklab.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "colour/srgb.h"

namespace stipple {
namespace {

// Cube root of a number in 0..1 by Newton's method: no library function, whose last bit may vary.
double cubeRoot(double value) {
  if (value <= 0) return 0;
  // A third of the exponent is a start within 6 %; four steps then reach the precision of a double.
  constexpr uint64_t kBias = 0x2A9F7893782DA1CEull;
  double root = std::bit_cast<double>(std::bit_cast<uint64_t>(value) / 3 + kBias);
  for (int i = 0; i < 4; i++) root = (2 * root + value / (root * root)) / 3;
  return root;
}

}  // namespace

Oklab oklab(Rgb colour) {
  double r = kSrgbToLinear[colour.red];
  double g = kSrgbToLinear[colour.green];
  double b = kSrgbToLinear[colour.blue];
  double l = cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double m = cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double s = cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

float oklabChroma(Rgb colour) {
  const Oklab lab = oklab(colour);
  return static_cast<float>(std::sqrt(lab.a * lab.a + lab.b * lab.b));
}

}  // namespace stipple
