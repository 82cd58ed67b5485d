// The steps from a pixel to its ink in vectors of 32-bit words: one vector holds luminance and chroma of the
// pixel, another the comparison with four inks, a word each. They give the values of ColourPlan.
#ifndef STIPPLE_KERNEL_DITHER_COLOUR_LANES_H_
#define STIPPLE_KERNEL_DITHER_COLOUR_LANES_H_

#include <bit>
#include <cstdint>

#include "base/bytes.h"
#include "dither/colour.h"
#include "dither/colour_plan.h"
#include "dither/composite.h"
#include "dither/lanes.h"

#if defined(__SSE2__) && defined(__GNUC__)
#define STIPPLE_HAS_PAIRS 1
#include <emmintrin.h>

namespace stipple {

using Words = Lanes<4>::Int;

STIPPLE_INLINE void lower(Words& to, const Words& other) { to = to < other ? to : other; }
STIPPLE_INLINE void raise(Words& to, const Words& other) { to = to > other ? to : other; }

STIPPLE_INLINE __m128i bits(const Words& words) { return (__m128i)words; }
STIPPLE_INLINE Words words(__m128i vector) { return (Words)vector; }

STIPPLE_INLINE __m128i loadNode(const GridNode* node) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(node));
}

// ColourPlan::wanted without branches.
STIPPLE_INLINE void locate(const ColourPlan& plan, Rgb colour, uint64_t red, uint64_t green, uint64_t blue,
                           Words& point, int32_t& step) {
  const int r = static_cast<int>(red & 255);
  const int g = static_cast<int>(green & 255);
  const int b = static_cast<int>(blue & 255);
  const uint32_t keys = static_cast<uint32_t>(red + green + blue);
  const GridPath& path = kGridPaths[(r >= g) << 2 | (g >= b) << 1 | (r >= b)];
  const int more = r > g ? r : g;
  const int less = r > g ? g : r;
  const int most = more > b ? more : b;
  const int least = less < b ? less : b;
  const int middle = static_cast<int>(keys & 255) - most - least;
  const GridNode* node = plan.grid.data() + (keys >> 8);
  const __m128i first = _mm_unpacklo_epi16(loadNode(node), loadNode(node + path.second));
  const __m128i last = _mm_unpacklo_epi16(loadNode(node + path.third), loadNode(node + kGridLast));
  const __m128i first_weights = _mm_set1_epi32((kGridCells - most) | (most - middle) << 16);
  const __m128i last_weights = _mm_set1_epi32((middle - least) | least << 16);
  const Words between =
      words(_mm_add_epi32(_mm_madd_epi16(first, first_weights), _mm_madd_epi16(last, last_weights))) >> 4;
  Words part;
  load(point, &plan.channel[0][colour.red]);
  load(part, &plan.channel[1][colour.green]);
  point += part;
  load(part, &plan.channel[2][colour.blue]);
  point += part;
  const Words coordinates = {-1, -1, -1, 0};
  point += (between << (kColourBits - kGridBits)) & coordinates;
  step = weightStep(between[3]);
}

// Prepares pixels one after the other. Neighbours are often equal, and then not computed again.
class Preparer {
 public:
  STIPPLE_INLINE Preparer(const ColourPlan& plan, const Picture& picture)
      : plan_(plan), alpha_(picture.alpha), last_(~load32(picture.rgba.data())) {}

  STIPPLE_INLINE void prepare(const uint8_t* rgba, bool continuous, WantedPixel& pixel) {
    const uint32_t packed = load32(rgba);
    if (packed != last_ || continuous != continuous_) {
      last_ = packed;
      continuous_ = continuous;
      Rgb colour = {rgba[0], rgba[1], rgba[2]};
      if (packed >> 24 != 255) colour = compositePixel(rgba, alpha_);
      look(colour);
    }
    store(&pixel.point.y, point_);
    pixel.step = step_;
    pixel.kept = kept_;
  }

