// Indices to packed PNG rows.
#include "png/pack.h"

#include <cstring>

#include "base/bytes.h"

namespace stipple {
namespace {

// One row by the table, any depth and width; also the last pixels of the fast rows.
template <int kDepth>
void packMapped(const uint8_t* indices, int width, std::span<const uint8_t, 256> map, uint8_t* out) {
  constexpr int kPerByte = 8 / kDepth;
  for (int x = 0; x < width; x += kPerByte) {
    unsigned packed = 0;
    for (int i = 0; i < kPerByte; i++) packed = packed << kDepth | (x + i < width ? map[indices[x + i]] : 0u);
    *out++ = static_cast<uint8_t>(packed);
  }
}

// Rows whose codes are the indices themselves. Four pixels of two bits go by one multiplication: the first
// pixel moves from bit 0 to bit 30, the second from 8 to 28, the third from 16 to 26, the last stays at 24.
int packFours(const uint8_t* indices, int width, uint8_t* out) {
  int x = 0;
  for (; x + 4 <= width; x += 4) *out++ = static_cast<uint8_t>((load32(indices + x) * 0x40100401u) >> 24);
  return x;
}

int packPairs(const uint8_t* indices, int width, uint8_t* out) {
  int x = 0;
  for (; x + 2 <= width; x += 2) *out++ = static_cast<uint8_t>(indices[x] << 4 | indices[x + 1]);
  return x;
}

void packRow(const uint8_t* indices, int width, int depth, bool plain, std::span<const uint8_t, 256> map,
             uint8_t* out) {
  int done = 0;
  if (plain) {
    if (depth == 2) done = packFours(indices, width, out);
    if (depth == 4) done = packPairs(indices, width, out);
    if (depth == 8) {
      std::memcpy(out, indices, static_cast<size_t>(width));
      return;
    }
  }
  indices += done;
  out += done * depth / 8;
  if (depth == 1) {
    packMapped<1>(indices, width - done, map, out);
  } else if (depth == 2) {
    packMapped<2>(indices, width - done, map, out);
  } else if (depth == 4) {
    packMapped<4>(indices, width - done, map, out);
  } else {
    packMapped<8>(indices, width - done, map, out);
  }
}

}  // namespace

void packRows(std::span<const uint8_t> indices, int width, int height, int depth,
              std::span<const uint8_t, 256> map, uint8_t* rows) {
  const size_t stride = packedRowBytes(width, depth);
  bool plain = true;
  for (int i = 0; i < 1 << depth; i++) plain = plain && map[i] == i;
  for (int y = 0; y < height; y++) {
    uint8_t* to = rows + stride * static_cast<size_t>(y);
    *to = 0;
    packRow(indices.data() + static_cast<size_t>(y) * static_cast<size_t>(width), width, depth, plain, map,
            to + 1);
  }
}

}  // namespace stipple
