// The two checksums of a PNG.
#ifndef STIPPLE_KERNEL_PNG_CHECKSUM_H_
#define STIPPLE_KERNEL_PNG_CHECKSUM_H_

#include <cstdint>
#include <span>

namespace stipple {

// CRC-32 of a chunk's type and data (ISO 3309, as PNG uses it).
uint32_t crc32(std::span<const uint8_t> data);

// Adler-32 of the bytes inside a zlib stream (RFC 1950).
uint32_t adler32(std::span<const uint8_t> data);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_CHECKSUM_H_
