// What the kernel's functions return.
#ifndef STIPPLE_KERNEL_BASE_STATUS_H_
#define STIPPLE_KERNEL_BASE_STATUS_H_

#include <cstdint>

namespace stipple {

enum class Status : uint8_t {
  kOk,
  kBadSize,     // an edge below 1 or above kMaxEdge, or more than kMaxPixels
  kBadLength,   // a buffer does not match the size
  kBadPalette,  // too few or too many inks, or a different number of measured colours
  kBadTuning,   // a dither number outside its range, or NaN
  kBadIndex,    // an index is not below the number of inks
  kBadText,     // an outline, reference, position or size of a text is out of range
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_BASE_STATUS_H_
