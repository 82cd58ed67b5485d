// The stages of a row of the fast grey path, a group of lanes at a time; grey_rows.h says what they are for,
// and in which order they run.
#ifndef STIPPLE_KERNEL_DITHER_GREY_STAGES_H_
#define STIPPLE_KERNEL_DITHER_GREY_STAGES_H_

#include <cstdint>

#include "dither/composite_lanes.h"
#include "dither/grey_plan.h"
#include "dither/lanes.h"
#include "dither/noise_tile.h"

namespace stipple::grey_rows {

// What the rows need of a plan with evenly spaced levels.
struct EvenLevels {
  int count;
  int32_t first;
  int32_t last;
  int32_t gap;
  int32_t black = 0;  // codes of the pixels that keep their level, or -1
  int32_t white = 255;
};

// The most common levels get code of their own.
inline constexpr EvenLevels kFourGreys = {4, 0, 255 * kGreyOne, 85 * kGreyOne};
inline constexpr bool isFourGreys(const EvenLevels& levels) {
  return levels.count == kFourGreys.count && levels.first == kFourGreys.first && levels.gap == kFourGreys.gap;
}

// What code is compiled for: the four greys or any even levels, and whether structure and continuous tone are
// told apart pixel by pixel.
struct Kind {
  bool four;
  bool toned;
};

// A threshold that no value reaches, and whose difference to any value still fits.
inline constexpr int32_t kNever = 1 << 30;

// Arrays of the row at hand and of the one after. One element before and after a row can be read; in the
// shares these are zero.
struct Rows {
  const uint8_t* next_rgba;  // null in the last row
  const int32_t* noise;      // of one row of the tile
  int32_t* luma;
  int32_t* next_luma;
  int32_t* base;  // value with the errors from above
  int32_t* next_base;
  int32_t* threshold;  // at or above it a pixel gets the upper of its two levels
  int32_t* below;      // the lower of the two
  int32_t* if_lower;   // base of the next pixel less what the lower level takes from its share
  int32_t* if_upper;   // the same for the upper level
  int32_t* value;
  int32_t* share_below;  // what this row's errors give to the next one
  int32_t* share_behind;
  int32_t* share_before;
  int32_t* level;  // the chosen level's place
  // Of pictures with both regions only: all ones or zero.
  int32_t* tone;  // continuous
  int32_t* next_tone;
  int32_t* linked;  // the next pixel of the row is of the same region
};

// The share of an error that goes to the next pixel. It is additive for multiples of 16, as all levels are.
STIPPLE_INLINE int32_t ahead(int32_t e) { return (e >> 1) - (e >> 4); }

// v < threshold ? lower : upper. Compilers make this a branch, of which every second would be mispredicted,
// so it is written out. The difference never overflows, so its sign decides.
STIPPLE_INLINE int32_t chosen(int32_t v, const int32_t& threshold, const int32_t& lower, int32_t upper) {
#if defined(__x86_64__)
  asm("cmpl %[threshold], %[v]\n\tcmovs %[lower], %[upper]"
      : [upper] "+r"(upper)
      : [v] "r"(v), [threshold] "m"(threshold), [lower] "m"(lower)
      : "cc");
  return upper;
#else
  const int32_t under = (v - threshold) >> 31;
  return (lower & under) | (upper & ~under);
#endif
}

// Constants of a row in all lanes.
template <int kLanes>
struct Constants {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  Int gap;
  Int two_gaps;
  Int half;
  Int taken;
  Int first;
  Int last;
  Int most;
  Int black;  // the two codes that keep their level where regions are not told apart
  Int white;
  Float float_gap;
  Float per_gap;

  STIPPLE_INLINE explicit Constants(EvenLevels levels)
      : gap(Int{} + levels.gap),
        two_gaps(gap + gap),
        half(gap / 2),
        taken(Int{} + ahead(levels.gap)),
        first(Int{} + levels.first),
        last(Int{} + levels.last),
        most(Int{} + (levels.count - 2)),
        black(Int{} + levels.black),
        white(Int{} + levels.white),
        float_gap(Float{} + static_cast<float>(levels.gap)),
        per_gap(1.0f / float_gap) {}
};

// Clears the error that would come from pixels dx columns further that belong to the other region.
template <int kLanes>
STIPPLE_INLINE void dropForeign(const Rows& rows, int x, int dx, typename Lanes<kLanes>::Int& share) {
  typename Lanes<kLanes>::Int giver;
  typename Lanes<kLanes>::Int taker;
  load(giver, rows.tone + x + dx);
  load(taker, rows.next_tone + x);
  share &= giver == taker;
}

// Base values of the next row, which runs in direction kStep after one that runs the other way.
template <int kLanes, int kStep, Kind kKind>
STIPPLE_INLINE void gather(const Constants<kLanes>& constants, int x, const Rows& rows) {
  using Int = typename Lanes<kLanes>::Int;
  Int base;
  Int below;
  Int behind;
  Int before;
  load(base, rows.next_luma + x);
  load(below, rows.share_below + x);
  load(behind, rows.share_behind + x - kStep);
  load(before, rows.share_before + x + kStep);
  if constexpr (kKind.toned) {
    dropForeign<kLanes>(rows, x, 0, below);
    dropForeign<kLanes>(rows, x, -kStep, behind);
    dropForeign<kLanes>(rows, x, kStep, before);
  }
  base <<= kGreyBits;
  if constexpr (!kKind.four) {
    select(base, base < constants.first, constants.first);
    select(base, base > constants.last, constants.last);
  }
  base += below + behind + before;
  store(rows.next_base + x, base);
}

// Lanes whose pixel is black, white, or exactly a level.
template <int kLanes, bool kFour>
STIPPLE_INLINE void findKept(const Constants<kLanes>& constants, const typename Lanes<kLanes>::Int& luma,
                             typename Lanes<kLanes>::Int& kept) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  kept = (luma == 0) | (luma == 255);
  if constexpr (kFour) {
    kept |= (luma == 85) | (luma == 170);
  } else {
    const Int value = luma << kGreyBits;
    const Float place = __builtin_convertvector(value - constants.first, Float) * constants.per_gap;
    const Float whole = __builtin_convertvector(__builtin_convertvector(place + 0.5f, Int), Float);
    const Int level = __builtin_convertvector(whole * constants.float_gap, Int) + constants.first;
    kept |= (level == value) & (value >= constants.first) & (value <= constants.last);
  }
}

