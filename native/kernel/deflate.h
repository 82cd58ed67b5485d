// Bytes to a zlib stream.
#ifndef STIPPLE_KERNEL_DEFLATE_H_
#define STIPPLE_KERNEL_DEFLATE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "png.h"

namespace stipple {

// Appends a zlib stream of `data` to `out`. False when memory runs out.
bool appendZlib(std::span<const uint8_t> data, Effort effort, std::vector<uint8_t>& out);

// CRC-32 of PNG chunks.
uint32_t crc32Of(std::span<const uint8_t> data);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DEFLATE_H_
