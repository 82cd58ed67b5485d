// The colour path, one pixel at a time.
#include "colour.h"

#include <algorithm>

#include "composite.h"
#include "error_rows.h"
#include "noise_tile.h"
#include "oklab.h"
#include "share.h"
#include "tone.h"

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

// Chroma of the error that is kept for a pixel, in fixed point: all of it, or less for pixels with little
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

// What is known of a pixel before errors reach it. A pixel that is exactly an ink keeps it, unless its tone
// counts.
WantedPixel want(const ColourPlan& plan, Rgb colour, bool continuous) {
  WantedPixel pixel = {};
  pixel.kept = continuous ? -1 : plan.exactInk(colour);
  if (pixel.kept >= 0) {
    pixel.point = plan.ink[pixel.kept];
  } else {
    plan.wanted(colour, pixel.point, pixel.step);
  }
  return pixel;
}

template <DiffusionKernel kKernel>
void diffuse(const Context& context) {
  const Picture& picture = context.picture;
  const ColourPlan& plan = context.plan;
  const int width = picture.width;
  ErrorRows<Opponent> errors(context.scratch.errors, width);
  const uint8_t* tones = picture.tone.empty() ? nullptr : picture.tone.data();

  for (int y = 0; y < picture.height; y++, errors.advance()) {
    const size_t start = static_cast<size_t>(y) * width;
    const uint16_t* noise = &kNoiseTile[static_cast<size_t>(y & kNoiseTileMask) * kNoiseTileSize];
    const int step = (y & 1) == 0 ? 1 : -1;
    int x = step > 0 ? 0 : width - 1;
    for (int i = 0; i < width; i++, x += step) {
      const uint8_t* tone = tones == nullptr ? nullptr : tones + start + x;
      const Rgb colour = compositePixel(picture.rgba.data() + (start + x) * 4, picture.alpha);
      const WantedPixel wanted = want(plan, colour, tone != nullptr && *tone != 0);
      const Opponent& arrived = errors.row(0)[x];
      Opponent v = {wanted.point.y + std::clamp(arrived.y, -plan.cap, plan.cap),
                    wanted.point.u + std::clamp(arrived.u, -plan.cap, plan.cap),
                    wanted.point.w + std::clamp(arrived.w, -plan.cap, plan.cap), 0};
      int ink = wanted.kept;
      if (ink < 0) {
        Opponent noisy = v;
        noisy.y += plan.offset(centredRank(noise[x & kNoiseTileMask]));
        ink = plan.nearest(noisy, wanted.step);
      }
      context.indices[start + x] = static_cast<uint8_t>(ink);
      const Opponent& chosen = plan.ink[ink];
      const Opponent e = damped(plan, colour, {v.y - chosen.y, v.u - chosen.u, v.w - chosen.w, 0});
      auto cell = [&](int dx, int dy) -> Opponent* {
        const int to = x + dx * step;
        if (tone != nullptr && !sameTone(tone, to, y + dy, x, dy, width, picture.height)) return nullptr;
        return errors.row(dy) + to;
      };
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

void ditherColour(const Picture& picture, const ColourPlan& plan, Algorithm algorithm, ColourScratch& scratch,
                  std::span<uint8_t> indices) {
  withKernel(algorithm, Run{{picture, plan, scratch, indices}});
}

}  // namespace stipple
