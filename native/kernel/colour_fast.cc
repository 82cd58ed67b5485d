// The colour path at speed: one vector of 32-bit words holds a pixel's luminance and chroma, another one word
// of the comparison with each of four inks. While the chain of one row waits, the pixels of the next row are
// prepared.
#include "colour_fast.h"

#include <bit>
#include <cstring>
#include <utility>

#include "bytes.h"
#include "composite.h"
#include "lanes.h"
#include "noise_tile.h"
#include "tone.h"

#if defined(__SSE2__) && defined(__GNUC__)
#define STIPPLE_HAS_PAIRS 1
#include <emmintrin.h>
#endif

namespace stipple {

#ifdef STIPPLE_HAS_PAIRS

namespace {

using Words = Lanes<4>::Int;

STIPPLE_INLINE void lower(Words& to, const Words& other) { to = to < other ? to : other; }
STIPPLE_INLINE void raise(Words& to, const Words& other) { to = to > other ? to : other; }

STIPPLE_INLINE __m128i bits(const Words& words) { return (__m128i)words; }
STIPPLE_INLINE Words words(__m128i vector) { return (Words)vector; }

STIPPLE_INLINE __m128i loadNode(const GridNode* node) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(node));
}

// What ColourPlan::wanted says, without a branch.
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

// Prepares pixels one after the other; neighbours are often equal.
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
    } else {
      locate(plan_, colour, red, green, blue, point_, step_);
    }
  }

  const ColourPlan& plan_;
  const Alpha alpha_;
  uint32_t last_;  // the pixel before, at first one that does not equal the first
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

// Which of the four neighbours of a pixel are of its own region, a bit each.
enum Link : uint8_t { kLinkAhead = 1, kLinkBehindBelow = 2, kLinkBelow = 4, kLinkAheadBelow = 8, kLinkAll = 15 };

// The links of a row that runs in direction kStep. What lies beyond the row counts as linked: it is never used.
// `below` is null in the last row.
template <int kStep>
STIPPLE_INLINE void findLinks(const uint8_t* tone, const uint8_t* below, int width, uint8_t* links) {
  auto link = [&](const uint8_t* row, int x, int to, Link bit) {
    if (row == nullptr || to < 0 || to >= width || (tone[x] == 0) == (row[to] == 0)) return int{bit};
    return 0;
  };
  for (int x = 0; x < width; x++) {
    links[x] = static_cast<uint8_t>(
        link(tone, x, x + kStep, kLinkAhead) | link(below, x, x - kStep, kLinkBehindBelow) |
        link(below, x, x, kLinkBelow) | link(below, x, x + kStep, kLinkAheadBelow));
  }
}

STIPPLE_INLINE void keepIf(bool linked, Words& share) { share &= Words{} - static_cast<int32_t>(linked); }

struct Row {
  const WantedPixel* wanted;
  WantedPixel* next_wanted;
  const uint8_t* next_rgba;  // null in the last row
  const int32_t* noise;
  const Opponent* above;  // what the row before gave to this one
  Opponent* below;        // gets what this one gives to the next
  uint8_t* indices;
  const uint8_t* links;      // null where there are no regions
  const uint8_t* next_tone;  // the same, and in the last row
  bool continuous;           // the tone of all where there are no regions
};

template <int kStep, int kGroups, bool kToned>
STIPPLE_INLINE void diffuseRow(const ColourPlan& plan, const Row row, int width, Preparer& preparer) {
  const Words cap = Words{} + plan.cap;
  const Words half = Words{} + 8;
  // The share of the pixel before is that of its value less that of its ink: the inks are multiples of 16.
  // Only the ink waits for the comparison.
  Words value_ahead = {};
  Words ink_ahead = {};
  Words below_before = {};  // what is known of the cell under the pixel before
  Words ahead_below = {};
  for (int i = 0, x = kStep > 0 ? 0 : width - 1; i < width; i++, x += kStep) {
    Words v;
    Words point;
    load(v, row.above + x);
    load(point, &row.wanted[x].point);
    v = v + value_ahead - ink_ahead;
    lower(v, cap);
    raise(v, -cap);
    v += point;
    value_ahead = (v >> 1) - (v >> 4);
    int ink = row.wanted[x].kept;
    if (ink < 0) {
      const Words offset = words(_mm_cvtsi32_si128(row.noise[x & kNoiseTileMask]));
      ink = nearest<kGroups>(plan, v + offset, row.wanted[x].step);
    }
    load(ink_ahead, &plan.ink_ahead[ink]);
    if (row.next_rgba != nullptr)
      preparer.prepare(row.next_rgba + static_cast<size_t>(x) * 4,
                       kToned ? row.next_tone[x] != 0 : row.continuous, row.next_wanted[x]);
    row.indices[x] = static_cast<uint8_t>(ink);
    Words chosen;
    load(chosen, &plan.ink[ink]);
    const Words e = v - chosen;
    // The shares of share.h.
    const Words ahead = value_ahead - ink_ahead;
    Words behind = (e + e + e + half) >> 4;
    Words last = (e + half) >> 4;
    Words straight = e - ahead - behind - last;
    if (kToned && row.links[x] != kLinkAll) [[unlikely]] {
      const uint8_t links = row.links[x];
      keepIf(links & kLinkAhead, value_ahead);
      keepIf(links & kLinkAhead, ink_ahead);
      keepIf(links & kLinkBehindBelow, behind);
      keepIf(links & kLinkBelow, straight);
      keepIf(links & kLinkAheadBelow, last);
    }
    const Words under = below_before + behind;
    std::memcpy(&row.below[x - kStep].y, &under, sizeof under);
    below_before = straight + ahead_below;
    ahead_below = last;
  }
  std::memcpy(&row.below[kStep > 0 ? width - 1 : 0].y, &below_before, sizeof below_before);
}

