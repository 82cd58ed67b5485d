// Symbol counts of deflate tokens, and what each symbol is likely to cost.
#include "png/deflate_costs.h"

#include <algorithm>
#include <bit>

namespace stipple {
namespace {

constexpr int kLongestCode = 15;

// log2 in sixteenths: the exponent plus a linear mantissa, at most 0.09 bits too low.
uint32_t log2Sixteenths(uint32_t value) {
  const int exponent = static_cast<int>(std::bit_width(value)) - 1;
  const uint64_t mantissa = (static_cast<uint64_t>(value) << 32) >> exponent;
  return static_cast<uint32_t>(exponent * kBit) + static_cast<uint32_t>((mantissa - (1ull << 32)) >> 28);
}

uint64_t entropyOf(std::span<const uint32_t> counts) {
  uint32_t total = 0;
  for (uint32_t count : counts) total += count;
  if (total == 0) return 0;
  const uint32_t whole = log2Sixteenths(total);
  uint64_t bits = 0;
  for (uint32_t count : counts) {
    if (count > 0)
      bits += static_cast<uint64_t>(count) * std::max<uint32_t>(whole - log2Sixteenths(count), kBit / 2);
  }
  return bits;
}

// Cost of one symbol among `total`; a symbol that never occurred counts as half an occurrence.
uint16_t symbolCost(uint32_t count, uint32_t total) {
  const uint32_t whole = log2Sixteenths(2 * total + 2);
  const uint32_t cost = whole - log2Sixteenths(count == 0 ? 1 : 2 * count);
  return static_cast<uint16_t>(std::clamp<uint32_t>(cost, kBit / 2, kLongestCode * kBit));
}

}  // namespace

void Histogram::add(const Histogram& other) {
  for (size_t i = 0; i < literal.size(); i++) literal[i] += other.literal[i];
  for (size_t i = 0; i < distance.size(); i++) distance[i] += other.distance[i];
}

uint64_t entropy(const Histogram& histogram) {
  return entropyOf(histogram.literal) + entropyOf(histogram.distance);
}

Costs guessCosts(std::span<const uint8_t> data) {
  // Length and distance codes of dithered pictures hover about these; the first chunk of tokens corrects
  // them.
  constexpr int kLengthCost = 5 * kBit;
  constexpr int kDistanceCost = 9 * kBit / 2;
  Costs costs;
  std::array<uint32_t, 256> counts = {};
  for (uint8_t byte : data) counts[byte]++;
  const uint32_t total = static_cast<uint32_t>(data.size());
  for (int i = 0; i < 256; i++)
    costs.literal[i] = static_cast<uint16_t>(symbolCost(counts[i], total) + kBit / 2);
  for (int length = kMinMatch; length <= kMaxMatch; length++) {
    costs.length[length] = static_cast<uint16_t>(kLengthCost + kBit * kLengthSlots[length].extra);
  }
  for (int symbol = 0; symbol < kDistanceSymbols; symbol++) {
    costs.distance[symbol] = static_cast<uint16_t>(kDistanceCost + kBit * std::max(0, symbol / 2 - 1));
  }
  return costs;
}

Costs costsOf(const Histogram& histogram) {
  Costs costs;
  uint32_t total = 0;
  for (uint32_t count : histogram.literal) total += count;
  for (int i = 0; i < 256; i++) costs.literal[i] = symbolCost(histogram.literal[i], total);
  for (int length = kMinMatch; length <= kMaxMatch; length++) {
    const Slot slot = kLengthSlots[length];
    costs.length[length] =
        static_cast<uint16_t>(symbolCost(histogram.literal[slot.symbol], total) + kBit * slot.extra);
  }
  uint32_t matches = 0;
  for (uint32_t count : histogram.distance) matches += count;
  for (int symbol = 0; symbol < kDistanceSymbols; symbol++) {
    const int extra = std::max(0, symbol / 2 - 1);
    costs.distance[symbol] =
        static_cast<uint16_t>(symbolCost(histogram.distance[symbol], matches) + kBit * extra);
  }
  return costs;
}

}  // namespace stipple
