// The grey path at speed: which pictures it serves, and on which instructions.
#include "dither/grey_fast.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "dither/tone.h"

// Pixels are read as words whose lowest byte is red.
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define STIPPLE_HAS_LANES 1
#include "dither/grey_rows.h"
#endif

namespace stipple {

#ifdef STIPPLE_HAS_LANES

namespace {

using grey_rows::EvenLevels;
using grey_rows::Kind;
using grey_rows::Rows;

// Errors may exceed their bound by the rounding of shares, a few units of 2^-16 a row.
constexpr int32_t kSlack = kGreyOne;

EvenLevels evenLevels(const GreyPlan& plan) {
  const int last = plan.levels - 1;
  return {plan.levels, plan.level[0], plan.level[last], plan.level[1] - plan.level[0]};
}

// A row of a tone mask as all ones for continuous tone, and zero.
STIPPLE_INLINE void widenTone(const uint8_t* tone, int width, int32_t* words) {
  for (int x = 0; x < width; x++) words[x] = tone[x] != 0 ? -1 : 0;
}

template <int kLanes, Kind kKind>
STIPPLE_INLINE void ditherRowsOf(EvenLevels levels, const Picture& picture, Rows rows, const int32_t* noise,
                                 uint8_t* indices) {
  const int width = picture.width;
  const size_t row_bytes = static_cast<size_t>(width) * 4;
  rows.next_rgba = picture.rgba.data();
  grey_rows::firstRow<kLanes>(levels, width, picture.alpha, rows);
  const uint8_t* tone = picture.tone.data();
  if constexpr (kKind.toned) widenTone(tone, width, rows.next_tone);
  for (int y = 0; y < picture.height; y++, indices += width) {
    rows.next_rgba = y + 1 < picture.height ? rows.next_rgba + row_bytes : nullptr;
    rows.noise = noise + (y & kNoiseTileMask) * kNoiseTileSize;
    std::swap(rows.luma, rows.next_luma);
    std::swap(rows.base, rows.next_base);
    if constexpr (kKind.toned) {
      std::swap(rows.tone, rows.next_tone);
      if (rows.next_rgba != nullptr) widenTone(tone += width, width, rows.next_tone);
    }
    grey_rows::ditherRow<kLanes, kKind>(levels, y, width, picture.alpha, rows);
    for (int x = 0; x < width; x++) indices[x] = static_cast<uint8_t>(rows.level[x]);
  }
}

template <int kLanes>
STIPPLE_INLINE void ditherRows(EvenLevels levels, const Picture& picture, const Rows& rows,
                               const int32_t* noise, uint8_t* indices) {
  const Tone tone = toneOf(picture.tone);
  const bool toned = tone == Tone::kStructure || tone == Tone::kMixed;
  if (tone == Tone::kContinuous) levels.black = levels.white = -1;
  if (grey_rows::isFourGreys(levels)) {
    if (toned) return ditherRowsOf<kLanes, Kind{true, true}>(levels, picture, rows, noise, indices);
    return ditherRowsOf<kLanes, Kind{true, false}>(levels, picture, rows, noise, indices);
  }
  if (toned) return ditherRowsOf<kLanes, Kind{false, true}>(levels, picture, rows, noise, indices);
  ditherRowsOf<kLanes, Kind{false, false}>(levels, picture, rows, noise, indices);
}

// Four lanes of 32 bits are what every 64-bit processor has.
void ditherRowsPortable(EvenLevels levels, const Picture& picture, Rows rows, const int32_t* noise,
                        uint8_t* indices) {
  ditherRows<4>(levels, picture, rows, noise, indices);
}

#ifdef STIPPLE_HAS_AVX2
STIPPLE_AVX2 void ditherRowsAvx2(EvenLevels levels, const Picture& picture, Rows rows, const int32_t* noise,
                                 uint8_t* indices) {
  ditherRows<8>(levels, picture, rows, noise, indices);
}
#endif

// The first word at or after a place that begins a cache line.
int32_t* firstOfLine(int32_t* words) {
  while (reinterpret_cast<uintptr_t>(words) % (kLineWords * sizeof *words) != 0) words++;
  return words;
}

// Turns levels into palette indices, where these differ.
void mapLevels(const GreyPlan& plan, std::span<uint8_t> indices) {
  bool same = true;
  for (int i = 0; i < plan.levels; i++) same = same && plan.index[i] == i;
  if (same) return;
  for (uint8_t& index : indices) index = plan.index[index];
}

}  // namespace

bool canDitherGreyFast(const GreyPlan& plan, Algorithm algorithm) {
  if (algorithm != Algorithm::kFloydSteinberg || plan.strength != kGreyOne || plan.levels < 2) return false;
  if (plan.hysteresis != 0) return false;
  const EvenLevels levels = evenLevels(plan);
  for (int i = 1; i < plan.levels; i++) {
    if (plan.level[i] - plan.level[i - 1] != levels.gap) return false;
  }
  for (int code = 0; code < 256; code++) {
    if (plan.value[code] != std::clamp(code * kGreyOne, levels.first, levels.last)) return false;
  }
  // No error exceeds half a gap and the noise. The share of one moves the next pixel by 7/16 of it either
  // way, which must stay within one gap, so that one threshold is in reach; and whatever comes from above
  // must leave black and white in the outermost gaps.
  const int32_t noise = plan.amplitude[0];
  const int32_t largest = levels.gap / 2 + noise + kSlack;
  return plan.cap >= largest && 2 * grey_rows::ahead(largest) + kSlack < levels.gap &&
         largest + noise < levels.gap;
}

void ditherGreyFast(const Picture& picture, const GreyPlan& plan, Variant variant, GreyFastScratch& scratch,
                    std::span<uint8_t> indices) {
  const EvenLevels levels = evenLevels(plan);
  Rows rows = {};
  int32_t** const arrays[] = {&rows.luma,      &rows.next_luma,   &rows.base,         &rows.next_base,
                              &rows.threshold, &rows.below,       &rows.if_lower,     &rows.if_upper,
                              &rows.value,     &rows.share_below, &rows.share_behind, &rows.share_before,
                              &rows.level,     &rows.tone,        &rows.next_tone,    &rows.linked};
  // Whole cache lines for a row and its spare lanes, and one before it for the neighbour of the first pixel.
  const size_t lines = (static_cast<size_t>(picture.width) + kSpareLanes) / kLineWords + 2;
  scratch.words.assign(kNoiseRanks + (std::size(arrays) * lines + 1) * kLineWords, 0);
  int32_t* words = firstOfLine(scratch.words.data());
  int32_t* noise = std::exchange(words, words + kNoiseRanks);
  for (int i = 0; i < kNoiseRanks; i++) noise[i] = plan.offset(0, centredRank(kNoiseTile[i]));
  for (int32_t** array : arrays) *array = std::exchange(words, words + lines * kLineWords) + kLineWords;

#ifdef STIPPLE_HAS_AVX2
  if (variant == Variant::kAvx2) {
    ditherRowsAvx2(levels, picture, rows, noise, indices.data());
    mapLevels(plan, indices);
    return;
  }
#endif
  ditherRowsPortable(levels, picture, rows, noise, indices.data());
  mapLevels(plan, indices);
}

#else

// Without these vectors every picture takes the path of grey.h.
bool canDitherGreyFast(const GreyPlan&, Algorithm) { return false; }
void ditherGreyFast(const Picture&, const GreyPlan&, Variant, GreyFastScratch&, std::span<uint8_t>) {}

#endif

}  // namespace stipple
