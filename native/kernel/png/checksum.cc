// The two checksums of a PNG.
#include "png/checksum.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace stipple {
namespace {

constexpr uint32_t kCrcPolynomial = 0xEDB88320u;  // 0x04C11DB7 with its bits reversed
constexpr size_t kSlices = 8;

using CrcTables = std::array<std::array<uint32_t, 256>, kSlices>;

// Table s holds the CRC of a byte that is followed by s zero bytes, so that eight bytes go in one step.
constexpr CrcTables makeCrcTables() {
  CrcTables tables = {};
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? kCrcPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (uint32_t byte = 0; byte < 256; byte++) {
    for (size_t s = 1; s < kSlices; s++) {
      uint32_t before = tables[s - 1][byte];
      tables[s][byte] = (before >> 8) ^ tables[0][before & 255];
    }
  }
  return tables;
}

constexpr CrcTables kCrc = makeCrcTables();

constexpr uint32_t kAdlerModulus = 65521;
// The most bytes whose sums stay below 2^32: 255 n (n + 1) / 2 + (n + 1) (kAdlerModulus - 1) < 2^32.
constexpr size_t kAdlerRun = 5552;

}  // namespace

uint32_t crc32(std::span<const uint8_t> data) {
  uint32_t crc = ~0u;
  size_t i = 0;
  for (; i + kSlices <= data.size(); i += kSlices) {
    const uint8_t* p = data.data() + i;
    crc ^= static_cast<uint32_t>(p[0]) | static_cast<uint32_t>(p[1]) << 8 |
           static_cast<uint32_t>(p[2]) << 16 | static_cast<uint32_t>(p[3]) << 24;
    crc = kCrc[7][crc & 255] ^ kCrc[6][crc >> 8 & 255] ^ kCrc[5][crc >> 16 & 255] ^ kCrc[4][crc >> 24] ^
          kCrc[3][p[4]] ^ kCrc[2][p[5]] ^ kCrc[1][p[6]] ^ kCrc[0][p[7]];
  }
  for (; i < data.size(); i++) crc = (crc >> 8) ^ kCrc[0][(crc ^ data[i]) & 255];
  return ~crc;
}

uint32_t adler32(std::span<const uint8_t> data) {
  uint32_t sum = 1;
  uint32_t sums = 0;
  while (!data.empty()) {
    const size_t run = std::min(data.size(), kAdlerRun);
    // The sum of sums after n bytes is n * sum + the bytes weighted n, n - 1, ...: that vectorises.
    uint32_t plain = 0;
    uint32_t weighted = 0;
    for (size_t i = 0; i < run; i++) {
      plain += data[i];
      weighted += static_cast<uint32_t>(run - i) * data[i];
    }
    sums = (sums + static_cast<uint32_t>(run) * sum + weighted) % kAdlerModulus;
    sum = (sum + plain) % kAdlerModulus;
    data = data.subspan(run);
  }
  return sums << 16 | sum;
}

}  // namespace stipple
