// The colour path, one pixel at a time.
#include "dither/colour.h"

#include <algorithm>

#include "colour/oklab.h"
#include "dither/colour_lanes.h"
#include "dither/composite.h"
#include "dither/error_rows.h"
#include "dither/noise_tile.h"
#include "dither/share.h"
#include "dither/tone.h"

namespace stipple {
namespace {

struct Context {
  const Picture& picture;
  const ColourPlan& plan;
  ColourScratch& scratch;
  std::span<uint8_t> indices;
};

int32_t scaled(int32_t value, int32_t factor) {
  return static_cast<int32_t>((static_cast<int64_t>(value) * factor) >> kColourBits);
}

// How much of the chroma error is kept for a pixel, in fixed point: less than all for pixels with little
// colour.
int32_t chromaKept(const ColourPlan& plan, Rgb colour) {
  if (plan.chroma_clamp <= 0) return kColourOne;
  const double ratio = oklabChroma(colour) / plan.chroma_clamp;
  const double kept = std::min(1.0, ratio * ratio);
  return static_cast<int32_t>(kept * kept * kColourOne);
}

Opponent damped(const ColourPlan& plan, Rgb colour, Opponent e) {
  const int32_t chroma = scaled(chromaKept(plan, colour), plan.strength);
  if (plan.strength != kColourOne) e.y = scaled(e.y, plan.strength);
  if (chroma != kColourOne) {
    e.u = scaled(e.u, chroma);
    e.w = scaled(e.w, chroma);
  }
  return e;
}

// The steps of a pixel as the rule is written.
class PlainSteps {
 public:
  PlainSteps(const ColourPlan& plan, const Picture& picture) : plan_(plan), alpha_(picture.alpha) {}

  // A pixel that is exactly an ink keeps it, unless it is continuous tone.
  WantedPixel want(const uint8_t* rgba, bool continuous) const {
    const Rgb colour = compositePixel(rgba, alpha_);
    WantedPixel pixel = {};
    pixel.kept = continuous ? -1 : plan_.exactInk(colour);
    if (pixel.kept >= 0) {
      pixel.point = plan_.ink[pixel.kept];
    } else {
      plan_.wanted(colour, pixel.point, pixel.step);
    }
    return pixel;
  }

  int nearest(const Opponent& point, int step) const { return plan_.nearest(point, step); }

  // Adds the shares of an error to the cells that cell(dx, dy) points at, unless it is null.
  template <DiffusionKernel kKernel, typename Cell>
  static void spread(const Opponent& e, Cell&& cell) {
    shareOut<kKernel, kKernel.divisor>(e.y, [&](int dx, int dy, int32_t share) {
      if (Opponent* to = cell(dx, dy)) to->y += share;
    });
    shareOut<kKernel, kKernel.chroma_divisor>(e.u, [&](int dx, int dy, int32_t share) {
      if (Opponent* to = cell(dx, dy)) to->u += share;
    });
    shareOut<kKernel, kKernel.chroma_divisor>(e.w, [&](int dx, int dy, int32_t share) {
      if (Opponent* to = cell(dx, dy)) to->w += share;
    });
  }

 private:
  const ColourPlan& plan_;
  const Alpha alpha_;
};

#ifdef STIPPLE_HAS_PAIRS
// The same steps in vectors.
class VectorSteps {
 public:
  VectorSteps(const ColourPlan& plan, const Picture& picture) : plan_(plan), preparer_(plan, picture) {}

  WantedPixel want(const uint8_t* rgba, bool continuous) {
    WantedPixel pixel;
    preparer_.prepare(rgba, continuous, pixel);
    return pixel;
  }

  int nearest(const Opponent& point, int step) const {
    Words words;
    load(words, &point);
    return stipple::nearest<0>(plan_, words, step);
  }

