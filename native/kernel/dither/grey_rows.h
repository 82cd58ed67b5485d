// The rows of the fast grey path, in lanes of a compile-time width.
//
// Serpentine error diffusion is one chain of dependent steps through all pixels, so it is only as fast as
// this step is short: everything else must happen outside it. What a pixel gets from the row above is known
// before its row begins. With it the pixel's value is known up to 7/16 of one error, which is less than the
// levels are apart, so only one threshold can be reached, and vector code says which ("aim"). The chain adds
// the share of the pixel before and compares with that one threshold, three processor cycles a pixel. Vector
// code again turns values into levels and shares ("finish") and sums up what the next row gets from them
// ("gather"). These stages take turns on small groups of pixels, so that the processor computes vectors of
// other groups while the chain waits.
#ifndef STIPPLE_KERNEL_DITHER_GREY_ROWS_H_
#define STIPPLE_KERNEL_DITHER_GREY_ROWS_H_

#include <cstdint>

#include "dither/grey_stages.h"

namespace stipple::grey_rows {

// By how many groups of lanes a stage follows the one before it: loading a vector whose words are still being
// stored would stall the processor.
inline constexpr int kFinishDelay = 2;
inline constexpr int kGatherDelay = 5;

// Dithers a row and prepares the next one, all stages a group of lanes at a time.
template <int kLanes, int kStep, Kind kKind>
STIPPLE_INLINE void oneRow(EvenLevels levels, int width, Alpha alpha, const Rows rows) {
  const Constants<kLanes> constants(levels);
  const int groups = (width + kLanes - 1) / kLanes;
  const int rest = width - (groups - 1) * kLanes;  // pixels of the rightmost group
  const bool more = rows.next_rgba != nullptr;
  const bool opaque = more && allOpaque<kLanes>(rows.next_rgba, width);
  int32_t v = rows.base[kStep > 0 ? 0 : width - 1];
  auto left = [&](int i) { return (kStep > 0 ? i : groups - 1 - i) * kLanes; };

  // A turn at the beginning or the end of a row, where some stages have nothing to do, and groups may be
  // partial.
  auto edge = [&](int i) __attribute__((always_inline)) {
    if (i + 1 < groups) aim<kLanes, kStep, kKind>(constants, left(i + 1), rows);
    if (i < groups) {
      const bool rightmost = kStep > 0 ? i == groups - 1 : i == 0;
      const int count = rightmost ? rest : kLanes;
      chain<kStep, kKind>(kStep > 0 ? left(i) : left(i) + count - 1, count, rows, v);
      if (more) convert<kLanes>(rows, left(i), width, alpha, opaque);
    }
    if (i >= kFinishDelay && i < groups + kFinishDelay) {
      finish<kLanes, kKind>(constants, left(i - kFinishDelay), rows);
      // A spare lane may have overwritten the zero after the row.
      rows.share_behind[width] = rows.share_before[width] = 0;
    }
    if (more && i >= kGatherDelay) gather<kLanes, -kStep, kKind>(constants, left(i - kGatherDelay), rows);
  };
  // A turn in the middle.
  auto middle = [&](int i) __attribute__((always_inline)) {
    const int x = left(i);
    aim<kLanes, kStep, kKind>(constants, x + kStep * kLanes, rows);
    chain<kStep, kKind>(kStep > 0 ? x : x + kLanes - 1, kLanes, rows, v);
    finish<kLanes, kKind>(constants, x - kStep * kFinishDelay * kLanes, rows);
    if (!more) return;
    convert<kLanes>(rows, x, width, alpha, opaque);
    // Pixels come from slow memory; fetching them two rows ahead hides that.
    prefetch(rows.next_rgba, (static_cast<size_t>(x) + 2 * static_cast<size_t>(width)) * 4);
    gather<kLanes, -kStep, kKind>(constants, x - kStep * kGatherDelay * kLanes, rows);
  };
  aim<kLanes, kStep, kKind>(constants, left(0), rows);
  int i = 0;
  for (; i < groups + kGatherDelay && i < kGatherDelay; i++) edge(i);
  for (; i < groups - 1; i++) middle(i);
  for (; i < groups + kGatherDelay; i++) edge(i);
}

// Prepares row 0.
template <int kLanes>
STIPPLE_INLINE void firstRow(EvenLevels levels, int width, Alpha alpha, const Rows& rows) {
  const Constants<kLanes> constants(levels);
  for (int x = 0; x < width; x += kLanes) {
    convert<kLanes>(rows, x, width, alpha, false);
    gather<kLanes, 1, Kind{false, false}>(constants, x, rows);
  }
}

// Dithers row y, and prepares the one after. Even rows run left to right.
template <int kLanes, Kind kKind>
STIPPLE_INLINE void ditherRow(EvenLevels levels, int y, int width, Alpha alpha, const Rows& rows) {
  if (kKind.four)
    levels = {kFourGreys.count, kFourGreys.first, kFourGreys.last,
              kFourGreys.gap,   levels.black,     levels.white};
  if ((y & 1) == 0) {
    oneRow<kLanes, 1, kKind>(levels, width, alpha, rows);
  } else {
    oneRow<kLanes, -1, kKind>(levels, width, alpha, rows);
  }
}

}  // namespace stipple::grey_rows

#endif  // STIPPLE_KERNEL_DITHER_GREY_ROWS_H_
