// The colour path at speed: while the chain of one row waits, the pixels of the next row are prepared.
#include "dither/colour_fast.h"

#include <cstring>
#include <utility>

#include "dither/colour_lanes.h"
#include "dither/noise_tile.h"
#include "dither/tone.h"

namespace stipple {

#ifdef STIPPLE_HAS_PAIRS

namespace {

// Which of the four neighbours of a pixel are of its own region, a bit each.
enum Link : uint8_t {
  kLinkAhead = 1,
  kLinkBehindBelow = 2,
  kLinkBelow = 4,
  kLinkAheadBelow = 8,
  kLinkAll = 15
};

// The links of a row that runs in direction kStep. A neighbour beyond the row counts as linked: what it gets
// is never used. `below` is null in the last row.
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
  const uint8_t* next_tone;  // null there, too, and in the last row
  bool continuous;           // the tone of the whole picture where there are no regions
};

template <int kStep, int kGroups, bool kToned>
STIPPLE_INLINE void diffuseRow(const ColourPlan& plan, const Row row, int width, Preparer& preparer) {
  const Words caps[2] = {Words{} + plan.cap, {plan.cap, plan.neutral_cap, plan.neutral_cap, 0}};
  const Words half = Words{} + 8;
  // As inks are multiples of 16, the share of the pixel before is the share of its value less that of its
  // ink. Only the ink has to wait for the comparison.
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
    const Words& cap = caps[row.wanted[x].step == kNeutralStep];
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
  return algorithm == Algorithm::kFloydSteinberg && plan.strength == kColourOne && plan.chroma_clamp <= 0 &&
         plan.hysteresis == 0;
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
