// The sRGB transfer curve as a constant table.
#ifndef STIPPLE_KERNEL_COLOUR_SRGB_H_
#define STIPPLE_KERNEL_COLOUR_SRGB_H_

#include <array>

#include "colour/rgb.h"

namespace stipple {

// Linear light, 0..1, of an sRGB byte.
extern const std::array<double, 256> kSrgbToLinear;

// Linear light of the three channels, 0..1 for what sRGB holds.
using LinearRgb = std::array<double, 3>;

inline LinearRgb toLinear(Rgb colour) {
  return {kSrgbToLinear[colour.red], kSrgbToLinear[colour.green], kSrgbToLinear[colour.blue]};
}

// Luminance weights of ITU-R BT.709.
inline constexpr double kLumaRed = 0.2126;
inline constexpr double kLumaGreen = 0.7152;
inline constexpr double kLumaBlue = 0.0722;

}  // namespace stipple

#endif  // STIPPLE_KERNEL_COLOUR_SRGB_H_
