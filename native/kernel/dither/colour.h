// The colour path: pixels to inks by error diffusion in linear light.
#ifndef STIPPLE_KERNEL_DITHER_COLOUR_H_
#define STIPPLE_KERNEL_DITHER_COLOUR_H_

#include <cstdint>
#include <span>
#include <vector>

#include "dither/colour_plan.h"
#include "dither/diffusion.h"
#include "dither/picture.h"
#include "dither/variant.h"

namespace stipple {

// What is known of a pixel before errors reach it.
struct WantedPixel {
  Opponent point;  // in what the inks can mix; of a pixel that keeps its ink, that ink
  int32_t step;    // of chroma weight
  int32_t kept;    // the ink that it keeps, or -1
};

struct ColourScratch {
  std::vector<WantedPixel> wanted;
  std::vector<Opponent> errors;
  std::vector<uint8_t> links;
};

// Dithers a picture to indices with any kernel, tuning and tone mask, one pixel at a time. The reference
// variant is the rule as written; all others give the same pixels. Sizes have been checked. Rows alternate
// direction, row 0 runs left to right.
void ditherColour(const Picture& picture, const ColourPlan& plan, Algorithm algorithm, Variant variant,
                  ColourScratch& scratch, std::span<uint8_t> indices);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COLOUR_H_
