// A plain inflate, one bit at a time.
#include "inflate.h"

#include <array>

namespace stipple::test {
namespace {

struct Bits {
  std::span<const uint8_t> bytes;
  size_t at = 0;  // in bits
  bool over = false;

  unsigned take(int count) {
    unsigned value = 0;
    for (int i = 0; i < count; i++, at++) {
      if (at / 8 >= bytes.size()) {
        over = true;
        return 0;
      }
      value |= static_cast<unsigned>(bytes[at / 8] >> (at % 8) & 1) << i;
    }
    return value;
  }
};

// A canonical Huffman code: a symbol is found by the length of its code and the place among codes of that
// length.
struct Code {
  std::array<int, 16> count = {};
  std::vector<int> symbols;

  explicit Code(std::span<const int> lengths) {
    for (int length : lengths) count[length]++;
    count[0] = 0;
    for (int length = 1; length < 16; length++) {
      for (size_t i = 0; i < lengths.size(); i++) {
        if (lengths[i] == length) symbols.push_back(static_cast<int>(i));
      }
    }
  }

  int read(Bits& bits) const {
    int code = 0;
    int first = 0;
    int index = 0;
    for (int length = 1; length < 16 && !bits.over; length++) {
      code = code << 1 | static_cast<int>(bits.take(1));
      if (code - first < count[length]) return symbols[index + code - first];
      index += count[length];
      first = (first + count[length]) << 1;
    }
    bits.over = true;
    return 0;
  }
};

constexpr int kLengthBase[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                               31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr int kLengthExtra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr int kDistanceBase[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                 33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr int kDistanceExtra[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                  6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr int kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

bool readTokens(Bits& bits, const Code& literals, const Code& distances, std::vector<uint8_t>& out) {
  while (!bits.over) {
    const int symbol = literals.read(bits);
    if (bits.over || symbol == 256) return !bits.over;
    if (symbol < 256) {
      out.push_back(static_cast<uint8_t>(symbol));
      continue;
    }
    if (symbol > 285) return false;
    const int length = kLengthBase[symbol - 257] + static_cast<int>(bits.take(kLengthExtra[symbol - 257]));
    const int far = distances.read(bits);
    if (bits.over || far > 29) return false;
    const size_t distance = static_cast<size_t>(kDistanceBase[far]) + bits.take(kDistanceExtra[far]);
    if (distance > out.size()) return false;
    for (int i = 0; i < length; i++) out.push_back(out[out.size() - distance]);
  }
  return false;
}

bool readStored(Bits& bits, std::vector<uint8_t>& out) {
  bits.at = (bits.at + 7) / 8 * 8;
  const unsigned length = bits.take(16);
  if ((bits.take(16) ^ 0xFFFF) != length) return false;
  for (unsigned i = 0; i < length; i++) out.push_back(static_cast<uint8_t>(bits.take(8)));
  return !bits.over;
}

bool readDynamic(Bits& bits, std::vector<uint8_t>& out) {
  const int literals = static_cast<int>(bits.take(5)) + 257;
  const int distances = static_cast<int>(bits.take(5)) + 1;
  const int orders = static_cast<int>(bits.take(4)) + 4;
  std::array<int, 19> order_lengths = {};
  for (int i = 0; i < orders; i++) order_lengths[kOrder[i]] = static_cast<int>(bits.take(3));
  const Code code(order_lengths);
  std::vector<int> lengths;
  while (static_cast<int>(lengths.size()) < literals + distances) {
    const int symbol = code.read(bits);
    if (bits.over || (symbol == 16 && lengths.empty())) return false;
    if (symbol < 16) lengths.push_back(symbol);
    if (symbol == 16) lengths.insert(lengths.end(), bits.take(2) + 3, int{lengths.back()});
    if (symbol == 17) lengths.insert(lengths.end(), bits.take(3) + 3, 0);
    if (symbol == 18) lengths.insert(lengths.end(), bits.take(7) + 11, 0);
  }
  if (static_cast<int>(lengths.size()) != literals + distances || lengths[256] == 0) return false;
  const std::span<const int> all(lengths);
  return readTokens(bits, Code(all.first(literals)), Code(all.subspan(literals)), out);
}

bool readFixed(Bits& bits, std::vector<uint8_t>& out) {
  std::vector<int> literals;
  for (int i = 0; i < 288; i++) literals.push_back(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  return readTokens(bits, Code(literals), Code(std::vector<int>(30, 5)), out);
}

uint32_t checksum(std::span<const uint8_t> bytes) {
  uint32_t low = 1;
  uint32_t high = 0;
  for (uint8_t byte : bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

}  // namespace

std::optional<std::vector<uint8_t>> inflateZlib(std::span<const uint8_t> stream) {
  if (stream.size() < 6 || (stream[0] & 15) != 8 || (stream[0] * 256 + stream[1]) % 31 != 0)
    return std::nullopt;
  Bits bits{stream.subspan(2, stream.size() - 6)};
  std::vector<uint8_t> out;
  bool last = false;
  while (!last) {
    last = bits.take(1) == 1;
    const unsigned kind = bits.take(2);
    const bool read = kind == 0   ? readStored(bits, out)
                      : kind == 1 ? readFixed(bits, out)
                      : kind == 2 ? readDynamic(bits, out)
                                  : false;
    if (!read || bits.over) return std::nullopt;
  }
  if ((bits.at + 7) / 8 != bits.bytes.size()) return std::nullopt;
  uint32_t sum = 0;
  for (size_t i = 0; i < 4; i++) sum = sum << 8 | stream[stream.size() - 4 + i];
  if (sum != checksum(out)) return std::nullopt;
  return out;
}

}  // namespace stipple::test
