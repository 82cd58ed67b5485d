// The colour path, one pixel at a time.
#include "colour.h"

#include <algorithm>
#include <utility>

#include "composite.h"
#include "noise_tile.h"
#include "oklab.h"

namespace stipple {
namespace {

// Rows of accumulated error, kReach pixels wider on both sides than the picture; three floats a pixel.
class ErrorRows {
 public:
  ErrorRows(std::vector<float>& storage, int width) : stride_((width + 2 * kReach) * 3) {
    storage.assign(static_cast<size_t>(stride_) * kErrorRows, 0.0f);
    for (int i = 0; i < kErrorRows; i++) rows_[i] = storage.data() + stride_ * i + kReach * 3;
  }

  float* at(int below, int x) { return rows_[below] + x * 3; }

  // The finished row becomes the last of those to come.
  void advance() {
    std::fill_n(rows_[0] - kReach * 3, stride_, 0.0f);
    std::rotate(rows_, rows_ + 1, rows_ + kErrorRows);
  }

 private:
  int stride_;
  float* rows_[kErrorRows];
};

struct Context {
  const Picture& picture;
  const ColourPlan& plan;
  ColourScratch& scratch;
  std::span<uint8_t> indices;
};

// Chroma of the error that is kept for a pixel: all of it, or less for pixels with little colour.
inline float chromaKept(const ColourPlan& plan, Rgb colour) {
  if (plan.chroma_clamp <= 0) return 1;
  float ratio = oklabChroma(colour) / plan.chroma_clamp;
  float kept = std::min(1.0f, ratio * ratio);
  return kept * kept;
}

template <DiffusionKernel kKernel>
void diffuse(const Context& context) {
  const Picture& picture = context.picture;
  const ColourPlan& plan = context.plan;
  const int width = picture.width;
  context.scratch.planes.resize(static_cast<size_t>(width) * 3);
  uint8_t* red = context.scratch.planes.data();
  uint8_t* green = red + width;
  uint8_t* blue = green + width;
  ErrorRows errors(context.scratch.errors, width);
  const uint8_t* tones = picture.tone.empty() ? nullptr : picture.tone.data();

  for (int y = 0; y < picture.height; y++, errors.advance()) {
    const size_t start = static_cast<size_t>(y) * width;
    compositeRow(picture.rgba.data() + start * 4, width, picture.alpha, red, green, blue);
    const uint16_t* noise = &kNoiseTile[static_cast<size_t>(y & kNoiseTileMask) * kNoiseTileSize];
    const int step = (y & 1) == 0 ? 1 : -1;
    int x = step > 0 ? 0 : width - 1;
    for (int i = 0; i < width; i++, x += step) {
      const uint8_t* tone = tones == nullptr ? nullptr : tones + start + x;
      const Rgb colour{red[x], green[x], blue[x]};
      const float* arrived = errors.at(0, x);
      float ey = std::clamp(arrived[0], -plan.cap, plan.cap);
      float eu = std::clamp(arrived[1], -plan.cap, plan.cap);
      float ew = std::clamp(arrived[2], -plan.cap, plan.cap);
      int ink = tone == nullptr || *tone == 0 ? plan.exactInk(colour) : -1;
      if (ink < 0) {
        const Opponent wanted = plan.coordinates(colour);
        const float vy = wanted.y + ey;
        const float vu = wanted.u + eu;
        const float vw = wanted.w + ew;
        const float offset = plan.noise * (static_cast<float>(centredRank(noise[x & kNoiseTileMask])) / 4096);
        ink = plan.nearest(vy + offset, vu, vw, chromaWeight(colour));
        ey = vy - plan.y[ink];
        eu = vu - plan.u[ink];
        ew = vw - plan.w[ink];
      }
      context.indices[start + x] = static_cast<uint8_t>(ink);
      const float kept = chromaKept(plan, colour) * plan.strength;
      const float part_y = ey * plan.strength / kKernel.divisor;
      const float part_u = eu * kept / kKernel.chroma_divisor;
      const float part_w = ew * kept / kKernel.chroma_divisor;
      for (int k = 0; k < kKernel.count; k++) {
        const Tap tap = kKernel.taps[k];
        const int to = x + tap.dx * step;
        if (tone != nullptr) {
          // No error crosses the border between structure and continuous tone.
          if (to < 0 || to >= width || y + tap.dy >= picture.height) continue;
          if ((tone[tap.dx * step + static_cast<ptrdiff_t>(tap.dy) * width] == 0) != (*tone == 0)) continue;
        }
        float* cell = errors.at(tap.dy, to);
        cell[0] += part_y * tap.weight;
        cell[1] += part_u * tap.weight;
        cell[2] += part_w * tap.weight;
      }
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
