// Bytes to deflate tokens, fast.
#include "deflate_parse.h"

#include <algorithm>
#include <bit>

#include "bytes.h"

namespace stipple {
namespace {

constexpr int kShortMatch = 4;
constexpr int kLongMatch = 6;
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

// All ones when the condition holds: selects without a branch, which would be a coin toss here.
inline uint32_t mask(bool condition) { return 0u - static_cast<uint32_t>(condition); }

}  // namespace

inline void FastParser::enter(const uint8_t* here, uint32_t at) {
  const uint64_t word = load64(here);
  short_table_[hashShort(word, kShortHashBits)] = static_cast<uint16_t>(at);
  long_table_[hashLong(word, kLongHashBits)] = static_cast<uint16_t>(at);
}

// Measures matches that are at least seven bytes long, and returns how many positions are done with.
uint32_t FastParser::longMatches(const uint8_t* here, uint32_t at, uint32_t last, uint32_t to, Token& near,
                                 Token& far) {
  const int most = std::min(static_cast<int>(to - at), kMaxMatch);
  auto measure = [&](Token& match) {
    if (match == 0) return 0;
    const int distance = tokenDistance(match);
    const int length = equalBytes(here - distance, here, 0, most);
    match = length >= kMinMatch ? matchToken(length, distance) : 0;
    return length;
  };
  const int near_length = measure(near);
  const int far_length = measure(far);
  if (far_length <= near_length) far = 0;
  const int longest = std::max(near_length, far_length);
  if (longest < kSurelyTaken) return 1;
  // The tails of a long match are matches at the same distance. Few of its positions need be found again.
  const int distance = tokenDistance(near_length >= far_length ? near : far);
  for (int i = 1; i < longest; i++) {
    const int length = longest - i;
    (&near)[i] = length >= kMinMatch ? matchToken(length, distance) : 0;
    (&far)[i] = 0;
    const uint32_t position = at + static_cast<uint32_t>(i);
    if (position < last && (position % 8 == 0 || length < 16)) enter(here + i, position);
  }
  return static_cast<uint32_t>(longest);
}

void FastParser::findMatches(const uint8_t* data, uint32_t size, uint32_t from, uint32_t to) {
  const uint32_t last = std::min(to, size < kWord ? 0 : size - kWord + 1);
  uint32_t at = from;
  if (at == 0) near_[at] = far_[at] = 0, at++;  // nothing lies before the first byte
  while (at < last) {
    const uint8_t* here = data + at;
    const uint64_t word = load64(here);
    uint16_t& near_place = short_table_[hashShort(word, kShortHashBits)];
    uint16_t& far_place = long_table_[hashLong(word, kLongHashBits)];
    uint32_t near = static_cast<uint16_t>(at - near_place);
    uint32_t far = static_cast<uint16_t>(at - far_place);
    near_place = far_place = static_cast<uint16_t>(at);
    // A distance that leads nowhere becomes 0, where the bytes surely match: that is sorted out below.
    const uint32_t reach = std::min<uint32_t>(at, kWindow);
    near &= mask(near <= reach);
    far &= mask(far <= reach);
    const uint64_t top = uint64_t{1} << 63;
    uint32_t near_length = static_cast<uint32_t>(std::countr_zero((load64(here - near) ^ word) | top)) / 8;
    uint32_t far_length = static_cast<uint32_t>(std::countr_zero((load64(here - far) ^ word) | top)) / 8;
    near_length &= mask((near_length >= kShortMatch) & (near != 0));
    far_length &= mask((far_length > near_length) & (far_length >= kLongMatch - 1) & (far != 0));
    Token& near_token = near_[at - from];
    Token& far_token = far_[at - from];
    near_token = (near_length << 16 | near) & mask(near_length != 0);
    far_token = (far_length << 16 | far) & mask(far_length != 0);
    if ((near_length == kFullWord) | (far_length == kFullWord)) {
      if (far != 0 && far_length == 0) far_token = matchToken(kMinMatch, static_cast<int>(far));
      at += longMatches(here, at, last, to, near_token, far_token);
    } else {
      at++;
    }
  }
  for (; at < to; at++) near_[at - from] = far_[at - from] = 0;
  // Matches of the word loop may reach beyond the segment.
  for (uint32_t k = std::max(from + kWord, to) - kWord; k < to; k++) {
    for (Token* match : {&near_[k - from], &far_[k - from]}) {
      const int length = std::min(tokenLength(*match), static_cast<int>(to - k));
      *match = length >= kMinMatch ? matchToken(length, tokenDistance(*match)) : 0;
    }
  }
}

// Backwards from the segment's end: the cheapest way from each position is a literal or one of its matches,
// followed by the cheapest way from where that ends.
void FastParser::findCheapest(std::span<const uint8_t> segment, const Costs& costs) {
  const int size = static_cast<int>(segment.size());
  std::array<uint32_t, kMaxMatch + 1> length_cost;
  for (int length = 0; length <= kMaxMatch; length++) {
    length_cost[length] = length < kMinMatch ? 1u << 28 : costs.length[length];  // "no match" is never cheap
  }
  cost_[size] = 0;
  uint32_t next = 0;
  for (int k = size - 1; k >= 0; k--) {
    // Cost above, token below: the least of these is the choice, found without a branch.
    uint64_t least = static_cast<uint64_t>(next + costs.literal[segment[k]]) << 32 | segment[k];
    for (Token match : {near_[k], far_[k]}) {
      const uint32_t length = match >> 16;
      const int distance = static_cast<int>((match - 1) & (kWindow - 1)) + 1;  // any, where there is no match
      const uint32_t distance_cost = costs.distance[distanceSlot(distance).symbol];
      const uint32_t cost = length_cost[length] + distance_cost + cost_[k + length];
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
  // Place 0 needs no mark for "empty": what a table says is always compared with the data.
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
