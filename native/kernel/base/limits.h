// The largest picture and palette that the kernel takes.
#ifndef STIPPLE_KERNEL_BASE_LIMITS_H_
#define STIPPLE_KERNEL_BASE_LIMITS_H_

#include <cstddef>

namespace stipple {

// In pixels. No panel comes near these; they keep every buffer within the memory of a small machine.
inline constexpr int kMaxEdge = 32768;
inline constexpr size_t kMaxPixels = size_t{1} << 26;

// An ink index is a byte.
inline constexpr int kMaxInks = 256;
inline constexpr int kMinInks = 2;

inline constexpr bool sizeIsValid(int width, int height) {
  return width >= 1 && width <= kMaxEdge && height >= 1 && height <= kMaxEdge &&
         static_cast<size_t>(width) * static_cast<size_t>(height) <= kMaxPixels;
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_BASE_LIMITS_H_
