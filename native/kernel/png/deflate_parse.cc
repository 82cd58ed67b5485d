// Bytes to deflate tokens, fast.
#include "png/deflate_parse.h"

#include <algorithm>
#include <bit>

#include "base/bytes.h"

namespace stipple {
namespace {

constexpr int kLongMatch = 5;
// A token that the search for the cheapest never takes.
constexpr Token kNoMatch = matchToken(0, 1);
// Positions are compared by words of eight bytes; a match of all but the last byte is measured in full.
constexpr uint32_t kWord = 8;
constexpr uint32_t kFullWord = kWord - 1;
// Within a match of this length no other is searched for: its tails serve.
constexpr int kSurelyTaken = 40;
// A repeat of this length is taken as it is: weighing each of its positions would be most of the work of a
// picture that is mostly paper.
constexpr int kLongRun = 64;
// Of its positions, and those of other long matches, only one in kSparse can be found again, and all of the
// last kDense.
constexpr uint32_t kSparse = 8;
constexpr int kDense = 16;

inline uint32_t hashShort(uint64_t word, int bits) {
  return (static_cast<uint32_t>(word) * 0x9E3779B1u) >> (32 - bits);
}

inline uint32_t hashLong(uint64_t word, int bits) {
  return static_cast<uint32_t>((word << (64 - 8 * kLongMatch)) * 0x9E3779B97F4A7C15ull >> (64 - bits));
}

// The match (length 0 to 7, distance) of a position with an earlier place, from what a table says of an
// earlier place. Distances that lead out of the window become a match of length 0. Without branches, of which
// every second would be mispredicted.
inline Token compare(const uint8_t* here, uint64_t word, uint16_t at, uint16_t place) {
  // Less one, so that distances 1..32768 are those without a sign.
  const uint16_t before = static_cast<uint16_t>(at - 1 - place);
  const uint32_t valid = ~static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(before)) >> 31);
  const uint32_t distance = (before & valid) + 1;
  const uint64_t difference = (load64(here - distance) ^ word) | uint64_t{1} << 63;
  const uint32_t length = static_cast<uint32_t>(std::countr_zero(difference)) / 8 & valid;
  return length << 16 | distance;
}

}  // namespace

// Costs as the search looks them up.
FastParser::Prices::Prices(const Costs& costs) : literal(costs.literal) {
  // What is too short for a match must never be cheap.
  for (int i = 0; i <= kMaxMatch; i++) length[i] = i < kMinMatch ? 1u << 28 : costs.length[i];
  for (int i = 0; i < 256; i++) distance[i] = costs.distance[distanceSlot(i + 1).symbol];
  for (int i = 0; i < 256; i++) distance[256 + i] = costs.distance[distanceSlot(i * 128 + 1).symbol];
}

inline void FastParser::enter(const uint8_t* here, uint32_t at) {
  const uint64_t word = load64(here);
  short_table_[hashShort(word, kShortHashBits)] = static_cast<uint16_t>(at);
  long_table_[hashLong(word, kLongHashBits)] = static_cast<uint16_t>(at);
}

// Measures the matches of a position, of which at least one is seven bytes or longer; returns the longest.
Token FastParser::measure(const uint8_t* here, int most, Token& near, Token& far) {
  for (Token* match : {&near, &far}) {
    if (tokenLength(*match) == 0) continue;
    const int distance = tokenDistance(*match);
    *match = matchToken(equalBytes(here - distance, here, 0, most), distance);
  }
  return tokenLength(near) >= tokenLength(far) ? near : far;
}

// The tails of a long match are matches at the same distance. Only few of its positions need to be found
// again.
void FastParser::fillTail(const uint8_t* here, uint32_t at, uint32_t last, Token match, Token* near,
                          Token* far) {
  for (int i = 1; i < tokenLength(match); i++) {
    const int length = tokenLength(match) - i;
    near[i] = far[i] = matchToken(length, tokenDistance(match));
    const uint32_t position = at + static_cast<uint32_t>(i);
    if (position < last && (position % kSparse == 0 || length < kDense)) enter(here + i, position);
  }
}

// Follows the repeat that a match begins to its end.
FastParser::Run FastParser::runFrom(std::span<const uint8_t> data, uint32_t at, Token match) {
  const uint32_t size = static_cast<uint32_t>(data.size());
  const int distance = tokenDistance(match);
  const uint8_t* here = data.data() + at;
  int length = equalBytes(here - distance, here, tokenLength(match), static_cast<int>(size - at));
  // What is left over must be a match too.
  const int rest = length % kMaxMatch;
  if (rest < kMinMatch) length -= rest;
  const uint32_t end = at + static_cast<uint32_t>(length);
  const uint32_t last = std::min(end, size < kWord ? 0 : size - kWord + 1);
  for (uint32_t i = at; i < last; i += i + uint32_t{kDense} < end ? kSparse : 1) enter(data.data() + i, i);
  return {length, distance};
}

