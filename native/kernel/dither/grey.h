// The grey path: luma to levels by error diffusion with a noisy threshold, in code values.
#ifndef STIPPLE_KERNEL_DITHER_GREY_H_
#define STIPPLE_KERNEL_DITHER_GREY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "dither/diffusion.h"
#include "dither/grey_plan.h"
#include "dither/picture.h"

namespace stipple {

// Rows that a dither run needs; kept by the caller so that pictures share them.
struct GreyScratch {
  std::vector<uint8_t> luma;
  std::vector<int32_t> errors;
  std::vector<int32_t> chosen;
};

// Dithers a picture to indices with any kernel, tuning and tone mask: one pixel at a time, the reference for
// every faster variant. Sizes have been checked. Rows alternate direction, row 0 runs left to right. Noise
// moves the threshold, but does not count as error; black and white pixels keep their level.
void ditherGrey(const Picture& picture, const GreyPlan& plan, Algorithm algorithm, GreyScratch& scratch,
                std::span<uint8_t> indices);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_GREY_H_