template <int kGroups, bool kToned>
STIPPLE_INLINE void diffuseRows(const Picture& picture, const ColourPlan& plan, ColourScratch& scratch,
                                uint8_t* indices) {
  const int width = picture.width;
  scratch.errors.assign((static_cast<size_t>(width) + 2) * 2, Opponent{});
  scratch.wanted.resize(static_cast<size_t>(width) * 2);
  Opponent* above = scratch.errors.data() + 1;
  Opponent* below = above + width + 2;
  WantedPixel* wanted = scratch.wanted.data();
  WantedPixel* next_wanted = wanted + width;
  Preparer preparer(plan, picture);
  const uint8_t* rgba = picture.rgba.data();
  const uint8_t* tone = picture.tone.data();
  const bool continuous = !picture.tone.empty() && tone[0] != 0;
  if (kToned) scratch.links.resize(width);
  uint8_t* links = scratch.links.data();
  for (int x = 0; x < width; x++) {
    preparer.prepare(rgba + static_cast<size_t>(x) * 4, kToned ? tone[x] != 0 : continuous, wanted[x]);
  }
  int32_t noise[kNoiseTileSize];
  for (int y = 0; y < picture.height; y++, indices += width) {
    const uint16_t* tile = &kNoiseTile[static_cast<size_t>(y & kNoiseTileMask) * kNoiseTileSize];
    for (int x = 0; x < kNoiseTileSize; x++) noise[x] = plan.offset(centredRank(tile[x]));
    rgba = y + 1 < picture.height ? rgba + static_cast<size_t>(width) * 4 : nullptr;
    const uint8_t* next_tone = kToned && rgba != nullptr ? tone + width : nullptr;
    const Row row = {wanted, next_wanted, rgba, noise, above, below, indices, links, next_tone, continuous};
    if ((y & 1) == 0) {
      if (kToned) findLinks<1>(tone, next_tone, width, links);
      diffuseRow<1, kGroups, kToned>(plan, row, width, preparer);
    } else {
      if (kToned) findLinks<-1>(tone, next_tone, width, links);
      diffuseRow<-1, kGroups, kToned>(plan, row, width, preparer);
    }
    if (kToned) tone = next_tone;
    std::swap(above, below);
    std::swap(wanted, next_wanted);
  }
}

template <bool kToned>
STIPPLE_INLINE void diffuseWith(const Picture& picture, const ColourPlan& plan, ColourScratch& scratch,
                                uint8_t* indices) {
  if (plan.groups == 1) {
    diffuseRows<1, kToned>(picture, plan, scratch, indices);
  } else if (plan.groups == 2) {
    diffuseRows<2, kToned>(picture, plan, scratch, indices);
  } else {
    diffuseRows<0, kToned>(picture, plan, scratch, indices);
  }
}

STIPPLE_INLINE void diffuseAll(const Picture& picture, const ColourPlan& plan, ColourScratch& scratch,
                               uint8_t* indices) {
  if (toneOf(picture.tone) == Tone::kMixed) {
    diffuseWith<true>(picture, plan, scratch, indices);
  } else {
    diffuseWith<false>(picture, plan, scratch, indices);
  }
}

void diffusePortable(const Picture& picture, const ColourPlan& plan, ColourScratch& scratch,
                     uint8_t* indices) {
  diffuseAll(picture, plan, scratch, indices);
}

STIPPLE_AVX2 void diffuseAvx2(const Picture& picture, const ColourPlan& plan, ColourScratch& scratch,
                              uint8_t* indices) {
  diffuseAll(picture, plan, scratch, indices);
}

}  // namespace

bool canDitherColourFast(const ColourPlan& plan, Algorithm algorithm) {
  return algorithm == Algorithm::kFloydSteinberg && plan.strength == kColourOne && plan.chroma_clamp <= 0;
}

void ditherColourFast(const Picture& picture, const ColourPlan& plan, Variant variant, ColourScratch& scratch,
                      std::span<uint8_t> indices) {
  if (variant == Variant::kAvx2) {
    diffuseAvx2(picture, plan, scratch, indices.data());
  } else {
    diffusePortable(picture, plan, scratch, indices.data());
  }
}

#else

bool canDitherColourFast(const ColourPlan&, Algorithm) { return false; }
void ditherColourFast(const Picture&, const ColourPlan&, Variant, ColourScratch&, std::span<uint8_t>) {}

#endif

}  // namespace stipple
