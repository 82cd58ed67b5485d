// Pixels over white paper: RGBA rows to opaque colours or to luma.
#ifndef STIPPLE_KERNEL_DITHER_COMPOSITE_H_
#define STIPPLE_KERNEL_DITHER_COMPOSITE_H_

#include <cstdint>

#include "dither/picture.h"

namespace stipple {

// One pixel composited on white. Colours above their alpha, which are no valid premultiplied pixels, count as
// white.
Rgb compositePixel(const uint8_t* rgba, Alpha alpha);

// One row of `width` pixels composited on white, as luma (luma709).
void lumaRow(const uint8_t* rgba, int width, Alpha alpha, uint8_t* luma);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COMPOSITE_H_
