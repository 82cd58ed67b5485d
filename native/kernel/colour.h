// The colour path: pixels to inks by error diffusion in linear light.
#ifndef STIPPLE_KERNEL_COLOUR_H_
#define STIPPLE_KERNEL_COLOUR_H_

#include <cstdint>
#include <span>
#include <vector>

#include "colour_plan.h"
#include "picture.h"

namespace stipple {

struct ColourScratch {
  std::vector<uint8_t> planes;
  std::vector<float> errors;
};

// Dithers a picture to indices with any kernel, tuning and tone mask. Sizes have been checked.
// Rows alternate direction, row 0 runs left to right. Pixels that are exactly an ink keep it.
void ditherColour(const Picture& picture, const ColourPlan& plan, Algorithm algorithm, ColourScratch& scratch,
                  std::span<uint8_t> indices);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_COLOUR_H_
