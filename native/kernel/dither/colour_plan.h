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
// looks (kGridOne and above is kNeutralWeight, 0 and below kChromaWeight).
inline constexpr int kGridBits = 14;
inline constexpr int kGridOne = 1 << kGridBits;
struct alignas(8) GridNode {
  int16_t y;
  int16_t u;
  int16_t w;
  int16_t neutral;
};

// The step of chroma weight for how grey a colour looks.
inline constexpr int32_t weightStep(int32_t neutral) {
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
  int32_t strength = 0;
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
  std::vector<InkGroup> ink_groups;      // kWeightSteps * groups
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

// Building a plan takes some milliseconds: keep it.
ColourPlan makeColourPlan(const Inks& inks, const Tuning& tuning);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_COLOUR_PLAN_H_
