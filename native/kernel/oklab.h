// OKLab chroma, for the rules that depend on how colourful a pixel looks.
#ifndef STIPPLE_KERNEL_OKLAB_H_
#define STIPPLE_KERNEL_OKLAB_H_

#include "picture.h"

namespace stipple {

// Distance from the grey axis in OKLab (Ottosson 2020): 0 for greys, about 0.3 for pure inks.
// Computed with IEEE basic operations only, so that it is the same on every machine.
float oklabChroma(Rgb colour);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_OKLAB_H_
