// What the colour path knows about a palette and its tuning before it sees a pixel.
#ifndef STIPPLE_KERNEL_COLOUR_PLAN_H_
#define STIPPLE_KERNEL_COLOUR_PLAN_H_

#include <array>
#include <cstdint>

#include "opponent.h"
#include "picture.h"

namespace stipple {

// Weight of chroma in the distance, against luminance; and that for pixels that look grey, which keeps
// coloured specks out of them. Between the two chromas the weight goes from one to the other.
inline constexpr float kChromaWeight = 0.5f;
inline constexpr float kNeutralWeight = 4.0f;
inline constexpr float kNeutralChroma = 0.02f;
inline constexpr float kColouredChroma = 0.04f;

// Noise amplitude of the luminance at which inks are compared, of full scale.
inline constexpr float kColourNoise = 0.05f;

struct ColourPlan {
  int count = 0;
  std::array<Rgb, kMaxInks> sent;
  std::array<float, kMaxInks> y;  // what to dither towards
  std::array<float, kMaxInks> u;
  std::array<float, kMaxInks> w;
  // Coordinates of the three channels of a byte; a colour is the sum of its three entries.
  std::array<std::array<Opponent, 256>, 3> channel;
  float noise = 0;
  float cap = 0;
  float strength = 0;
  float chroma_clamp = 0;

  Opponent coordinates(Rgb colour) const;
  // The ink that is exactly this colour, or -1.
  int exactInk(Rgb colour) const;
  // The ink nearest to a point, with a weight of chroma; the first of equals.
  int nearest(float py, float pu, float pw, float chroma_weight) const;
};

ColourPlan makeColourPlan(const Inks& inks, const Tuning& tuning);

// Weight of chroma in the distance for a pixel of a given colour.
float chromaWeight(Rgb colour);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_COLOUR_PLAN_H_
