// The entry of the dither: checks, plans, and the choice of path.
#include "dither/dither.h"

#include <algorithm>
#include <vector>

#include "dither/colour.h"
#include "dither/colour_fast.h"
#include "dither/grey.h"
#include "dither/grey_fast.h"

namespace stipple {
namespace {

Status check(const Picture& picture, const Inks& inks, const Tuning& tuning, size_t indices) {
  if (!sizeIsValid(picture.width, picture.height)) return Status::kBadSize;
  if (picture.rgba.size() != picture.pixels() * 4 || indices != picture.pixels()) return Status::kBadLength;
  if (!picture.tone.empty() && picture.tone.size() != picture.pixels()) return Status::kBadLength;
  if (inks.sent.size() < kMinInks || inks.sent.size() > kMaxInks) return Status::kBadPalette;
  if (!inks.measured.empty() && inks.measured.size() != inks.sent.size()) return Status::kBadPalette;
  const bool tuned = kMaxError.holds(tuning.max_error) && kNoiseScale.holds(tuning.noise_scale) &&
                     kChromaClamp.holds(tuning.chroma_clamp) && kStrength.holds(tuning.strength) &&
                     kHysteresis.holds(tuning.hysteresis);
  return tuned ? Status::kOk : Status::kBadTuning;
}

// The colour plans that were used last, the newest first.
class PlanCache {
 public:
  const ColourPlan& get(const Inks& inks, const Tuning& tuning) {
    const bool move = movesColours(tuning);
    auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) {
      return entry->move == move && same(entry->sent, inks.sent) && same(entry->measured, inks.measured);
    });
    if (found == entries_.end()) {
      if (entries_.size() == kPlans) entries_.pop_back();
      entries_.push_back(std::make_unique<Entry>(Entry{{inks.sent.begin(), inks.sent.end()},
                                                       {inks.measured.begin(), inks.measured.end()},
                                                       move,
                                                       makeColourPlan(inks, move)}));
      found = entries_.end() - 1;
    }
    std::rotate(entries_.begin(), found, found + 1);
    tuneColourPlan(entries_.front()->plan, tuning);
    return entries_.front()->plan;
  }

 private:
  // A household has few kinds of panels; a plan takes some 110 KB.
  static constexpr size_t kPlans = 6;

  struct Entry {
    std::vector<Rgb> sent;
    std::vector<Rgb> measured;
    bool move;
    ColourPlan plan;
  };

  static bool same(const std::vector<Rgb>& kept, std::span<const Rgb> asked) {
    return std::equal(kept.begin(), kept.end(), asked.begin(), asked.end());
  }

  std::vector<std::unique_ptr<Entry>> entries_;
};

}  // namespace

struct Ditherer::State {
  Variant variant;
  GreyScratch grey;
  GreyFastScratch grey_fast;
  ColourScratch colour;
  PlanCache plans;
};

Ditherer::Ditherer(Variant variant) : state_(new State{variant, {}, {}, {}, {}}) {}
Ditherer::~Ditherer() = default;

Status Ditherer::dither(const Picture& picture, const Inks& inks, Algorithm algorithm, const Tuning& tuning,
                        std::span<uint8_t> indices) {
  Status status = check(picture, inks, tuning, indices.size());
  if (status != Status::kOk) return status;
  const Variant variant = state_->variant;
  if (std::all_of(inks.sent.begin(), inks.sent.end(), isGrey)) {
    const GreyPlan plan = makeGreyPlan(inks, tuning);
    if (variant != Variant::kReference && canDitherGreyFast(plan, algorithm)) {
      ditherGreyFast(picture, plan, variant, state_->grey_fast, indices);
    } else {
      ditherGrey(picture, plan, algorithm, state_->grey, indices);
    }
    return Status::kOk;
  }
  const ColourPlan& plan = state_->plans.get(inks, tuning);
  if (variant != Variant::kReference && canDitherColourFast(plan, algorithm)) {
    ditherColourFast(picture, plan, variant, state_->colour, indices);
  } else {
    ditherColour(picture, plan, algorithm, variant, state_->colour, indices);
  }
  return Status::kOk;
}

}  // namespace stipple
