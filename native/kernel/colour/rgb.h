// A colour of three bytes.
#ifndef STIPPLE_KERNEL_COLOUR_RGB_H_
#define STIPPLE_KERNEL_COLOUR_RGB_H_

#include <cstdint>

namespace stipple {

// sRGB code values.
struct Rgb {
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

inline constexpr bool isGrey(Rgb ink) { return ink.red == ink.green && ink.green == ink.blue; }

// BT.709 luma of the code values, rounded. In integers, because in binary fractions white would come out
// below 255.
inline constexpr int luma709(int red, int green, int blue) {
  return (2126 * red + 7152 * green + 722 * blue + 5000) / 10000;
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_COLOUR_RGB_H_
