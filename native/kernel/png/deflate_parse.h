// Bytes to deflate tokens: which repeats are worth a match.
#ifndef STIPPLE_KERNEL_PNG_DEFLATE_PARSE_H_
#define STIPPLE_KERNEL_PNG_DEFLATE_PARSE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "png/deflate_costs.h"
#include "png/deflate_symbols.h"
#include "png/match_finder.h"

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

// The fast parse. For every position it compares two earlier places, the last with the same four bytes and
// the last with the same five, without branches that depend on the data. Then it finds the cheapest way
// through each segment by dynamic programming, with the costs of the segment before. Its tables are kept
// between calls.
class FastParser {
 public:
  void run(std::span<const uint8_t> data, Parse& parse);

 private:
  static constexpr int kSegment = 1 << 13;
  static constexpr int kShortHashBits = 14;
  static constexpr int kLongHashBits = 15;
  // An empty stretch counts as so many bytes, so that the number of stretches of a segment is bounded.
  static constexpr uint32_t kLeastWeight = 32;

  // A long repeat, written as matches at one distance; empty for none.
  struct Run {
    int length = 0;
    int distance = 0;
  };
  // Bytes up to `end`, through which the cheapest way is searched, and the run after them.
  struct Stretch {
    uint32_t end;
    Run run;
  };

  struct Prices {
    explicit Prices(const Costs& costs);
    uint32_t ofDistance(uint32_t less_one) const {
      return distance[less_one < 256 ? less_one : 256 + (less_one >> 7)];
    }
    std::array<uint16_t, 256> literal;
    std::array<uint32_t, kMaxMatch + 1> length;
    // The first 256 one by one, above that in steps of 128, within which all share a symbol.
    std::array<uint16_t, 512> distance;
  };

  void begin(Parse& parse);
  Segment nextSegment(std::span<const uint8_t> data, uint32_t from, const Costs& costs, Parse& parse);
  Stretch findMatches(std::span<const uint8_t> data, uint32_t from, uint32_t to);
  static Token measure(const uint8_t* here, int most, Token& near, Token& far);
  void fillTail(const uint8_t* here, uint32_t at, uint32_t last, Token match, Token* near, Token* far);
  Run runFrom(std::span<const uint8_t> data, uint32_t at, Token match);
  void enter(const uint8_t* here, uint32_t at);
  void findCheapest(std::span<const uint8_t> stretch, const Prices& prices);
  void emit(int length, Run run, Parse& parse, Segment& segment);

  // Low 16 bits of positions.
  std::array<uint16_t, 1 << kShortHashBits> short_table_;
  std::array<uint16_t, 1 << kLongHashBits> long_table_;
  // Per position of a stretch: the two matches (0 is none), then the cheapest token and the cost from there
  // on.
  std::array<Token, kSegment> near_;
  std::array<Token, kSegment> far_;
  std::array<Token, kSegment> cheapest_;
  std::array<uint32_t, kSegment + 1> cost_ = {};
};

// Finds the cheapest way through all matches of the hash chains, several times over, each time with the costs
// of the way before. About thirty times slower.
void parseOptimally(std::span<const uint8_t> data, MatchFinder& finder, Parse& parse);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_DEFLATE_PARSE_H_
