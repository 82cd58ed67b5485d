// OKLab, for the rules that depend on how colourful or how alike colours look.
#ifndef STIPPLE_KERNEL_COLOUR_OKLAB_H_
#define STIPPLE_KERNEL_COLOUR_OKLAB_H_

#include "colour/rgb.h"

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

// A colour looks neutral below the first chroma, and coloured from the second on.
inline constexpr double kNeutralChroma = 0.02;
inline constexpr double kColouredChroma = 0.04;

}  // namespace stipple

#endif  // STIPPLE_KERNEL_COLOUR_OKLAB_H_
