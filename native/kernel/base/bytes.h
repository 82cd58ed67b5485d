// Unaligned words of a byte buffer, the first byte lowest on every machine.
#ifndef STIPPLE_KERNEL_BASE_BYTES_H_
#define STIPPLE_KERNEL_BASE_BYTES_H_

#include <bit>
#include <cstdint>
#include <cstring>

namespace stipple {

inline uint64_t load64(const uint8_t* p) {
  if constexpr (std::endian::native == std::endian::little) {
    uint64_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }
  uint64_t word = 0;
  for (int i = 7; i >= 0; i--) word = word << 8 | p[i];
  return word;
}

inline uint32_t load32(const uint8_t* p) {
  if constexpr (std::endian::native == std::endian::little) {
    uint32_t word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }
  return static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 | static_cast<uint32_t>(p[2]) << 16 |
         static_cast<uint32_t>(p[3]) << 24;
}

// How many bytes at the start of both places are equal. The first `known` are known to be; at most `most`
// bytes are compared, and none beyond them is read.
inline int equalBytes(const uint8_t* a, const uint8_t* b, int known, int most) {
  int length = known;
  for (; length + 8 <= most; length += 8) {
    const uint64_t difference = load64(a + length) ^ load64(b + length);
    if (difference != 0) return length + std::countr_zero(difference) / 8;
  }
  while (length < most && a[length] == b[length]) length++;
  return length;
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_BASE_BYTES_H_
