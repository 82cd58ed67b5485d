// What the colour path computes from palette and tuning, before the first pixel.
#include "dither/colour_plan.h"

#include <algorithm>
#include <cmath>

#include "colour/oklab.h"
#include "colour/srgb.h"
#include "dither/hull.h"
#include "dither/share.h"

namespace stipple {
namespace {

constexpr uint32_t kNoKey = ~0u;
constexpr uint32_t kExactMask = 1023;

// An ink with less chroma is neutral; neutral inks that come as near to black and to white make every grey.
constexpr double kNeutralInk = 0.02;

// Half of the squared distance by which the greatest hysteresis prefers an ink where it is light.
constexpr double kMostHysteresis = 0.75;

int32_t fixed(double value) { return static_cast<int32_t>(std::lround(value * kColourOne)); }

// A multiple of 16, so that the shares of an error are those of the value less those of the ink (share.h).
int32_t coarse(double value) { return fixed(value / 16) * 16; }

int16_t matchWord(double value) {
  return static_cast<int16_t>(
      std::clamp<long>(std::lround(value * (1 << kInkMatchBits)), INT16_MIN, INT16_MAX));
}

uint32_t keyOf(Rgb colour) {
  return static_cast<uint32_t>(colour.red) << 16 | static_cast<uint32_t>(colour.green) << 8 | colour.blue;
}

uint32_t hashOf(uint32_t key) { return (key * 0x9E3779B1u) >> 22; }

double chromaWeight(int step) {
  return kChromaWeight + (kNeutralWeight - kChromaWeight) * step / (kWeightSteps - 1);
}

Opponent sum(const ColourPlan& plan, Rgb colour) {
  const Opponent& r = plan.channel[0][colour.red];
  const Opponent& g = plan.channel[1][colour.green];
  const Opponent& b = plan.channel[2][colour.blue];
  return {r.y + g.y + b.y, r.u + g.u + b.u, r.w + g.w + b.w, 0};
}

void fillChannels(ColourPlan& plan) {
  for (int code = 0; code < 256; code++) {
    for (int c = 0; c < 3; c++) {
      LinearRgb part = {0, 0, 0};
      part[c] = kSrgbToLinear[code];
      const OpponentValue value = toOpponent(part);
      plan.channel[c][code] = {fixed(value.y), fixed(value.u), fixed(value.w), 0};
    }
  }
}

void fillKeys(ColourPlan& plan) {
  for (int code = 0; code < 256; code++) {
    const int stretched = code + (code >> 7);  // 0..256
    const int place = (stretched - (stretched >> 8)) >> 4;
    const int part = stretched - place * kGridCells;
    for (int c = 0; c < 3; c++) {
      uint64_t inks = 0;
      for (int i = 0; i < plan.count && i < 32; i++) {
        const int bytes[3] = {plan.sent[i].red, plan.sent[i].green, plan.sent[i].blue};
        if (bytes[c] == code) inks |= uint64_t{1} << i;
      }
      plan.channel_key[c][code] =
          inks << 32 | static_cast<uint64_t>(place * kGridStrides[c]) << 8 | static_cast<uint64_t>(part);
    }
  }
}

void fillInks(ColourPlan& plan, const Inks& inks, const std::vector<OpponentValue>& targets) {
  plan.exact_key.fill(kNoKey);
  for (int i = 0; i < plan.count; i++) {
    const Rgb colour = inks.sent[i];
    plan.sent[i] = colour;
    const Opponent ink = {coarse(targets[i].y), coarse(targets[i].u), coarse(targets[i].w), 0};
    plan.ink[i] = ink;
    plan.ink_ahead[i] = {floydShares(ink.y).ahead, floydShares(ink.u).ahead, floydShares(ink.w).ahead, 0};
    uint32_t slot = hashOf(keyOf(colour));
    while (plan.exact_key[slot] != kNoKey && plan.exact_key[slot] != keyOf(colour))
      slot = (slot + 1) & kExactMask;
    if (plan.exact_key[slot] == kNoKey) {
      plan.exact_key[slot] = keyOf(colour);
      plan.exact_ink[slot] = static_cast<uint8_t>(i);
    }
  }
}

bool isNeutral(const OpponentValue& ink) { return std::hypot(ink.u, ink.w) <= kNeutralInk; }

// Whether neutral inks can make every grey.
bool makesGreys(const std::vector<OpponentValue>& targets) {
  bool black = false;
  bool white = false;
  for (const OpponentValue& ink : targets) {
    if (!isNeutral(ink)) continue;
    black = black || ink.y <= kNeutralInk;
    white = white || ink.y >= 1 - kNeutralInk;
  }
  return black && white;
}

void fillGroups(ColourPlan& plan, const std::vector<OpponentValue>& targets) {
  plan.groups = (plan.count + 3) / 4;
  plan.ink_groups.resize(static_cast<size_t>(plan.groups) * kAllSteps);
  plan.keeps_greys = makesGreys(targets);
  int32_t places = 1;
  while (places < plan.count) places *= 2;
  plan.place_mask = places - 1;
  for (int step = 0; step < kAllSteps; step++) {
    const double weight = chromaWeight(std::min(step, kWeightSteps - 1)) / 3;
    for (int i = 0; i < plan.groups * 4; i++) {
      InkGroup& group = plan.ink_groups[static_cast<size_t>(step) * plan.groups + i / 4];
      const int lane = i % 4;
      // The last ink is repeated to fill its group, which changes no comparison.
      const int place = std::min(i, plan.count - 1);
      const OpponentValue& ink = targets[place];
      const double half = (ink.y * ink.y + weight * (ink.u * ink.u + ink.w * ink.w)) / 2;
      group.luminance_u[2 * lane] = matchWord(ink.y);
      group.luminance_u[2 * lane + 1] = matchWord(weight * ink.u);
      group.chroma_w[2 * lane] = matchWord(weight * ink.w);
      group.chroma_w[2 * lane + 1] = 0;
      const int32_t constant =
          static_cast<int32_t>(std::lround(half * (1 << (kPixelMatchBits + kInkMatchBits))));
      group.constant[lane] = (constant & ~plan.place_mask) | place;
      if (step != kNeutralStep || !plan.keeps_greys || isNeutral(ink)) continue;
      // Farther than any other ink can be.
      group.luminance_u[2 * lane] = group.luminance_u[2 * lane + 1] = group.chroma_w[2 * lane] = 0;
      group.constant[lane] = (INT32_MAX & ~plan.place_mask) | place;
    }
  }
}

// The byte that node i of the grid stands for: bytes are stretched so that 255 is the last node.
int nodeByte(size_t i) { return static_cast<int>(i) * kGridCells - (i > kGridNodes / 2 ? 1 : 0); }

constexpr size_t kGridSize = static_cast<size_t>(kGridNodes) * kGridNodes * kGridNodes;

Rgb nodeColour(size_t node) {
  return {static_cast<uint8_t>(nodeByte(node / (kGridNodes * kGridNodes))),
          static_cast<uint8_t>(nodeByte(node / kGridNodes % kGridNodes)),
          static_cast<uint8_t>(nodeByte(node % kGridNodes))};
}

int16_t gridWord(double value) {
  return static_cast<int16_t>(std::clamp<long>(std::lround(value * kGridOne), INT16_MIN, INT16_MAX));
}

// How grey each node looks: the same for all palettes.
const std::array<int16_t, kGridSize>& neutrality() {
  static const std::array<int16_t, kGridSize> table = [] {
    std::array<int16_t, kGridSize> words;
    for (size_t i = 0; i < kGridSize; i++) {
      const double chroma = oklabChroma(nodeColour(i));
      words[i] = gridWord((kColouredChroma - chroma) / (kColouredChroma - kNeutralChroma));
    }
    return words;
  }();
  return table;
}

void fillGrid(ColourPlan& plan, const std::vector<OpponentValue>& targets, bool move) {
  const double scale = std::sqrt(kGamutChromaWeight / 3);
  std::vector<Hull::Point> corners;
  for (const OpponentValue& ink : targets) corners.push_back({ink.y, ink.u * scale, ink.w * scale});
  Hull hull(corners);
  plan.grid.resize(kGridSize);
  for (size_t i = 0; i < kGridSize; i++) {
    GridNode& node = plan.grid[i];
    node = {0, 0, 0, neutrality()[i]};
    if (!move) continue;
    const OpponentValue value = toOpponent(toLinear(nodeColour(i)));
    const Hull::Point here = {value.y, value.u * scale, value.w * scale};
    const Hull::Point there = hull.nearest(here);
    node.y = gridWord(there[0] - here[0]);
    node.u = gridWord((there[1] - here[1]) / scale);
    node.w = gridWord((there[2] - here[2]) / scale);
  }
}

int16_t saturated(int32_t value) { return static_cast<int16_t>(std::clamp(value, INT16_MIN, INT16_MAX)); }

}  // namespace

const std::array<GridPath, 8> kGridPaths = [] {
  std::array<GridPath, 8> paths = {};
  for (int i = 0; i < 8; i++) {
    const bool rg = i >> 2 & 1;
    const bool gb = i >> 1 & 1;
    const bool rb = i & 1;
    const int most = rg ? (rb ? 0 : 2) : (gb ? 1 : 2);
    const int least = rg ? (gb ? 2 : 1) : (rb ? 2 : 0);
    // Two cases contradict themselves and never come up.
    if (most == least) continue;
    paths[i] = {kGridStrides[most], kGridLast - kGridStrides[least]};
  }
  return paths;
}();

int ColourPlan::exactInk(Rgb colour) const {
  const uint32_t key = keyOf(colour);
  uint32_t slot = hashOf(key);
  while (exact_key[slot] != kNoKey) {
    if (exact_key[slot] == key) return exact_ink[slot];
    slot = (slot + 1) & kExactMask;
  }
  return -1;
}

void ColourPlan::wanted(Rgb colour, Opponent& point, int32_t& step) const {
  const uint64_t keys[3] = {channel_key[0][colour.red], channel_key[1][colour.green],
                            channel_key[2][colour.blue]};
  const int parts[3] = {static_cast<int>(keys[0] & 255), static_cast<int>(keys[1] & 255),
                        static_cast<int>(keys[2] & 255)};
  const size_t cell = static_cast<uint32_t>(keys[0] + keys[1] + keys[2]) >> 8;
  // Interpolates between the corners of the tetrahedron that holds the colour. The grey diagonal is an edge
  // of all six, so that greys stay exactly grey.
  const GridPath path =
      kGridPaths[(parts[0] >= parts[1]) << 2 | (parts[1] >= parts[2]) << 1 | (parts[0] >= parts[2])];
  const int most = std::max({parts[0], parts[1], parts[2]});
  const int least = std::min({parts[0], parts[1], parts[2]});
  const int middle = parts[0] + parts[1] + parts[2] - most - least;
  const GridNode& a = grid[cell];
  const GridNode& b = grid[cell + path.second];
  const GridNode& c = grid[cell + path.third];
  const GridNode& d = grid[cell + kGridLast];
  auto between = [&](int16_t GridNode::*word) {
    return ((kGridCells - most) * (a.*word) + (most - middle) * (b.*word) + (middle - least) * (c.*word) +
            least * (d.*word)) >>
           4;
  };
  constexpr int kShift = kColourBits - kGridBits;
  const Opponent plain = sum(*this, colour);
  point = {plain.y + (between(&GridNode::y) << kShift), plain.u + (between(&GridNode::u) << kShift),
           plain.w + (between(&GridNode::w) << kShift), 0};
  step = weightStep(between(&GridNode::neutral));
}

int ColourPlan::nearest(const Opponent& point, int step) const { return nearest(point, step, -1, -1, 0); }

int ColourPlan::nearest(const Opponent& point, int step, int before, int above, int32_t preferred) const {
  constexpr int kDrop = kColourBits - kPixelMatchBits;
  const int16_t y = saturated(point.y >> kDrop);
  const int16_t u = saturated(point.u >> kDrop);
  const int16_t w = saturated(point.w >> kDrop);
  const InkGroup* group = &ink_groups[static_cast<size_t>(step) * groups];
  preferred &= ~place_mask;
  int32_t least = INT32_MAX;
  for (int g = 0; g < groups; g++, group++) {
    for (int lane = 0; lane < 4; lane++) {
      const int32_t product = y * group->luminance_u[2 * lane] + u * group->luminance_u[2 * lane + 1] +
                              w * group->chroma_w[2 * lane];
      int32_t key = group->constant[lane] - (product & ~place_mask);
      const int place = key & place_mask;
      if (place == before) key -= preferred;
      if (place == above) key -= preferred;
      least = std::min(least, key);
    }
  }
  return least & place_mask;
}

ColourPlan makeColourPlan(const Inks& inks, bool move) {
  ColourPlan plan;
  plan.count = static_cast<int>(inks.sent.size());
  std::vector<OpponentValue> targets;
  for (const LinearRgb& colour : targetColours(inks)) targets.push_back(toOpponent(colour));
  fillChannels(plan);
  fillInks(plan, inks, targets);
  fillKeys(plan);
  fillGroups(plan, targets);
  fillGrid(plan, targets, move);
  return plan;
}

void tuneColourPlan(ColourPlan& plan, const Tuning& tuning) {
  // Noise shrinks with the strength: strength 0 gives the nearest ink.
  plan.noise = fixed(kColourNoise * tuning.noise_scale * std::min(1.0, tuning.strength));
  plan.cap = fixed(tuning.max_error);
  plan.neutral_cap = plan.keeps_greys ? 0 : plan.cap;
  plan.strength = fixed(tuning.strength);
  plan.chroma_clamp = tuning.chroma_clamp;
  const double preferred = kMostHysteresis / 2 * tuning.hysteresis;  // by each of two neighbours
  plan.hysteresis = static_cast<int32_t>(std::lround(preferred * (1 << (kPixelMatchBits + kInkMatchBits))));
}

}  // namespace stipple
