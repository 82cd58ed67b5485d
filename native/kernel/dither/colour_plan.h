// What the colour path computes from palette and tuning, before the first pixel.
#ifndef STIPPLE_KERNEL_DITHER_COLOUR_PLAN_H_
#define STIPPLE_KERNEL_DITHER_COLOUR_PLAN_H_

#include <array>
#include <cstdint>
#include <vector>

#include "dither/measured.h"
#include "dither/opponent.h"
#include "dither/picture.h"

namespace stipple {

// Fixed point of the colour path: linear light with 21 fractional bits. Inks are compared in words of 16
// bits, a pixel with 13 fractional bits and an ink with 12, so that a sum of three products always fits 32.
inline constexpr int kColourBits = 21;
inline constexpr int32_t kColourOne = 1 << kColourBits;
inline constexpr int kPixelMatchBits = 13;
inline constexpr int kInkMatchBits = 12;

// Weight of chroma against luminance in the distance, for coloured pixels and for those that look neutral,
// where it keeps coloured specks out. Between the two chromas of colour/oklab.h the weight changes in steps.
inline constexpr double kChromaWeight = 0.5;
inline constexpr double kNeutralWeight = 4.0;
inline constexpr int kWeightSteps = 8;

// One step more: pixels that are as good as grey have only the neutral inks to choose from, where these reach
// from black to white. However large c is, an ink whose measured colour is dark and dull would be nearest to
// some dark grey with its error.
inline constexpr int kNeutralStep = kWeightSteps;
inline constexpr int kAllSteps = kWeightSteps + 1;

// Weight of chroma when a colour outside the gamut of the inks is moved to the nearest one inside.
inline constexpr double kGamutChromaWeight = 1.0;

// Noise amplitude of the luminance at which inks are compared, of full scale.
inline constexpr double kColourNoise = 0.05;

// Inks of one weight of chroma, four at a time: with (y, u, w) of a pixel, constant - y * luminance - u *
// chroma_u - w * chroma_w is half its squared distance to each, less what is common to all. The lowest bits,
// those of place_mask, are left out of the difference; in the constant they hold the ink's place.
struct InkGroup {
  alignas(16) std::array<int16_t, 8> luminance_u;  // pairs
  alignas(16) std::array<int16_t, 8> chroma_w;     // pairs, the second 0
  alignas(16) std::array<int32_t, 4> constant;
};

// A node of the grid over all colours: how far the colour is moved, with 14 fractional bits, and how grey it
// looks (kGridOne is kNeutralWeight, 0 and below kChromaWeight, about 2 * kGridOne a pure grey).
inline constexpr int kGridBits = 14;
inline constexpr int kGridOne = 1 << kGridBits;
struct alignas(8) GridNode {
  int16_t y;
  int16_t u;
  int16_t w;
  int16_t neutral;
};

// A colour that looks greyer than this is as good as grey: OKLab chroma below 0.005, which is a difference of
// one or two code values between its channels.
inline constexpr int32_t kAsGoodAsGrey = kGridOne + kGridOne / 4 * 3;

// The step of chroma weight for how grey a colour looks.
inline constexpr int32_t weightStep(int32_t neutral) {
  if (neutral > kAsGoodAsGrey) return kNeutralStep;
  const int32_t share = neutral < 0 ? 0 : neutral > kGridOne ? kGridOne : neutral;
  return (share * (kWeightSteps - 1) + kGridOne / 2) >> kGridBits;
}

inline constexpr int kGridCells = 16;
inline constexpr int kGridNodes = kGridCells + 1;
inline constexpr std::array<int, 3> kGridStrides = {kGridNodes * kGridNodes, kGridNodes, 1};

struct ColourPlan {
  int count = 0;
  int32_t noise = 0;  // at most 3 * kColourNoise, so that a product with a rank fits
  int32_t cap = 0;
  // The cap of the chroma error of pixels as good as grey. 0 where they have the neutral inks only: the error
  // of coloured neighbours, which no neutral ink can take, would pass through them to the next colour.
  int32_t neutral_cap = 0;
  bool keeps_greys = false;  // kNeutralStep has neutral inks only
  int32_t strength = 0;
  int32_t hysteresis = 0;  // in the units of a comparison of inks
  double chroma_clamp = 0;
  std::array<Rgb, kMaxInks> sent;
  // What to dither towards, multiples of 16; and the share of each that Floyd and Steinberg's kernel gives to
  // the next pixel.
  alignas(16) std::array<Opponent, kMaxInks> ink;
  alignas(16) std::array<Opponent, kMaxInks> ink_ahead;
  // Coordinates of a byte in each channel; a colour is the sum of its three.
  alignas(16) std::array<std::array<Opponent, 256>, 3> channel;
  // What follows from a byte in each channel. In the upper half, a bit for each of the first 32 inks that has
  // this byte; in the middle, its part of the place of the grid's cell; in the lowest 8 bits, how far it is
  // into the cell, 0..16.
  std::array<std::array<uint64_t, 256>, 3> channel_key;
  std::vector<GridNode> grid;            // kGridNodes ^ 3, red outermost
  int groups = 0;                        // of four inks, in each weight step
  std::vector<InkGroup> ink_groups;      // kAllSteps * groups
  int32_t place_mask = 0;                // bits of a comparison that hold the place of an ink
  std::array<uint32_t, 1024> exact_key;  // open hash of the sent colours, kNoKey where empty
  std::array<uint8_t, 1024> exact_ink;

  // By how much noise lightens a point at one place of the noise tile.
  int32_t offset(int centred) const { return (noise * centred) >> 12; }
  // The ink that is sent as exactly this colour, the first of equals, or -1.
  int exactInk(Rgb colour) const;
  // A colour's coordinates, moved into what the inks can mix, and its step of chroma weight.
  void wanted(Rgb colour, Opponent& point, int32_t& step) const;
  // The ink nearest to a point; the one that comes first of equals.
  int nearest(const Opponent& point, int step) const;
  // The same where two inks, equal or -1 for none, are each preferred by so much.
  int nearest(const Opponent& point, int step, int before, int above, int32_t preferred) const;
  // The hysteresis of a pixel of some luminance: the eye sees a small difference of light sooner in the dark.
  int32_t preference(int32_t luminance) const {
    const int32_t light = luminance < 0 ? 0 : luminance > kColourOne ? kColourOne : luminance;
    return static_cast<int32_t>((int64_t{hysteresis} * (kColourOne / 8 + light)) >> kColourBits);
  }
};

// The second and third corner of the tetrahedron, one of six in a cell, that holds a colour. They follow the
// first corner along the axis of the greatest part of the colour, then of the second greatest. The index has
// three bits: red >= green, green >= blue, red >= blue.
struct GridPath {
  int32_t second;
  int32_t third;
};
inline constexpr int kGridLast = kGridStrides[0] + kGridStrides[1] + kGridStrides[2];
extern const std::array<GridPath, 8> kGridPaths;

// A plan for inks, in which colours that they cannot mix are moved to the nearest that they can, or are not.
// Building it takes some milliseconds: keep it.
ColourPlan makeColourPlan(const Inks& inks, bool move);

// Whether colours are moved: only where error would otherwise pile up; strength 0, in
// fixed point, gives the nearest ink.
inline bool movesColours(const Tuning& tuning) { return tuning.strength * kColourOne >= 0.5; }

// Sets the numbers of a plan. Quick.
void tuneColourPlan(ColourPlan& plan, const Tuning& tuning);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COLOUR_PLAN_H_
