// Bytes to deflate tokens, fast.
#include "deflate_parse.h"

#include <algorithm>
#include <bit>

#include "bytes.h"

namespace stipple {
namespace {

constexpr int kLongMatch = 5;
// A token that the search for the cheapest never takes.
constexpr Token kNoMatch = matchToken(0, 1);
// Positions are compared by words of eight bytes; a match that fills all but the last byte is looked at
// closer.
constexpr uint32_t kWord = 8;
constexpr uint32_t kFullWord = kWord - 1;
// Behind a match of this length nothing else is looked for: its tail serves.
constexpr int kSurelyTaken = 40;

inline uint32_t hashShort(uint64_t word, int bits) {
  return (static_cast<uint32_t>(word) * 0x9E3779B1u) >> (32 - bits);
}

inline uint32_t hashLong(uint64_t word, int bits) {
  return static_cast<uint32_t>((word << (64 - 8 * kLongMatch)) * 0x9E3779B97F4A7C15ull >> (64 - bits));
}

// The match (length 0 to 7, distance) of a position with an earlier place, from what a table says of an
// earlier place. Distances that lead out of the window become a match of length 0. Without branches: they
// would be coin tosses.
inline Token compare(const uint8_t* here, uint64_t word, uint16_t at, uint16_t place) {
  // Less one, so that distances 1..32768 are those without a sign.
  const uint16_t before = static_cast<uint16_t>(at - 1 - place);
  const uint32_t valid = ~static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(before)) >> 31);
  const uint32_t distance = (before & valid) + 1;
  const uint64_t difference = (load64(here - distance) ^ word) | uint64_t{1} << 63;
  const uint32_t length = static_cast<uint32_t>(std::countr_zero(difference)) / 8 & valid;
  return length << 16 | distance;
}

// Costs of distances: the first 256 one by one, above that in steps of 128, within which all share a symbol.
struct DistanceCosts {
  std::array<uint16_t, 512> of;

  explicit DistanceCosts(const Costs& costs) {
    for (int i = 0; i < 256; i++) of[i] = costs.distance[distanceSlot(i + 1).symbol];
    for (int i = 0; i < 256; i++) of[256 + i] = costs.distance[distanceSlot(i * 128 + 1).symbol];
  }

  uint32_t at(uint32_t less_one) const { return of[less_one < 256 ? less_one : 256 + (less_one >> 7)]; }
};

}  // namespace

inline void FastParser::enter(const uint8_t* here, uint32_t at) {
  const uint64_t word = load64(here);
  short_table_[hashShort(word, kShortHashBits)] = static_cast<uint16_t>(at);
  long_table_[hashLong(word, kLongHashBits)] = static_cast<uint16_t>(at);
}

// Measures matches of which at least one is seven bytes or longer, and returns how many positions are done
// with.
uint32_t FastParser::longMatches(const uint8_t* here, uint32_t at, uint32_t last, uint32_t to, Token& near,
                                 Token& far) {
  const int most = std::min(static_cast<int>(to - at), kMaxMatch);
  auto measure = [&](Token& match) {
    if (tokenLength(match) == 0) return 0;
    const int length = equalBytes(here - tokenDistance(match), here, 0, most);
    match = matchToken(length, tokenDistance(match));
    return length;
  };
  const int near_length = measure(near);
  const int far_length = measure(far);
  const int longest = std::max(near_length, far_length);
  if (longest < kSurelyTaken) return 1;
  // The tails of a long match are matches at the same distance. Few of its positions need be found again.
  const int distance = tokenDistance(near_length >= far_length ? near : far);
  for (int i = 1; i < longest; i++) {
    const int length = longest - i;
    (&near)[i] = (&far)[i] = matchToken(length, distance);
    const uint32_t position = at + static_cast<uint32_t>(i);
    if (position < last && (position % 8 == 0 || length < 16)) enter(here + i, position);
  }
  return static_cast<uint32_t>(longest);
}

