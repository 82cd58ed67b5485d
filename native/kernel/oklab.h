// OKLab, for the rules that depend on how colourful or how alike colours look.
#ifndef STIPPLE_KERNEL_OKLAB_H_
#define STIPPLE_KERNEL_OKLAB_H_

#include "picture.h"

namespace stipple {

// A colour in OKLab (Ottosson 2020): lightness 0..1, and two colour axes.
struct Oklab {
  double lightness;
  double a;
  double b;
};

// Computed with IEEE basic operations only, so that it is the same on every machine.
Oklab oklab(Rgb colour);

// Distance from the grey axis: 0 for greys, about 0.3 for pure inks.
float oklabChroma(Rgb colour);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_OKLAB_H_
