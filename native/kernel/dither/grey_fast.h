// The grey path at speed, for what nearly every picture asks for.
#ifndef STIPPLE_KERNEL_DITHER_GREY_FAST_H_
#define STIPPLE_KERNEL_DITHER_GREY_FAST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "dither/diffusion.h"
#include "dither/grey_plan.h"
#include "dither/picture.h"
#include "dither/variant.h"

namespace stipple {

struct GreyFastScratch {
  std::vector<int32_t> words;
};

// True when the fast rows give the same pixels as ditherGrey: Floyd-Steinberg at full strength on evenly
// spaced levels, and a cap on the error that is never reached.
bool canDitherGreyFast(const GreyPlan& plan, Algorithm algorithm);

// Dithers a picture for which canDitherGreyFast holds.
void ditherGreyFast(const Picture& picture, const GreyPlan& plan, Variant variant, GreyFastScratch& scratch,
                    std::span<uint8_t> indices);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_GREY_FAST_H_
