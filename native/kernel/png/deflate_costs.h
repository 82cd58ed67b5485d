// Symbol counts of deflate tokens, and what each symbol is likely to cost.
#ifndef STIPPLE_KERNEL_PNG_DEFLATE_COSTS_H_
#define STIPPLE_KERNEL_PNG_DEFLATE_COSTS_H_

#include <array>
#include <cstdint>
#include <span>

#include "png/deflate_symbols.h"

namespace stipple {

// Costs are in sixteenths of a bit.
inline constexpr int kBit = 16;

struct Histogram {
  std::array<uint32_t, kLiteralSymbols> literal = {};
  std::array<uint32_t, kDistanceSymbols> distance = {};

  void add(Token token, uint32_t times = 1) {
    if (isMatch(token)) {
      literal[kLengthSlots[tokenLength(token)].symbol] += times;
      distance[distanceSlot(tokenDistance(token)).symbol] += times;
    } else {
      literal[token] += times;
    }
  }
  void add(const Histogram& other);
};

// What the symbols of a histogram cost together under an ideal code of their own, extra bits not counted.
uint64_t entropy(const Histogram& histogram);

struct Costs {
  std::array<uint16_t, 256> literal;
  std::array<uint16_t, kMaxMatch + 1> length;       // with its extra bits
  std::array<uint16_t, kDistanceSymbols> distance;  // with its extra bits

  int match(int length_bytes, int distance_bytes) const {
    return length[length_bytes] + distance[distanceSlot(distance_bytes).symbol];
  }
};

// A first guess: literals by how often each byte occurs in the data, matches as in typical pictures.
Costs guessCosts(std::span<const uint8_t> data);

// What symbols cost under a code made for a histogram; those that it lacks count as rare.
Costs costsOf(const Histogram& histogram);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_DEFLATE_COSTS_H_
