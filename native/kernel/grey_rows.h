// The rows of the fast grey path, in lanes of a compile-time width.
//
// Serpentine error diffusion is one chain of dependent steps through all pixels, so the only way to be fast
// is to keep the step short, and everything else off it. What a pixel gets from the row above is known before
// its row begins. With it the pixel's value is known up to 7/16 of one error, which is less than the levels
// are apart, so only one threshold can be reached, and vector code says which ("aim"). The chain adds the
// share of the pixel before and compares with that one threshold, three processor cycles a pixel. Vector code
// again turns values into levels and shares ("finish") and sums up what the next row gets from them
// ("gather"). All of these go over the row in blocks, in turns, so that the processor fills the waits of the
// chain with vectors of other blocks.
#ifndef STIPPLE_KERNEL_GREY_ROWS_H_
#define STIPPLE_KERNEL_GREY_ROWS_H_

#include <cstdint>

#include "composite_lanes.h"
#include "grey_plan.h"
#include "lanes.h"
#include "noise_tile.h"

namespace stipple::grey_rows {

// What the rows need of a plan with evenly spaced levels.
struct EvenLevels {
  int count;
  int32_t first;
  int32_t last;
  int32_t gap;
};

// The levels that everybody has get code of their own.
inline constexpr EvenLevels kFourGreys = {4, 0, 255 * kGreyOne, 85 * kGreyOne};
inline constexpr bool isFourGreys(const EvenLevels& levels) {
  return levels.count == kFourGreys.count && levels.first == kFourGreys.first && levels.gap == kFourGreys.gap;
}

inline constexpr int kBlock = 64;

// A threshold that no value reaches, and whose difference to any value still fits.
inline constexpr int32_t kNever = 1 << 30;

// Arrays of the row at hand and of the one after. One element before and after a row can be read; of the
// shares those are zero.
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
};

// The share of an error that goes to the next pixel. It is additive for multiples of 16, as all levels are.
STIPPLE_INLINE int32_t ahead(int32_t e) { return (e >> 1) - (e >> 4); }

// v < threshold ? lower : upper. Compilers make this a branch, which would be a coin toss, so it is spelt
// out; the difference always fits, so its sign says it all.
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

// Base values of the next row, which runs in direction kStep after one that runs the other way.
template <int kLanes, int kStep, bool kFourGreys>
STIPPLE_INLINE void gather(EvenLevels levels, int from, int to, Rows rows) {
  using Int = typename Lanes<kLanes>::Int;
  const Int first = Int{} + levels.first;
  const Int last = Int{} + levels.last;
  for (int x = from; x < to; x += kLanes) {
    Int base;
    Int below;
    Int behind;
    Int before;
    load(base, rows.next_luma + x);
    load(below, rows.share_below + x);
    load(behind, rows.share_behind + x - kStep);
    load(before, rows.share_before + x + kStep);
    base <<= kGreyBits;
    if constexpr (!kFourGreys) {
      select(base, base < first, first);
      select(base, base > last, last);
    }
    base += below + behind + before;
    store(rows.next_base + x, base);
  }
}

// Which threshold each pixel can reach, and what either answer means for the next pixel.
template <int kLanes, int kStep, bool kFourGreys>
STIPPLE_INLINE void aim(EvenLevels levels, int from, int to, Rows rows) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  const Int gap = Int{} + levels.gap;
  const Int two_gaps = gap + gap;
  const Int half = gap / 2;
  const Int taken = Int{} + ahead(levels.gap);
  const Int first = Int{} + levels.first;
  const Int most = Int{} + (levels.count - 2);
  const Float float_gap = Float{} + static_cast<float>(levels.gap);
  const Float per_gap = 1.0f / float_gap;
  const Int never = Int{} + kNever;
  for (int x = from; x < to; x += kLanes) {
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
    if constexpr (kFourGreys) {
      below = ((noisy >= gap) & gap) + ((noisy >= two_gaps) & gap);
    } else {
      const Float place = __builtin_convertvector(noisy - first, Float) * per_gap;
      Int lower = __builtin_convertvector(place, Int);
      select(lower, lower < Int{}, Int{});
      select(lower, lower > most, most);
      // Exact: levels have 16 zero bits below at most 8, which a float holds.
      const Float product = __builtin_convertvector(lower, Float) * float_gap;
      below = __builtin_convertvector(product, Int) + first;
    }
    // Black and white keep their level.
    Int threshold = below + half - noise;
    select(threshold, luma == 0, never);
    select(threshold, luma == 255, -never);
    store(rows.below + x, below);
    store(rows.threshold + x, threshold);
    const Int if_lower = following - ((below >> 1) - (below >> 4));
    const Int if_upper = if_lower - taken;
    store(rows.if_lower + x, if_lower);
    store(rows.if_upper + x, if_upper);
  }
}

