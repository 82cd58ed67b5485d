// Deflate tokens to blocks of bits.
#include "png/deflate_block.h"

#include <algorithm>
#include <array>
#include <vector>

#include "png/deflate_costs.h"
#include "png/huffman.h"

namespace stipple {
namespace {

// What the code lengths of a block cost, roughly; a split must save more than that.
constexpr uint64_t kHeaderCost = 60 * 8 * kBit;

constexpr int kLongestCode = 15;
constexpr int kLongestLengthCode = 7;
constexpr int kLengthSymbols = 19;
constexpr size_t kStoredMost = 65535;
// The order in which lengths of the length code are written (RFC 1951, 3.2.7).
constexpr std::array<uint8_t, kLengthSymbols> kLengthOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                              11, 4,  12, 3, 13, 2, 14, 1, 15};

struct Codes {
  std::array<uint8_t, kMaxHuffmanSymbols> literal_lengths = {};
  std::array<uint8_t, kDistanceSymbols + 2> distance_lengths = {};
  std::array<uint16_t, kMaxHuffmanSymbols> literal_codes = {};
  std::array<uint16_t, kDistanceSymbols + 2> distance_codes = {};

  void assignCodes() {
    huffmanCodes(literal_lengths, literal_codes);
    huffmanCodes(distance_lengths, distance_codes);
  }
};

// One symbol of the code that writes code lengths: a length, or a run with extra bits.
struct LengthToken {
  uint8_t symbol;
  uint8_t extra;
  uint8_t extra_bits;
};

struct LengthHeader {
  std::vector<LengthToken> tokens;
  std::array<uint8_t, kLengthSymbols> lengths = {};
  int literals = 0;
  int distances = 0;
  int order = 0;  // how many lengths of the length code are written
};

Codes fixedCodes() {
  Codes codes;
  for (int i = 0; i < kMaxHuffmanSymbols; i++) {
    codes.literal_lengths[i] = static_cast<uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  }
  codes.distance_lengths.fill(5);
  codes.assignCodes();
  return codes;
}

Codes dynamicCodes(const Histogram& histogram) {
  Codes codes;
  huffmanLengths(histogram.literal, kLongestCode, codes.literal_lengths);
  huffmanLengths(histogram.distance, kLongestCode, codes.distance_lengths);
  // Some decoders refuse a block without a distance code.
  if (std::all_of(histogram.distance.begin(), histogram.distance.end(), [](uint32_t n) { return n == 0; })) {
    codes.distance_lengths[0] = 1;
  }
  codes.assignCodes();
  return codes;
}

void appendRun(std::vector<LengthToken>& tokens, uint8_t length, int run) {
  while (run > 0) {
    if (length == 0 && run >= 3) {
      const int part = std::min(run, 138);
      if (part <= 10) {
        tokens.push_back({17, static_cast<uint8_t>(part - 3), 3});
      } else {
        tokens.push_back({18, static_cast<uint8_t>(part - 11), 7});
      }
      run -= part;
      continue;
    }
    tokens.push_back({length, 0, 0});
    run--;
    while (length != 0 && run >= 3) {
      const int part = std::min(run, 6);
      tokens.push_back({16, static_cast<uint8_t>(part - 3), 2});
      run -= part;
    }
  }
}

LengthHeader makeHeader(const Codes& codes) {
  LengthHeader header;
  header.literals = kLiteralSymbols;
  while (header.literals > kEndOfBlock + 1 && codes.literal_lengths[header.literals - 1] == 0)
    header.literals--;
  header.distances = kDistanceSymbols;
  while (header.distances > 1 && codes.distance_lengths[header.distances - 1] == 0) header.distances--;

  std::vector<uint8_t> all(codes.literal_lengths.begin(), codes.literal_lengths.begin() + header.literals);
  all.insert(all.end(), codes.distance_lengths.begin(), codes.distance_lengths.begin() + header.distances);
  for (size_t i = 0; i < all.size();) {
    size_t end = i;
    while (end < all.size() && all[end] == all[i]) end++;
    appendRun(header.tokens, all[i], static_cast<int>(end - i));
    i = end;
  }
  std::array<uint32_t, kLengthSymbols> counts = {};
  for (LengthToken token : header.tokens) counts[token.symbol]++;
  huffmanLengths(counts, kLongestLengthCode, header.lengths);
  header.order = kLengthSymbols;
  while (header.order > 4 && header.lengths[kLengthOrder[header.order - 1]] == 0) header.order--;
  return header;
}

uint64_t headerBits(const LengthHeader& header) {
  uint64_t bits = 14 + 3 * static_cast<uint64_t>(header.order);
  for (LengthToken token : header.tokens) bits += header.lengths[token.symbol] + token.extra_bits;
  return bits;
}

// Bits of the tokens of a histogram; extra bits follow from the symbols.
uint64_t bodyBits(const Histogram& histogram, const Codes& codes) {
  uint64_t bits = 0;
  for (int i = 0; i < kLiteralSymbols; i++) {
    // Lengths 11..257 have (symbol - 261) / 4 extra bits; 258 has none.
    const int extra = i >= 265 && i < 285 ? (i - 261) / 4 : 0;
    bits += static_cast<uint64_t>(histogram.literal[i]) * (codes.literal_lengths[i] + extra);
  }
  for (int i = 0; i < kDistanceSymbols; i++) {
    bits +=
        static_cast<uint64_t>(histogram.distance[i]) * (codes.distance_lengths[i] + std::max(0, i / 2 - 1));
  }
  return bits;
}

void writeHeader(const LengthHeader& header, BitWriter& writer) {
  writer.put(static_cast<uint32_t>(header.literals - kEndOfBlock - 1), 5);
  writer.put(static_cast<uint32_t>(header.distances - 1), 5);
  writer.put(static_cast<uint32_t>(header.order - 4), 4);
  for (int i = 0; i < header.order; i++) writer.put(header.lengths[kLengthOrder[i]], 3);
  std::array<uint16_t, kLengthSymbols> codes;
  huffmanCodes(header.lengths, codes);
  for (LengthToken token : header.tokens) {
    writer.put(codes[token.symbol], header.lengths[token.symbol]);
    writer.put(token.extra, token.extra_bits);
  }
}

void writeTokens(std::span<const Token> tokens, const Codes& codes, BitWriter& writer) {
  for (Token token : tokens) {
    if (!isMatch(token)) {
      writer.put(codes.literal_codes[token], codes.literal_lengths[token]);
      continue;
    }
    const int length = tokenLength(token);
    const Slot slot = kLengthSlots[length];
    writer.put(codes.literal_codes[slot.symbol], codes.literal_lengths[slot.symbol]);
    writer.put(static_cast<uint32_t>(length - slot.base), slot.extra);
    const int distance = tokenDistance(token);
    const Slot far = distanceSlot(distance);
    writer.put(codes.distance_codes[far.symbol], codes.distance_lengths[far.symbol]);
    writer.put(static_cast<uint32_t>(distance - 1 - far.base), far.extra);
  }
  writer.put(codes.literal_codes[kEndOfBlock], codes.literal_lengths[kEndOfBlock]);
}

void writeStored(std::span<const uint8_t> bytes, bool final, BitWriter& writer) {
  do {
    const size_t part = std::min(bytes.size(), kStoredMost);
    writer.reserve(part + 16);
    writer.put(final && part == bytes.size() ? 1 : 0, 3);
    writer.alignToByte();
    writer.put(static_cast<uint32_t>(part), 16);
    writer.put(static_cast<uint32_t>(~part & 0xFFFF), 16);
    writer.alignToByte();
    writer.putBytes(bytes.first(part));
    bytes = bytes.subspan(part);
  } while (!bytes.empty());
}

void writeBlock(std::span<const Token> tokens, std::span<const uint8_t> bytes, const Histogram& counts,
                bool final, BitWriter& writer) {
  static const Codes fixed = fixedCodes();
  Histogram histogram = counts;
  histogram.literal[kEndOfBlock]++;
  const Codes dynamic = dynamicCodes(histogram);
  const LengthHeader header = makeHeader(dynamic);
  const uint64_t dynamic_bits = headerBits(header) + bodyBits(histogram, dynamic);
  const uint64_t fixed_bits = bodyBits(histogram, fixed);
  const uint64_t stored_bits = (bytes.size() + 5 * (bytes.size() / kStoredMost + 1)) * 8;
  const uint64_t least = std::min(dynamic_bits, fixed_bits);
  if (stored_bits < least) {
    writeStored(bytes, final, writer);
    return;
  }
  writer.reserve(static_cast<size_t>(least / 8) + 16);
  const bool use_fixed = fixed_bits <= dynamic_bits;
  writer.put((final ? 1u : 0u) | (use_fixed ? 1u : 2u) << 1, 3);
  if (!use_fixed) writeHeader(header, writer);
  writeTokens(tokens, use_fixed ? fixed : dynamic, writer);
}

}  // namespace

void writeBlocks(const Parse& parse, std::span<const uint8_t> data, BitWriter& writer) {
  std::span<const Token> tokens = parse.tokens;
  Segment block;
  uint64_t block_cost = 0;
  for (const Segment& segment : parse.segments) {
    Histogram both = block.counts;
    both.add(segment.counts);
    const uint64_t together = entropy(both);
    const uint64_t alone = entropy(segment.counts);
    if (block.tokens > 0 && together > block_cost + alone + kHeaderCost) {
      writeBlock(tokens.first(block.tokens), data.first(block.bytes), block.counts, false, writer);
      tokens = tokens.subspan(block.tokens);
      data = data.subspan(block.bytes);
      block = segment;
      block_cost = alone;
    } else {
      block.counts = both;
      block.tokens += segment.tokens;
      block.bytes += segment.bytes;
      block_cost = together;
    }
  }
  writeBlock(tokens, data, block.counts, true, writer);
}

}  // namespace stipple
