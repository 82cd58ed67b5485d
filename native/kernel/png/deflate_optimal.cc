// Bytes to deflate tokens, by the cheapest path.
#include <algorithm>
#include <limits>

#include "png/deflate_parse.h"

namespace stipple {
namespace {

constexpr int kDepth = 400;
constexpr int kEnough = 128;
constexpr int kSegment = 1 << 13;
constexpr int kPasses = 4;

struct Match {
  uint16_t length;
  uint16_t distance;
};

// Matches of one segment, those of position i at first[i]..first[i + 1].
struct Matches {
  std::vector<Match> all;
  std::vector<uint32_t> first;
};

struct Step {
  uint32_t cost;
  Token token;  // how this position is reached
};

// All useful matches of a segment; within a long one no other is searched for.
void collect(MatchFinder& finder, int from, int to, Matches& matches) {
  matches.all.clear();
  matches.first.clear();
  int resume = from;
  for (int at = from; at < to; at++) {
    matches.first.push_back(static_cast<uint32_t>(matches.all.size()));
    if (at < resume) {
      finder.skip(at, at + 1);
      continue;
    }
    finder.find(at, kDepth, kEnough, [&](int length, int distance) {
      const int cut = std::min(length, to - at);
      if (cut < kMinMatch) return;
      matches.all.push_back({static_cast<uint16_t>(cut), static_cast<uint16_t>(distance)});
      if (cut >= kEnough) resume = at + cut;
    });
  }
  matches.first.push_back(static_cast<uint32_t>(matches.all.size()));
}

void relax(Step& step, uint32_t cost, Token token) {
  if (cost < step.cost) step = {cost, token};
}

// Finds the cheapest way to each position of a segment and appends the tokens of the way to its end.
void cheapest(std::span<const uint8_t> segment, const Matches& matches, const Costs& costs,
              std::vector<Step>& steps, std::vector<Token>& tokens) {
  const int n = static_cast<int>(segment.size());
  steps.assign(static_cast<size_t>(n) + 1, {std::numeric_limits<uint32_t>::max(), 0});
  steps[0].cost = 0;
  for (int at = 0; at < n; at++) {
    const uint32_t cost = steps[at].cost;
    relax(steps[at + 1], cost + costs.literal[segment[at]], segment[at]);
    int length = kMinMatch;
    for (uint32_t m = matches.first[at]; m < matches.first[at + 1]; m++) {
      const Match match = matches.all[m];
      const uint32_t base = cost + costs.distance[distanceSlot(match.distance).symbol];
      // Shorter parts of a long match never pay.
      if (match.length >= kEnough) length = match.length;
      for (; length <= match.length; length++) {
        relax(steps[at + length], base + costs.length[length], matchToken(length, match.distance));
      }
    }
  }
  const size_t start = tokens.size();
  for (int at = n; at > 0;) {
    const Token token = steps[at].token;
    tokens.push_back(token);
    at -= isMatch(token) ? tokenLength(token) : 1;
  }
  std::reverse(tokens.begin() + static_cast<ptrdiff_t>(start), tokens.end());
}

}  // namespace

void parseOptimally(std::span<const uint8_t> data, MatchFinder& finder, Parse& parse) {
  parse.clear();
  finder.begin(data);
  Costs costs = guessCosts(data);
  Matches matches;
  std::vector<Step> steps;
  const int end = static_cast<int>(data.size());
  for (int from = 0; from < end; from += kSegment) {
    const int to = std::min(end, from + kSegment);
    collect(finder, from, to, matches);
    const size_t start = parse.tokens.size();
    Segment segment;
    for (int pass = 0; pass < kPasses; pass++) {
      parse.tokens.resize(start);
      cheapest(data.subspan(static_cast<size_t>(from), static_cast<size_t>(to - from)), matches, costs, steps,
               parse.tokens);
      segment.counts = {};
      for (size_t i = start; i < parse.tokens.size(); i++) segment.counts.add(parse.tokens[i]);
      costs = costsOf(segment.counts);
    }
    segment.bytes = static_cast<size_t>(to - from);
    segment.tokens = parse.tokens.size() - start;
    parse.segments.push_back(segment);
  }
}

}  // namespace stipple
