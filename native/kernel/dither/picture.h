// What the dither kernel takes: a picture, the inks, the numbers of the dither.
#ifndef STIPPLE_KERNEL_DITHER_PICTURE_H_
#define STIPPLE_KERNEL_DITHER_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/limits.h"
#include "colour/rgb.h"

namespace stipple {

enum class Alpha : uint8_t { kStraight, kPremultiplied };

// Pixels, row-major from the top left, four bytes each in the order R, G, B, A.
// `tone` is empty, or one byte a pixel: 0 structure (exact inks stay), anything else continuous tone.
struct Picture {
  std::span<const uint8_t> rgba;
  std::span<const uint8_t> tone;
  int width = 0;
  int height = 0;
  Alpha alpha = Alpha::kStraight;

  size_t pixels() const { return static_cast<size_t>(width) * static_cast<size_t>(height); }
};

// `measured` is empty, or what each ink looks like on the panel: then the picture is dithered towards that.
struct Inks {
  std::span<const Rgb> sent;
  std::span<const Rgb> measured;
};

// What a dither number may be, from 0 on, and what it is when nobody sets it.
struct TuningRange {
  double most;
  double standard;

  // False for NaN.
  constexpr bool holds(double value) const { return value >= 0 && value <= most; }
};

inline constexpr TuningRange kMaxError = {4, 1};
inline constexpr TuningRange kNoiseScale = {3, 1};
inline constexpr TuningRange kChromaClamp = {1, 0};
inline constexpr TuningRange kStrength = {2, 1};
inline constexpr TuningRange kHysteresis = {1, 0};

// Files hold two or more pixels a byte: dots that repeat after two repeat bytes. To prefer the very last
// ink makes clusters, which look coarser, and files of saturated pictures do not get smaller by them.
inline constexpr int kHysteresisReach = 2;

struct Tuning {
  double max_error = kMaxError.standard;        // cap on the accumulated error, as a fraction of full scale
  double noise_scale = kNoiseScale.standard;    // multiplier of the noise amplitude
  double chroma_clamp = kChromaClamp.standard;  // OKLab chroma below which colour error is damped; 0 is off
  double strength = kStrength.standard;         // share of the error that is diffused
  // How much a pixel prefers the inks of the pixel kHysteresisReach before it and of the one above it (after
  // Levien, "Output dependent feedback in error diffusion halftoning", 1993). Dots repeat, and the file gets
  // smaller; the whole error is still diffused, so that no tone changes.
  double hysteresis = kHysteresis.standard;
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_PICTURE_H_
