// Indices to packed PNG rows.
#include "pack.h"

namespace stipple {
namespace {

template <int kDepth>
void packRow(const uint8_t* indices, int width, std::span<const uint8_t, 256> map, uint8_t* out) {
  constexpr int kPerByte = 8 / kDepth;
  int x = 0;
  for (; x + kPerByte <= width; x += kPerByte) {
    unsigned packed = 0;
    for (int i = 0; i < kPerByte; i++) packed = packed << kDepth | map[indices[x + i]];
    *out++ = static_cast<uint8_t>(packed);
  }
  if (x == width) return;
  unsigned packed = 0;
  for (int i = 0; i < kPerByte; i++) packed = packed << kDepth | (x + i < width ? map[indices[x + i]] : 0u);
  *out = static_cast<uint8_t>(packed);
}

}  // namespace

void packRows(std::span<const uint8_t> indices, int width, int height, int depth,
              std::span<const uint8_t, 256> map, uint8_t* rows) {
  const size_t stride = packedRowBytes(width, depth);
  for (int y = 0; y < height; y++) {
    const uint8_t* from = indices.data() + static_cast<size_t>(y) * width;
    uint8_t* to = rows + stride * y;
    *to++ = 0;
    if (depth == 2) {
      packRow<2>(from, width, map, to);
    } else if (depth == 4) {
      packRow<4>(from, width, map, to);
    } else {
      packRow<8>(from, width, map, to);
    }
  }
}

}  // namespace stipple
