// The grey path, one pixel at a time.
#include "dither/grey.h"

#include <algorithm>

#include "dither/composite.h"
#include "dither/error_rows.h"
#include "dither/share.h"
#include "dither/tone.h"

namespace stipple {
namespace {

struct Context {
  const Picture& picture;
  const GreyPlan& plan;
  GreyScratch& scratch;
  std::span<uint8_t> indices;
};

// The level that this pixel must keep, or -1. Without a tone mask only black and white are kept: pinning
// every exact level would change large parts of photographs.
inline int pinnedLevel(const GreyPlan& plan, uint8_t luma, const uint8_t* tone) {
  if (tone == nullptr) return luma == 0 || luma == 255 ? plan.exact[luma] : -1;
  return *tone == 0 ? plan.exact[luma] : -1;
}

// The mean of what the pixels before and above became: of the pixels there are.
inline int32_t neighbours(const int32_t* before, const int32_t* above, int32_t otherwise) {
  if (before == nullptr && above == nullptr) return otherwise;
  if (before == nullptr || above == nullptr) return before == nullptr ? *above : *before;
  return *before + (*above - *before) / 2;
}

template <DiffusionKernel kKernel>
void diffuse(const Context& context) {
  const Picture& picture = context.picture;
  const GreyPlan& plan = context.plan;
  const int width = picture.width;
  context.scratch.luma.resize(width);
  uint8_t* luma = context.scratch.luma.data();
  ErrorRows<int32_t> errors(context.scratch.errors, width);
  std::vector<int32_t>& chosen = context.scratch.chosen;  // levels of the row above, replaced as the row runs
  chosen.resize(width);
  const uint8_t* tones = picture.tone.empty() ? nullptr : picture.tone.data();

  for (int y = 0; y < picture.height; y++, errors.advance()) {
    const size_t start = static_cast<size_t>(y) * width;
    lumaRow(picture.rgba.data() + start * 4, width, picture.alpha, luma);
    const uint16_t* noise = &kNoiseTile[static_cast<size_t>(y & kNoiseTileMask) * kNoiseTileSize];
    const int step = (y & 1) == 0 ? 1 : -1;
    int x = step > 0 ? 0 : width - 1;
    for (int i = 0; i < width; i++, x += step) {
      const uint8_t* tone = tones == nullptr ? nullptr : tones + start + x;
      const int pinned = pinnedLevel(plan, luma[x], tone);
      const int32_t wanted = pinned >= 0 ? plan.level[pinned] : plan.value[luma[x]];
      const int32_t v = wanted + std::clamp(errors.row(0)[x], -plan.cap, plan.cap);
      int32_t seen = v;
      if (plan.hysteresis != 0) {
        const int32_t* before = i >= kHysteresisReach ? &chosen[x - step * kHysteresisReach] : nullptr;
        seen = plan.drawn(v, neighbours(before, y > 0 ? &chosen[x] : nullptr, v));
      }
      const int level = pinned >= 0 ? pinned : plan.quantise(seen, centredRank(noise[x & kNoiseTileMask]));
      chosen[x] = plan.level[level];
      context.indices[start + x] = plan.index[level];
      int32_t e = v - plan.level[level];
      if (plan.strength != kGreyOne) {
        e = static_cast<int32_t>((static_cast<int64_t>(e) * plan.strength) >> kGreyBits);
      }
      shareOut<kKernel, kKernel.divisor>(e, [&](int dx, int dy, int32_t share) {
        const int to = x + dx * step;
        if (tone != nullptr && !sameTone(tone, to, y + dy, x, dy, width, picture.height)) return;
        errors.row(dy)[to] += share;
      });
    }
  }
}

struct Run {
  const Context& context;
  template <DiffusionKernel kKernel>
  void operator()() const {
    diffuse<kKernel>(context);
  }
};

}  // namespace

void ditherGrey(const Picture& picture, const GreyPlan& plan, Algorithm algorithm, GreyScratch& scratch,
                std::span<uint8_t> indices) {
  withKernel(algorithm, Run{{picture, plan, scratch, indices}});
}

}  // namespace stipple