// Which threshold each pixel can reach, and what either answer means for the next pixel.
template <int kLanes, int kStep, Kind kKind>
STIPPLE_INLINE void aim(const Constants<kLanes>& constants, int x, const Rows& rows) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  Int base;
  Int noise;
  Int following;
  Int luma;
  load(base, rows.base + x);
  load(following, rows.base + x + kStep);
  load(noise, rows.noise + (x & kNoiseTileMask));
  load(luma, rows.luma + x);
  const Int noisy = base + noise;
  Int below;
  if constexpr (kKind.four) {
    below = ((noisy >= constants.gap) & constants.gap) + ((noisy >= constants.two_gaps) & constants.gap);
  } else {
    const Float place = __builtin_convertvector(noisy - constants.first, Float) * constants.per_gap;
    Int lower = __builtin_convertvector(place, Int);
    select(lower, lower < Int{}, Int{});
    select(lower, lower > constants.most, constants.most);
    // Exact: levels have 16 zero bits below at most 8, which a float holds.
    const Float product = __builtin_convertvector(lower, Float) * constants.float_gap;
    below = __builtin_convertvector(product, Int) + constants.first;
  }
  Int threshold = below + constants.half - noise;
  const Int never = Int{} + kNever;
  if constexpr (!kKind.toned) {
    select(threshold, luma == constants.black, never);
    select(threshold, luma == constants.white, -never);
  } else {
    Int kept;
    Int tone;
    findKept<kLanes, kKind.four>(constants, luma, kept);
    load(tone, rows.tone + x);
    kept &= ~tone;
    // Errors from above and noise move a pixel by less than a gap from the level that it has.
    Int side = never;
    select(side, below < (luma << kGreyBits), -never);
    select(threshold, kept, side);
  }
  store(rows.below + x, below);
  store(rows.threshold + x, threshold);
  Int lower_taken = (below >> 1) - (below >> 4);
  Int taken = constants.taken;
  if constexpr (kKind.toned) {
    Int linked;
    Int neighbour;
    load(linked, rows.tone + x);
    load(neighbour, rows.tone + x + kStep);
    linked = linked == neighbour;
    lower_taken &= linked;
    taken &= linked;
    store(rows.linked + x, linked);
  }
  const Int if_lower = following - lower_taken;
  const Int if_upper = if_lower - taken;
  store(rows.if_lower + x, if_lower);
  store(rows.if_upper + x, if_upper);
}

// The chain, over count pixels from x; v is the value of the first of them, then of the one after.
template <int kStep, Kind kKind>
STIPPLE_INLINE void chain(int x, int count, const Rows& rows, int32_t& v) {
  const int32_t* threshold = rows.threshold + x;
  const int32_t* if_lower = rows.if_lower + x;
  const int32_t* if_upper = rows.if_upper + x;
  const int32_t* linked = rows.linked + x;
  int32_t* value = rows.value + x;
  for (int i = 0; i < count; i++) {
    const int at = i * kStep;
    value[at] = v;
    int32_t share = ahead(v);
    if constexpr (kKind.toned) share &= linked[at];
    v = share + chosen(v, threshold[at], if_lower[at], if_upper[at]);
  }
}

// Values to levels, and their errors to shares: those of share.h.
template <int kLanes, Kind kKind>
STIPPLE_INLINE void finish(const Constants<kLanes>& constants, int x, const Rows& rows) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  Int value;
  Int threshold;
  Int level;
  load(value, rows.value + x);
  load(threshold, rows.threshold + x);
  load(level, rows.below + x);
  level += (value >= threshold) & constants.gap;
  const Int e = value - level;
  const Int behind = (e + e + e + 8) >> 4;
  const Int before = (e + 8) >> 4;
  const Int below = e - ((e >> 1) - (e >> 4)) - behind - before;
  store(rows.share_behind + x, behind);
  store(rows.share_before + x, before);
  store(rows.share_below + x, below);
  if constexpr (kKind.four) {
    level = (level >> kGreyBits) & 3;  // the last two bits of 0, 85, 170 and 255 are their places
  } else {
    const Float place = __builtin_convertvector(level - constants.first, Float) * constants.per_gap;
    level = __builtin_convertvector(place + 0.5f, Int);
  }
  store(rows.level + x, level);
}

// Luma of the next row.
template <int kLanes>
STIPPLE_INLINE void convert(const Rows& rows, int x, int width, Alpha alpha, bool opaque) {
  const uint8_t* rgba = rows.next_rgba + static_cast<size_t>(x) * 4;
  lumaLanes<kLanes>(rgba, width - x, alpha, opaque, rows.next_luma + x);
}

}  // namespace stipple::grey_rows

#endif  // STIPPLE_KERNEL_DITHER_GREY_STAGES_H_