 private:
  STIPPLE_INLINE void look(Rgb colour) {
    const uint64_t red = plan_.channel_key[0][colour.red];
    const uint64_t green = plan_.channel_key[1][colour.green];
    const uint64_t blue = plan_.channel_key[2][colour.blue];
    const uint32_t inks = static_cast<uint32_t>((red & green & blue) >> 32);
    kept_ = -1;
    if (continuous_) {
      // An exact ink is a tone like any other.
    } else if (inks != 0) {
      kept_ = std::countr_zero(inks);
    } else if (plan_.count > 32) {
      kept_ = plan_.exactInk(colour);
    }
    if (kept_ >= 0) {
      load(point_, &plan_.ink[kept_]);
      step_ = 0;
    } else {
      locate(plan_, colour, red, green, blue, point_, step_);
    }
  }

  const ColourPlan& plan_;
  const Alpha alpha_;
  uint32_t last_;  // the pixel before; at the start a value that differs from the first pixel
  bool continuous_ = false;
  // A WantedPixel in registers.
  Words point_ = {};
  int32_t step_ = 0;
  int32_t kept_ = -1;
};

// The place of the nearest ink. kGroups is the number of groups where it is known, else 0.
template <int kGroups>
STIPPLE_INLINE int nearest(const ColourPlan& plan, const Words& point, int step) {
  const int groups = kGroups > 0 ? kGroups : plan.groups;
  const InkGroup* group = plan.ink_groups.data() + step * groups;
  const Words dropped = point >> (kColourBits - kPixelMatchBits);
  const __m128i packed = _mm_packs_epi32(bits(dropped), bits(dropped));
  const __m128i yu = _mm_shuffle_epi32(packed, 0x00);
  const __m128i w0 = _mm_shuffle_epi32(packed, 0x55);
  const Words rest = Words{} + ~plan.place_mask;
  Words least = {};
  for (int g = 0; g < groups; g++, group++) {
    __m128i luminance_u;
    __m128i chroma_w;
    Words constant;
    load(constant, group->constant.data());
    load(luminance_u, group->luminance_u.data());
    load(chroma_w, group->chroma_w.data());
    const Words product = words(_mm_madd_epi16(yu, luminance_u)) + words(_mm_madd_epi16(w0, chroma_w));
    const Words key = constant - (product & rest);
    if (g == 0) {
      least = key;
    } else {
      lower(least, key);
    }
  }
  lower(least, words(_mm_shuffle_epi32(bits(least), 0x4E)));
  lower(least, words(_mm_shuffle_epi32(bits(least), 0xB1)));
  return _mm_cvtsi128_si32(bits(least)) & plan.place_mask;
}

// The function portion of share.h in all words: the errors of the colour path are below 2^25, the weights at
// most 8.
template <int kDivisor>
STIPPLE_INLINE void portionOf(const Words& e, int weight, Words& share) {
  using Doubles = double __attribute__((vector_size(32)));
  if (weight == kDivisor) {
    share = e;
    return;
  }
  const Words numerator = e * weight + kDivisor / 2;
  if constexpr (std::has_single_bit(static_cast<unsigned>(kDivisor))) {
    share = numerator >> std::countr_zero(static_cast<unsigned>(kDivisor));
  } else {
    // The additional half keeps the quotient away from integers; the lift makes it positive, so that the
    // conversion rounds down.
    constexpr int32_t kLift = (1 << 28) / kDivisor;
    const Doubles lifted = __builtin_convertvector(numerator + kLift * kDivisor, Doubles);
    share = __builtin_convertvector((lifted + 0.5) * (1.0 / kDivisor), Words) - kLift;
  }
}

// The same with the divisors of a kernel for luminance and chroma.
template <DiffusionKernel kKernel>
STIPPLE_INLINE void portionOf(const Words& e, int weight, Words& share) {
  portionOf<kKernel.chroma_divisor>(e, weight, share);
  if constexpr (kKernel.divisor != kKernel.chroma_divisor) {
    Words luminance;
    portionOf<kKernel.divisor>(e, weight, luminance);
    const Words first = {-1, 0, 0, 0};
    select(share, first, luminance);
  }
}

}  // namespace stipple

#endif

#endif  // STIPPLE_KERNEL_DITHER_COLOUR_LANES_H_