void FastParser::findMatches(const uint8_t* data, uint32_t size, uint32_t from, uint32_t to) {
  const uint32_t last = std::min(to, size < kWord ? 0 : size - kWord + 1);
  uint32_t at = from;
  if (at == 0) near_[at] = far_[at] = kNoMatch, at++;  // nothing lies before the first byte
  while (at < last) {
    const uint8_t* here = data + at;
    const uint64_t word = load64(here);
    uint16_t& near_place = short_table_[hashShort(word, kShortHashBits)];
    uint16_t& far_place = long_table_[hashLong(word, kLongHashBits)];
    const uint16_t position = static_cast<uint16_t>(at);
    Token& near = near_[at - from];
    Token& far = far_[at - from];
    near = compare(here, word, position, near_place);
    far = compare(here, word, position, far_place);
    near_place = far_place = position;
    if (std::max(near, far) >= kFullWord << 16) {
      at += longMatches(here, at, last, to, near, far);
    } else {
      at++;
    }
  }
  for (; at < to; at++) near_[at - from] = far_[at - from] = kNoMatch;
  // Matches of the word loop may reach beyond the segment.
  for (uint32_t k = std::max(from + kWord, to) - kWord; k < to; k++) {
    for (Token* match : {&near_[k - from], &far_[k - from]}) {
      *match = matchToken(std::min(tokenLength(*match), static_cast<int>(to - k)), tokenDistance(*match));
    }
  }
}

// Backwards from the segment's end: the cheapest way from each position is a literal or one of its matches,
// followed by the cheapest way from where that ends.
void FastParser::findCheapest(std::span<const uint8_t> segment, const Costs& costs) {
  const int size = static_cast<int>(segment.size());
  const DistanceCosts distances(costs);
  std::array<uint32_t, kMaxMatch + 1> lengths;
  // What is too short for a match must never be cheap.
  for (int length = 0; length <= kMaxMatch; length++) {
    lengths[length] = length < kMinMatch ? 1u << 28 : costs.length[length];
  }
  cost_[size] = 0;
  uint32_t next = 0;
  for (int k = size - 1; k >= 0; k--) {
    // Cost above, token below: the least of these is the choice, found without a branch.
    uint64_t least = static_cast<uint64_t>(next + costs.literal[segment[k]]) << 32 | segment[k];
    for (Token match : {near_[k], far_[k]}) {
      const uint32_t length = match >> 16;
      const uint32_t cost = lengths[length] + distances.at((match & 0xFFFF) - 1) + cost_[k + length];
      least = std::min(least, static_cast<uint64_t>(cost) << 32 | match);
    }
    cheapest_[k] = static_cast<Token>(least);
    cost_[k] = next = static_cast<uint32_t>(least >> 32);
  }
}

void FastParser::emit(int length, Parse& parse, Segment& segment) {
  const size_t start = parse.tokens.size();
  parse.tokens.resize(start + length);
  Token* out = parse.tokens.data() + start;
  segment = {};
  for (int k = 0; k < length;) {
    const Token token = cheapest_[k];
    *out++ = token;
    segment.counts.add(token);
    k += isMatch(token) ? tokenLength(token) : 1;
  }
  segment.bytes = static_cast<size_t>(length);
  segment.tokens = static_cast<size_t>(out - parse.tokens.data()) - start;
  parse.tokens.resize(start + segment.tokens);
}

void FastParser::run(std::span<const uint8_t> data, Parse& parse) {
  parse.clear();
  // Place 0 needs no mark for "empty": whatever a table says is compared with the data, and it never says a
  // place before their start.
  short_table_.fill(0);
  long_table_.fill(0);
  const uint32_t size = static_cast<uint32_t>(data.size());
  Costs costs = guessCosts(data.first(std::min<size_t>(size, kSegment)));
  Segment segment;
  for (uint32_t from = 0; from < size; from += kSegment) {
    const uint32_t to = std::min<uint32_t>(size, from + kSegment);
    const auto part = data.subspan(from, to - from);
    findMatches(data.data(), size, from, to);
    // The first segment goes twice: a guess of the costs, then with what came of it.
    for (int pass = from == 0 ? 0 : 1; pass < 2; pass++) {
      findCheapest(part, costs);
      const size_t start = parse.tokens.size();
      emit(static_cast<int>(part.size()), parse, segment);
      costs = costsOf(segment.counts);
      if (pass == 0) parse.tokens.resize(start);
    }
    parse.segments.push_back(segment);
  }
}

}  // namespace stipple
