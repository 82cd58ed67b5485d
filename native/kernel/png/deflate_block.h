// Deflate tokens to blocks of bits (RFC 1951, 3.2).
#ifndef STIPPLE_KERNEL_PNG_DEFLATE_BLOCK_H_
#define STIPPLE_KERNEL_PNG_DEFLATE_BLOCK_H_

#include <cstdint>
#include <span>

#include "png/bit_writer.h"
#include "png/deflate_parse.h"

namespace stipple {

// Writes the tokens of a parse of `data` as one or more blocks, split between segments where the statistics
// change, each in the smallest of the three kinds; the last one is marked final.
void writeBlocks(const Parse& parse, std::span<const uint8_t> data, BitWriter& writer);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_DEFLATE_BLOCK_H_
