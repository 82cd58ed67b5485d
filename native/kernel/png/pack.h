// Indices to packed PNG rows.
#ifndef STIPPLE_KERNEL_PNG_PACK_H_
#define STIPPLE_KERNEL_PNG_PACK_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace stipple {

// Bytes of one packed row, its leading filter byte included.
inline size_t packedRowBytes(int width, int depth) {
  return 1 + (static_cast<size_t>(width) * static_cast<size_t>(depth) + 7) / 8;
}

// Packs rows of indices at 1, 2, 4 or 8 bits a pixel, leftmost in the high bits, with filter type None (0)
// before each. `map` (256 entries) replaces every index by its code. `rows` holds height * packedRowBytes
// bytes.
void packRows(std::span<const uint8_t> indices, int width, int height, int depth,
              std::span<const uint8_t, 256> map, uint8_t* rows);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_PACK_H_
