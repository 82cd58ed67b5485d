// Pixels over white paper: RGBA rows to opaque colours or to luma.
#include "dither/composite.h"

#include <algorithm>

namespace stipple {
namespace {

inline int overWhite(int colour, int alpha, Alpha kind) {
  if (kind == Alpha::kPremultiplied) return std::min(255, colour + 255 - alpha);
  return (colour * alpha + 255 * (255 - alpha) + 127) / 255;
}

}  // namespace

Rgb compositePixel(const uint8_t* rgba, Alpha alpha) {
  return {static_cast<uint8_t>(overWhite(rgba[0], rgba[3], alpha)),
          static_cast<uint8_t>(overWhite(rgba[1], rgba[3], alpha)),
          static_cast<uint8_t>(overWhite(rgba[2], rgba[3], alpha))};
}

void lumaRow(const uint8_t* rgba, int width, Alpha alpha, uint8_t* luma) {
  for (int x = 0; x < width; x++, rgba += 4) {
    int red = overWhite(rgba[0], rgba[3], alpha);
    int green = overWhite(rgba[1], rgba[3], alpha);
    int blue = overWhite(rgba[2], rgba[3], alpha);
    luma[x] = static_cast<uint8_t>(luma709(red, green, blue));
  }
}

}  // namespace stipple
