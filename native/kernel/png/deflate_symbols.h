// Deflate's alphabets of lengths and distances (RFC 1951, 3.2.5), and the tokens that a parse produces.
#ifndef STIPPLE_KERNEL_PNG_DEFLATE_SYMBOLS_H_
#define STIPPLE_KERNEL_PNG_DEFLATE_SYMBOLS_H_

#include <array>
#include <bit>
#include <cstdint>

namespace stipple {

inline constexpr int kMinMatch = 3;
inline constexpr int kMaxMatch = 258;
inline constexpr int kWindow = 32768;
inline constexpr int kEndOfBlock = 256;
inline constexpr int kLiteralSymbols = 286;
inline constexpr int kDistanceSymbols = 30;

// A literal byte, or a match: length in the high half, distance (at least 1) in the low half.
using Token = uint32_t;
inline constexpr Token matchToken(int length, int distance) {
  return static_cast<Token>(length) << 16 | static_cast<Token>(distance);
}
inline constexpr bool isMatch(Token token) { return token >= 1u << 16; }
inline constexpr int tokenLength(Token token) { return static_cast<int>(token >> 16); }
inline constexpr int tokenDistance(Token token) { return static_cast<int>(token & 0xFFFF); }

// How a length or distance is written: a symbol, then extra bits.
struct Slot {
  uint16_t symbol;
  uint16_t base;
  uint8_t extra;
};

// Both alphabets grow alike: 2^(step + 1) values with a symbol each, then 2^k values a symbol, where k grows
// by one every 2^step symbols.
constexpr Slot slotOf(unsigned value, int step) {
  const int extra = static_cast<int>(std::bit_width(value | 1u << step)) - 1 - step;
  const unsigned high = value >> extra;
  return {static_cast<uint16_t>((static_cast<unsigned>(extra) << step) + high),
          static_cast<uint16_t>(high << extra), static_cast<uint8_t>(extra)};
}

constexpr std::array<Slot, kMaxMatch + 1> makeLengthSlots() {
  std::array<Slot, kMaxMatch + 1> slots = {};
  for (int length = kMinMatch; length <= kMaxMatch; length++) {
    Slot slot = slotOf(static_cast<unsigned>(length - kMinMatch), 2);
    // The longest match has a symbol of its own.
    if (length == kMaxMatch) slot = {28, static_cast<uint16_t>(kMaxMatch - kMinMatch), 0};
    slots[length] = {static_cast<uint16_t>(slot.symbol + kEndOfBlock + 1),
                     static_cast<uint16_t>(slot.base + kMinMatch), slot.extra};
  }
  return slots;
}

inline constexpr std::array<Slot, kMaxMatch + 1> kLengthSlots = makeLengthSlots();

inline Slot distanceSlot(int distance) { return slotOf(static_cast<unsigned>(distance - 1), 1); }

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_DEFLATE_SYMBOLS_H_
