// What the grey path computes from palette and tuning, before the first pixel.
#include "dither/grey_plan.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "colour/srgb.h"
#include "dither/measured.h"

namespace stipple {
namespace {

// By how much of its distance a value is drawn to its neighbours at the greatest hysteresis.
constexpr double kMostHysteresis = 0.5;

struct Level {
  int32_t value;
  uint8_t index;
};

int32_t fixed(double codes) { return static_cast<int32_t>(std::lround(codes * kGreyOne)); }

std::vector<Level> sortedLevels(const Inks& inks) {
  std::vector<Level> levels;
  std::vector<LinearRgb> targets = inks.measured.empty() ? std::vector<LinearRgb>() : targetColours(inks);
  for (size_t i = 0; i < inks.sent.size(); i++) {
    int32_t value = inks.sent[i].red * kGreyOne;
    if (!targets.empty()) {
      const LinearRgb& t = targets[i];
      value = fixed(255 * (kLumaRed * t[0] + kLumaGreen * t[1] + kLumaBlue * t[2]));
    }
    levels.push_back({value, static_cast<uint8_t>(i)});
  }
  std::stable_sort(levels.begin(), levels.end(),
                   [](const Level& a, const Level& b) { return a.value < b.value; });
  // Of inks that look alike the first of the palette stands for all.
  auto alike = [](const Level& a, const Level& b) { return a.value == b.value; };
  levels.erase(std::unique(levels.begin(), levels.end(), alike), levels.end());
  return levels;
}

}  // namespace

GreyPlan makeGreyPlan(const Inks& inks, const Tuning& tuning) {
  GreyPlan plan = {};
  std::vector<Level> levels = sortedLevels(inks);
  plan.levels = static_cast<int>(levels.size());
  // Noise shrinks with the strength, so that strength 0 gives the nearest level.
  double noise = kGreyNoiseShare * tuning.noise_scale * std::min(1.0, tuning.strength);
  for (int i = 0; i < plan.levels; i++) {
    plan.level[i] = levels[i].value;
    plan.index[i] = levels[i].index;
  }
  for (int i = 0; i + 1 < plan.levels; i++) {
    int32_t gap = plan.level[i + 1] - plan.level[i];
    plan.threshold[i] = plan.level[i] + gap / 2;
    plan.amplitude[i] = static_cast<int32_t>(std::lround(gap * noise));
  }
  plan.cap = fixed(255 * tuning.max_error);
  plan.strength = fixed(tuning.strength);
  plan.hysteresis = fixed(kMostHysteresis * tuning.hysteresis);
  plan.pull = (plan.level[plan.levels - 1] - plan.level[0]) / std::max(1, plan.levels - 1);
  int top = plan.levels - 1;
  for (int code = 0; code < 256; code++) {
    int32_t value = inks.measured.empty() ? code * kGreyOne : fixed(255 * kSrgbToLinear[code]);
    // Tones that no mix of levels can show would pile up error without end.
    plan.value[code] = std::clamp(value, plan.level[0], plan.level[top]);
    plan.exact[code] = -1;
  }
  for (int i = 0; i < plan.levels; i++) plan.exact[inks.sent[plan.index[i]].red] = static_cast<int16_t>(i);
  // Pure black and white keep the outermost levels whatever those are: text stays solid.
  plan.exact[0] = 0;
  plan.exact[255] = static_cast<int16_t>(top);
  return plan;
}

}  // namespace stipple
