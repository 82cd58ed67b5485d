// Truecolour pixels to filtered PNG rows.
#ifndef STIPPLE_KERNEL_PNG_FILTER_H_
#define STIPPLE_KERNEL_PNG_FILTER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stipple {

// Bytes of a row of three bytes a pixel, its leading filter byte included.
inline size_t filteredRowBytes(int width) { return 1 + static_cast<size_t>(width) * 3; }

// For each value of a channel the nearest of 2^bits + 1 levels: equal steps down from white, and black; with 8
// bits the value itself. Equal steps leave few different values after the filters; levels that are spread evenly
// from 0 to 255 would make a larger file than all 256.
std::array<uint8_t, 256> channelLevels(int bits);

// Filters each row in the way that leaves the smallest sum of absolute differences, the usual measure of
// how well it will compress; of equal ones the first of None, Sub, Up, Average, Paeth. `levels` replaces every
// byte before. `rows` holds height * filteredRowBytes(width) bytes.
void filterRows(std::span<const uint8_t> rgb, int width, int height, std::span<const uint8_t, 256> levels,
                uint8_t* rows);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_FILTER_H_
