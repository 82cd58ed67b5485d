// What the colour path knows about a palette and its tuning before it sees a pixel.
#include "colour_plan.h"

#include <algorithm>

#include "oklab.h"
#include "srgb.h"

namespace stipple {
namespace {

// Colours whose channels differ by more than this are never near grey in OKLab.
constexpr int kNeutralSpread = 40;

}  // namespace

Opponent ColourPlan::coordinates(Rgb colour) const {
  const Opponent& r = channel[0][colour.red];
  const Opponent& g = channel[1][colour.green];
  const Opponent& b = channel[2][colour.blue];
  return {r.y + g.y + b.y, r.u + g.u + b.u, r.w + g.w + b.w};
}

int ColourPlan::exactInk(Rgb colour) const {
  for (int i = 0; i < count; i++) {
    if (sent[i] == colour) return i;
  }
  return -1;
}

int ColourPlan::nearest(float py, float pu, float pw, float chroma_weight) const {
  const float weight = chroma_weight / 3;
  int best = 0;
  float least = 0;
  for (int i = 0; i < count; i++) {
    float dy = py - y[i];
    float du = pu - u[i];
    float dw = pw - w[i];
    float distance = dy * dy + weight * (du * du + dw * dw);
    if (i == 0 || distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

ColourPlan makeColourPlan(const Inks& inks, const Tuning& tuning) {
  ColourPlan plan;
  plan.count = static_cast<int>(inks.sent.size());
  std::vector<LinearRgb> targets = targetColours(inks);
  for (int i = 0; i < plan.count; i++) {
    plan.sent[i] = inks.sent[i];
    Opponent ink = toOpponent(targets[i]);
    plan.y[i] = ink.y;
    plan.u[i] = ink.u;
    plan.w[i] = ink.w;
  }
  for (int code = 0; code < 256; code++) {
    for (int c = 0; c < 3; c++) {
      LinearRgb part = {0, 0, 0};
      part[c] = kSrgbToLinear[code];
      plan.channel[c][code] = toOpponent(part);
    }
  }
  // Noise of a picture that diffuses less is smaller by as much: strength 0 is plainly the nearest ink.
  plan.noise = kColourNoise * static_cast<float>(tuning.noise_scale * std::min(1.0, tuning.strength));
  plan.cap = static_cast<float>(tuning.max_error);
  plan.strength = static_cast<float>(tuning.strength);
  plan.chroma_clamp = static_cast<float>(tuning.chroma_clamp);
  return plan;
}

float chromaWeight(Rgb colour) {
  auto [low, high] = std::minmax({colour.red, colour.green, colour.blue});
  if (high == low) return kNeutralWeight;
  if (high - low > kNeutralSpread) return kChromaWeight;
  float chroma = oklabChroma(colour);
  float blend = (kColouredChroma - chroma) / (kColouredChroma - kNeutralChroma);
  return kChromaWeight + (kNeutralWeight - kChromaWeight) * std::clamp(blend, 0.0f, 1.0f);
}

}  // namespace stipple
