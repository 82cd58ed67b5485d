// The sRGB transfer curve as a constant table.
#ifndef STIPPLE_KERNEL_SRGB_H_
#define STIPPLE_KERNEL_SRGB_H_

#include <array>

namespace stipple {

// Linear light, 0..1, of an sRGB byte.
extern const std::array<double, 256> kSrgbToLinear;

// Luminance weights of ITU-R BT.709.
inline constexpr double kLumaRed = 0.2126;
inline constexpr double kLumaGreen = 0.7152;
inline constexpr double kLumaBlue = 0.0722;

}  // namespace stipple

#endif  // STIPPLE_KERNEL_SRGB_H_
