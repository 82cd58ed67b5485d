// Measured colours of a panel, relative to its own black and white.
#ifndef STIPPLE_KERNEL_DITHER_MEASURED_H_
#define STIPPLE_KERNEL_DITHER_MEASURED_H_

#include <vector>

#include "colour/srgb.h"
#include "dither/picture.h"

namespace stipple {

// What to dither towards, in linear light: the sent colours, or the measured ones stretched so that the
// panel's black is 0 and its white is 1. Paper is the viewer's white, so absolute values would make every
// grey come out too light or too dark.
std::vector<LinearRgb> targetColours(const Inks& inks);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_MEASURED_H_
