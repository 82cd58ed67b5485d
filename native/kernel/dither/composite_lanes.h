// Pixels over white paper, several at a time: the same values as composite.h.
#ifndef STIPPLE_KERNEL_DITHER_COMPOSITE_LANES_H_
#define STIPPLE_KERNEL_DITHER_COMPOSITE_LANES_H_

#include <bit>
#include <cstdint>

#include "dither/lanes.h"
#include "dither/picture.h"

namespace stipple {

// One channel over white. Everything is exact: the products fit a float, and (n + 1 + n / 256) / 256 is n /
// 255 for every n below 65535.
template <int kLanes>
STIPPLE_INLINE void overWhite(typename Lanes<kLanes>::Int& colour, const typename Lanes<kLanes>::Int& alpha,
                              Alpha kind) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  const Int paper = 255 - alpha;
  if (kind == Alpha::kPremultiplied) {
    colour += paper;
    select(colour, colour > 255, Int{} + 255);
    return;
  }
  const Float product = __builtin_convertvector(colour, Float) * __builtin_convertvector(alpha, Float);
  const Int sum = __builtin_convertvector(product, Int) + (paper << 8) - paper + 127;
  colour = (sum + 1 + (sum >> 8)) >> 8;
}

// BT.709 luma of one vector of pixels in memory order.
template <int kLanes, bool kOpaque>
STIPPLE_INLINE void lumaOf(const typename Lanes<kLanes>::Int& pixels, Alpha kind,
                           typename Lanes<kLanes>::Int& luma) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  static_assert(std::endian::native == std::endian::little);
  Int red = pixels & 255;
  Int green = (pixels >> 8) & 255;
  Int blue = (pixels >> 16) & 255;
  if constexpr (!kOpaque) {
    const Int alpha = (pixels >> 24) & 255;
    overWhite<kLanes>(red, alpha, kind);
    overWhite<kLanes>(green, alpha, kind);
    overWhite<kLanes>(blue, alpha, kind);
  }
  const Float sum = __builtin_convertvector(red, Float) * 2126.0f +
                    __builtin_convertvector(green, Float) * 7152.0f +
                    __builtin_convertvector(blue, Float) * 722.0f;
  // The sum is an integer below 2^22. The additional half keeps the quotient further from integers than a
  // float rounds, so that this equals the integer division of luma709 (colour/rgb.h).
  luma = __builtin_convertvector((sum + 5000.5f) * 1e-4f, Int);
}

// The same for pixels in memory, of which only `exist` are there. Writes kLanes words in any case; `opaque`
// says that all pixels are opaque.
template <int kLanes>
STIPPLE_INLINE void lumaLanes(const uint8_t* rgba, int exist, Alpha kind, bool opaque, int32_t* luma) {
  using Int = typename Lanes<kLanes>::Int;
  Int pixels = ~Int{};
  if (exist >= kLanes) {
    load(pixels, rgba);
  } else {
    std::memcpy(&pixels, rgba, static_cast<size_t>(exist) * 4);
  }
  Int codes;
  if (opaque) {
    lumaOf<kLanes, true>(pixels, kind, codes);
  } else {
    lumaOf<kLanes, false>(pixels, kind, codes);
  }
  store(luma, codes);
}

// True when all pixels of a row are opaque.
template <int kLanes>
STIPPLE_INLINE bool allOpaque(const uint8_t* rgba, int width) {
  using Int = typename Lanes<kLanes>::Int;
  Int all = ~Int{};
  Int pixels;
  int x = 0;
  for (; x + kLanes <= width; x += kLanes) {
    load(pixels, rgba + static_cast<size_t>(x) * 4);
    all &= pixels;
  }
  uint8_t every = 255;
  for (; x < width; x++) every &= rgba[static_cast<size_t>(x) * 4 + 3];
  // Lane by lane: stored to an array, the vector would be kept in memory by the loop above, too.
  for (int i = 0; i < kLanes; i++) every &= static_cast<uint8_t>(static_cast<uint32_t>(all[i]) >> 24);
  return every == 255;
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COMPOSITE_LANES_H_