FastParser::Stretch FastParser::findMatches(std::span<const uint8_t> data, uint32_t from, uint32_t to) {
  const uint32_t size = static_cast<uint32_t>(data.size());
  const uint32_t last = std::min(to, size < kWord ? 0 : size - kWord + 1);
  Run run;
  uint32_t at = from;
  if (at == 0) near_[at] = far_[at] = kNoMatch, at++;  // nothing lies before the first byte
  while (at < last) {
    const uint8_t* here = data.data() + at;
    const uint64_t word = load64(here);
    uint16_t& near_place = short_table_[hashShort(word, kShortHashBits)];
    uint16_t& far_place = long_table_[hashLong(word, kLongHashBits)];
    const uint16_t position = static_cast<uint16_t>(at);
    Token& near = near_[at - from];
    Token& far = far_[at - from];
    near = compare(here, word, position, near_place);
    far = compare(here, word, position, far_place);
    near_place = far_place = position;
    if (std::max(near, far) < kFullWord << 16) {
      at++;
      continue;
    }
    const Token longest = measure(here, std::min(static_cast<int>(to - at), kMaxMatch), near, far);
    const int length = tokenLength(longest);
    if (length >= kLongRun) {
      run = runFrom(data, at, longest);
      break;
    }
    if (length >= kSurelyTaken) fillTail(here, at, last, longest, &near, &far);
    at += length >= kSurelyTaken ? static_cast<uint32_t>(length) : 1;
  }
  const uint32_t end = run.length > 0 ? at : to;
  for (; at < end; at++) near_[at - from] = far_[at - from] = kNoMatch;
  // Shorter matches may reach beyond the end of the stretch.
  constexpr uint32_t kReach = kSurelyTaken;
  for (uint32_t k = std::max(from + kReach, end) - kReach; k < end; k++) {
    for (Token* match : {&near_[k - from], &far_[k - from]}) {
      *match = matchToken(std::min(tokenLength(*match), static_cast<int>(end - k)), tokenDistance(*match));
    }
  }
  return {end, run};
}

// Backwards from the stretch's end: the cheapest way from each position is a literal or one of its matches,
// followed by the cheapest way from where that ends.
void FastParser::findCheapest(std::span<const uint8_t> stretch, const Prices& prices) {
  const int size = static_cast<int>(stretch.size());
  cost_[size] = 0;
  uint32_t next = 0;
  for (int k = size - 1; k >= 0; k--) {
    // Cost in the upper half, token in the lower: the least of these words is the choice, found without a
    // branch.
    uint64_t least = static_cast<uint64_t>(next + prices.literal[stretch[k]]) << 32 | stretch[k];
    for (Token match : {near_[k], far_[k]}) {
      const uint32_t length = match >> 16;
      const uint32_t cost =
          prices.length[length] + prices.ofDistance((match & 0xFFFF) - 1) + cost_[k + length];
      least = std::min(least, static_cast<uint64_t>(cost) << 32 | match);
    }
    cheapest_[k] = static_cast<Token>(least);
    cost_[k] = next = static_cast<uint32_t>(least >> 32);
  }
}

void FastParser::emit(int length, Run run, Parse& parse, Segment& segment) {
  const size_t start = parse.tokens.size();
  parse.tokens.resize(start + static_cast<size_t>(length + run.length / kMaxMatch + 1));
  Token* out = parse.tokens.data() + start;
  for (int k = 0; k < length;) {
    const Token token = cheapest_[k];
    *out++ = token;
    segment.counts.add(token);
    k += isMatch(token) ? tokenLength(token) : 1;
  }
  for (int left = run.length; left > 0; left -= kMaxMatch) {
    const Token token = matchToken(std::min(left, kMaxMatch), run.distance);
    *out++ = token;
    segment.counts.add(token);
  }
  segment.bytes += static_cast<size_t>(length + run.length);
  const size_t tokens = static_cast<size_t>(out - parse.tokens.data()) - start;
  segment.tokens += tokens;
  parse.tokens.resize(start + tokens);
}

Segment FastParser::nextSegment(std::span<const uint8_t> data, uint32_t from, const Costs& costs,
                                Parse& parse) {
  const Prices prices(costs);
  const uint32_t size = static_cast<uint32_t>(data.size());
  Segment segment;
  uint32_t weighed = 0;
  for (uint32_t at = from; at < size && weighed < kSegment;) {
    const Stretch stretch = findMatches(data, at, std::min(size, at + kSegment - weighed));
    const uint32_t length = stretch.end - at;
    findCheapest(data.subspan(at, length), prices);
    emit(static_cast<int>(length), stretch.run, parse, segment);
    weighed += std::max<uint32_t>(length, kLeastWeight);
    at = stretch.end + static_cast<uint32_t>(stretch.run.length);
  }
  return segment;
}

void FastParser::begin(Parse& parse) {
  parse.clear();
  // Empty entries need no mark: every place from a table is compared with the data, and 0 lies within them.
  short_table_.fill(0);
  long_table_.fill(0);
}

void FastParser::run(std::span<const uint8_t> data, Parse& parse) {
  begin(parse);
  // The first segment is parsed twice: with guessed costs, then with those of the first result.
  const Costs guess = guessCosts(data.first(std::min<size_t>(data.size(), kSegment)));
  Costs costs = costsOf(nextSegment(data, 0, guess, parse).counts);
  begin(parse);
  for (uint32_t at = 0; at < data.size();) {
    parse.segments.push_back(nextSegment(data, at, costs, parse));
    costs = costsOf(parse.segments.back().counts);
    at += static_cast<uint32_t>(parse.segments.back().bytes);
  }
}

}  // namespace stipple
