// Length-limited Huffman codes, as deflate needs them.
#ifndef STIPPLE_KERNEL_PNG_HUFFMAN_H_
#define STIPPLE_KERNEL_PNG_HUFFMAN_H_

#include <cstdint>
#include <span>

namespace stipple {

inline constexpr int kMaxHuffmanSymbols = 288;

// Code lengths for symbol counts: 0 for symbols that do not occur, 1..longest for others. A single symbol
// gets length 1. Up to kMaxHuffmanSymbols symbols, counts that sum to less than 2^31, and 2^longest >=
// symbols. Nearly optimal where the limit acts, optimal otherwise; depends on nothing but the counts.
void huffmanLengths(std::span<const uint32_t> counts, int longest, std::span<uint8_t> lengths);

// The codes that belong to lengths (RFC 1951, 3.2.2), bits reversed so that they can be written from the low
// end.
void huffmanCodes(std::span<const uint8_t> lengths, std::span<uint16_t> codes);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_HUFFMAN_H_
