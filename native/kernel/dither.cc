// The dither kernel's entry: checks, plans, and the choice of path.
#include "dither.h"

#include <algorithm>

#include "colour.h"
#include "grey.h"

namespace stipple {
namespace {

bool within(double value, double most) { return value >= 0 && value <= most; }

Status check(const Picture& picture, const Inks& inks, const Tuning& tuning, size_t indices) {
  if (!sizeIsValid(picture.width, picture.height)) return Status::kBadSize;
  if (picture.rgba.size() != picture.pixels() * 4 || indices != picture.pixels()) return Status::kBadLength;
  if (!picture.tone.empty() && picture.tone.size() != picture.pixels()) return Status::kBadLength;
  if (inks.sent.size() < kMinInks || inks.sent.size() > kMaxInks) return Status::kBadPalette;
  if (!inks.measured.empty() && inks.measured.size() != inks.sent.size()) return Status::kBadPalette;
  // NaN fails every comparison, so it is refused here too.
  if (!within(tuning.max_error, 4) || !within(tuning.noise_scale, 3) || !within(tuning.chroma_clamp, 1) ||
      !within(tuning.strength, 2)) {
    return Status::kBadTuning;
  }
  return Status::kOk;
}

}  // namespace

struct Ditherer::State {
  Variant variant;
  GreyScratch grey;
  GreyFastScratch grey_fast;
  ColourScratch colour;
};

Ditherer::Ditherer(Variant variant) : state_(std::make_unique<State>(State{variant, {}, {}, {}})) {}
Ditherer::~Ditherer() = default;

Status Ditherer::dither(const Picture& picture, const Inks& inks, Algorithm algorithm, const Tuning& tuning,
                        std::span<uint8_t> indices) {
  Status status = check(picture, inks, tuning, indices.size());
  if (status != Status::kOk) return status;
  if (std::all_of(inks.sent.begin(), inks.sent.end(), isGrey)) {
    GreyPlan plan = makeGreyPlan(inks, tuning);
    if (canDitherFast(picture, plan, algorithm)) {
      ditherGreyFast(picture, plan, state_->variant, state_->grey_fast, indices);
    } else {
      ditherGrey(picture, plan, algorithm, state_->grey, indices);
    }
  } else {
    ColourPlan plan = makeColourPlan(inks, tuning);
    ditherColour(picture, plan, algorithm, state_->colour, indices);
  }
  return Status::kOk;
}

}  // namespace stipple
