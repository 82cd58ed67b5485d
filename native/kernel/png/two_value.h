// Small grey panels mistake a picture of two greys for black and white; this prevents it.
#ifndef STIPPLE_KERNEL_PNG_TWO_VALUE_H_
#define STIPPLE_KERNEL_PNG_TWO_VALUE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "colour/rgb.h"

namespace stipple {

// The size of the small panels, whose firmware counts values.
inline constexpr int kSmallPanelWidth = 800;
inline constexpr int kSmallPanelHeight = 480;

inline constexpr bool isSmallPanel(int width, int height) {
  return width == kSmallPanelWidth && height == kSmallPanelHeight;
}

// Their firmware takes a 2-bit picture whose rows 0..430 hold exactly two values for black and white: code 0
// stays black, every other code becomes white, on the rows below too. Where that would be wrong, one corner
// pixel of the packed rows gets a third code. With only two inks the third code is one more palette entry
// that looks like the ink it replaces, so that no pixel changes. Pictures of other sizes or with colours stay
// as they are.
void avoidTwoValues(std::span<const uint8_t> indices, int width, int height, std::vector<Rgb>& inks,
                    uint8_t* rows);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_TWO_VALUE_H_
