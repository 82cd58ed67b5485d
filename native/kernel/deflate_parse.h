// Bytes to deflate tokens: which repeats are worth a match.
#ifndef STIPPLE_KERNEL_DEFLATE_PARSE_H_
#define STIPPLE_KERNEL_DEFLATE_PARSE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "deflate_costs.h"
#include "deflate_symbols.h"
#include "match_finder.h"

namespace stipple {

// A stretch of the data with its tokens and their counts.
struct Segment {
  size_t bytes = 0;
  size_t tokens = 0;
  Histogram counts;
};

struct Parse {
  std::vector<Token> tokens;
  std::vector<Segment> segments;

  void clear() {
    tokens.clear();
    segments.clear();
  }
};

// The fast parse. For every position two earlier places are looked at, the last with the same four bytes and
// the last with the same five, without branches on what the data is like; then the cheapest way through each
// segment is found by dynamic programming, with the costs of the segment before. Its tables are kept between
// calls.
class FastParser {
 public:
  void run(std::span<const uint8_t> data, Parse& parse);

 private:
  static constexpr int kSegment = 1 << 13;
  static constexpr int kShortHashBits = 14;
  static constexpr int kLongHashBits = 15;

  void findMatches(const uint8_t* data, uint32_t size, uint32_t from, uint32_t to);
  uint32_t longMatches(const uint8_t* here, uint32_t at, uint32_t last, uint32_t to, Token& near, Token& far);
  void enter(const uint8_t* here, uint32_t at);
  void findCheapest(std::span<const uint8_t> segment, const Costs& costs);
  void emit(int length, Parse& parse, Segment& segment);

  // Low 16 bits of positions.
  std::array<uint16_t, 1 << kShortHashBits> short_table_;
  std::array<uint16_t, 1 << kLongHashBits> long_table_;
  // Per position of a segment: the two matches (0 is none), then the cheapest token and the cost from there
  // on.
  std::array<Token, kSegment> near_;
  std::array<Token, kSegment> far_;
  std::array<Token, kSegment> cheapest_;
  std::array<uint32_t, kSegment + 1> cost_ = {};
};

// The cheapest way through all matches that hash chains find, over again with the costs that the way before
// it had. Some thirty times slower.
void parseOptimally(std::span<const uint8_t> data, MatchFinder& finder, Parse& parse);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DEFLATE_PARSE_H_
