// The colour path at speed, for what nearly every picture asks for.
#ifndef STIPPLE_KERNEL_DITHER_COLOUR_FAST_H_
#define STIPPLE_KERNEL_DITHER_COLOUR_FAST_H_

#include <cstdint>
#include <span>

#include "dither/colour.h"
#include "dither/colour_plan.h"
#include "dither/diffusion.h"
#include "dither/picture.h"
#include "dither/variant.h"

namespace stipple {

// True when the vector code gives the same pixels as ditherColour: Floyd-Steinberg at full strength, no
// damping of chroma, and a processor for which it is written.
bool canDitherColourFast(const ColourPlan& plan, Algorithm algorithm);

// Dithers a picture for which canDitherColourFast holds.
void ditherColourFast(const Picture& picture, const ColourPlan& plan, Variant variant, ColourScratch& scratch,
                      std::span<uint8_t> indices);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COLOUR_FAST_H_