  template <DiffusionKernel kKernel, typename Cell>
  static STIPPLE_INLINE void spread(const Opponent& e, Cell&& cell) {
    Words error;
    load(error, &e);
    shareOutBy<kKernel>(
        error, [](const Words& all, int weight, Words& share) { portionOf<kKernel>(all, weight, share); },
        [&](int dx, int dy, const Words& share) {
          Opponent* to = cell(dx, dy);
          if (to == nullptr) return;
          Words sum;
          load(sum, to);
          sum += share;
          store(&to->y, sum);
        });
  }

 private:
  const ColourPlan& plan_;
  Preparer preparer_;
};
#else
using VectorSteps = PlainSteps;
#endif

template <DiffusionKernel kKernel, typename Steps>
void diffuse(const Context& context) {
  const Picture& picture = context.picture;
  const ColourPlan& plan = context.plan;
  const int width = picture.width;
  Steps steps(plan, picture);
  ErrorRows<Opponent> errors(context.scratch.errors, width);
  const bool damps = plan.strength != kColourOne || plan.chroma_clamp > 0;
  const uint8_t* tones = picture.tone.empty() ? nullptr : picture.tone.data();

  for (int y = 0; y < picture.height; y++, errors.advance()) {
    const size_t start = static_cast<size_t>(y) * width;
    const uint16_t* noise = &kNoiseTile[static_cast<size_t>(y & kNoiseTileMask) * kNoiseTileSize];
    const int step = (y & 1) == 0 ? 1 : -1;
    int x = step > 0 ? 0 : width - 1;
    for (int i = 0; i < width; i++, x += step) {
      const uint8_t* tone = tones == nullptr ? nullptr : tones + start + x;
      const uint8_t* rgba = picture.rgba.data() + (start + x) * 4;
      const WantedPixel wanted = steps.want(rgba, tone != nullptr && *tone != 0);
      const Opponent& arrived = errors.row(0)[x];
      const int32_t chroma_cap = wanted.step == kNeutralStep ? plan.neutral_cap : plan.cap;
      Opponent v = {wanted.point.y + std::clamp(arrived.y, -plan.cap, plan.cap),
                    wanted.point.u + std::clamp(arrived.u, -chroma_cap, chroma_cap),
                    wanted.point.w + std::clamp(arrived.w, -chroma_cap, chroma_cap), 0};
      int ink = wanted.kept;
      if (ink < 0) {
        Opponent noisy = v;
        noisy.y += plan.offset(centredRank(noise[x & kNoiseTileMask]));
        if (plan.hysteresis == 0) {
          ink = steps.nearest(noisy, wanted.step);
        } else {
          const uint8_t* here = context.indices.data() + start + x;
          const int before = i >= kHysteresisReach ? here[-step * kHysteresisReach] : -1;
          const int above = y > 0 ? here[-width] : -1;
          ink = plan.nearest(noisy, wanted.step, before, above, plan.preference(wanted.point.y));
        }
      }
      context.indices[start + x] = static_cast<uint8_t>(ink);
      const Opponent& chosen = plan.ink[ink];
      Opponent e = {v.y - chosen.y, v.u - chosen.u, v.w - chosen.w, 0};
      if (damps) e = damped(plan, compositePixel(rgba, picture.alpha), e);
      auto cell = [&](int dx, int dy) -> Opponent* {
        const int to = x + dx * step;
        if (tone != nullptr && !sameTone(tone, to, y + dy, x, dy, width, picture.height)) return nullptr;
        return errors.row(dy) + to;
      };
      steps.template spread<kKernel>(e, cell);
    }
  }
}

template <typename Steps>
struct Run {
  const Context& context;
  template <DiffusionKernel kKernel>
  void operator()() const {
    diffuse<kKernel, Steps>(context);
  }
};

}  // namespace

void ditherColour(const Picture& picture, const ColourPlan& plan, Algorithm algorithm, Variant variant,
                  ColourScratch& scratch, std::span<uint8_t> indices) {
  const Context context = {picture, plan, scratch, indices};
  if (variant == Variant::kReference) {
    withKernel(algorithm, Run<PlainSteps>{context});
  } else {
    withKernel(algorithm, Run<VectorSteps>{context});
  }
}

}  // namespace stipple