// The chain, over count pixels from start; v is the value of the first of them, then of the one after.
template <int kStep>
STIPPLE_INLINE void chain(int start, int count, Rows rows, int32_t& v) {
  const int32_t* __restrict threshold = rows.threshold + start;
  const int32_t* __restrict if_lower = rows.if_lower + start;
  const int32_t* __restrict if_upper = rows.if_upper + start;
  int32_t* __restrict value = rows.value + start;
  auto step = [&](int at) {
    value[at] = v;
    v = ahead(v) + chosen(v, threshold[at], if_lower[at], if_upper[at]);
  };
  int at = 0;
  for (; count >= 4; count -= 4, at += 4 * kStep) {
    step(at);
    step(at + kStep);
    step(at + 2 * kStep);
    step(at + 3 * kStep);
  }
  for (; count > 0; count--, at += kStep) step(at);
}

// Values to levels, and their errors to shares: those of share.h.
template <int kLanes, bool kFourGreys>
STIPPLE_INLINE void finish(EvenLevels levels, int from, int to, Rows rows) {
  using Int = typename Lanes<kLanes>::Int;
  using Float = typename Lanes<kLanes>::Float;
  const Int gap = Int{} + levels.gap;
  const Int first = Int{} + levels.first;
  const Float per_gap = 1.0f / (Float{} + static_cast<float>(levels.gap));
  for (int x = from; x < to; x += kLanes) {
    Int value;
    Int threshold;
    Int level;
    load(value, rows.value + x);
    load(threshold, rows.threshold + x);
    load(level, rows.below + x);
    level += (value >= threshold) & gap;
    const Int e = value - level;
    const Int behind = (e + e + e + 8) >> 4;
    const Int before = (e + 8) >> 4;
    const Int below = e - ((e >> 1) - (e >> 4)) - behind - before;
    store(rows.share_behind + x, behind);
    store(rows.share_before + x, before);
    store(rows.share_below + x, below);
    if constexpr (kFourGreys) {
      level = (level >> kGreyBits) & 3;  // 0, 85, 170 and 255 end on their place in two bits
    } else {
      level = __builtin_convertvector(__builtin_convertvector(level - first, Float) * per_gap + 0.5f, Int);
    }
    store(rows.level + x, level);
  }
}

// Dithers a row, and prepares the next one behind it. Each block is read one turn after it was written:
// vectors that are loaded while their words still wait to be stored would hold everything up.
template <int kLanes, int kStep, bool kFourGreys>
STIPPLE_INLINE void oneRow(EvenLevels levels, int width, Alpha alpha, Rows rows) {
  const int blocks = (width + kBlock - 1) / kBlock;
  auto from = [&](int i) { return (kStep > 0 ? i : blocks - 1 - i) * kBlock; };
  auto to = [&](int i) { return from(i) + kBlock < width ? from(i) + kBlock : width; };
  int32_t v = rows.base[kStep > 0 ? 0 : width - 1];
  aim<kLanes, kStep, kFourGreys>(levels, from(0), to(0), rows);
  for (int i = 0; i < blocks + 3; i++) {
    if (i + 1 < blocks) aim<kLanes, kStep, kFourGreys>(levels, from(i + 1), to(i + 1), rows);
    if (i < blocks) chain<kStep>(kStep > 0 ? from(i) : to(i) - 1, to(i) - from(i), rows, v);
    if (i >= 1 && i <= blocks) {
      finish<kLanes, kFourGreys>(levels, from(i - 1), to(i - 1), rows);
      rows.share_behind[width] = rows.share_before[width] = 0;
    }
    if (rows.next_rgba == nullptr) continue;
    if (i < blocks) {
      lumaLanes<kLanes>(rows.next_rgba, from(i), to(i), alpha, rows.next_luma);
      // The pixels come from far; asking two rows ahead for each cache line of them hides that.
      for (int x = from(i); x < to(i); x += kLineWords) {
        __builtin_prefetch(rows.next_rgba + (static_cast<size_t>(x) + 2 * static_cast<size_t>(width)) * 4);
      }
    }
    if (i >= 3) gather<kLanes, -kStep, kFourGreys>(levels, from(i - 3), to(i - 3), rows);
  }
}

// Prepares row 0.
template <int kLanes>
STIPPLE_INLINE void firstRow(EvenLevels levels, int width, Alpha alpha, Rows rows) {
  lumaLanes<kLanes>(rows.next_rgba, 0, width, alpha, rows.next_luma);
  gather<kLanes, 1, false>(levels, 0, width, rows);
}

// Dithers row y, and prepares the one after. Even rows run left to right.
template <int kLanes, bool kFourGreys>
STIPPLE_INLINE void ditherRow(EvenLevels levels, int y, int width, Alpha alpha, Rows rows) {
  if (kFourGreys) levels = grey_rows::kFourGreys;
  if ((y & 1) == 0) {
    oneRow<kLanes, 1, kFourGreys>(levels, width, alpha, rows);
  } else {
    oneRow<kLanes, -1, kFourGreys>(levels, width, alpha, rows);
  }
}

}  // namespace stipple::grey_rows

#endif  // STIPPLE_KERNEL_GREY_ROWS_H_
