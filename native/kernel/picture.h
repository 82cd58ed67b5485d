// What goes into and comes out of the dither kernel.
#ifndef STIPPLE_KERNEL_PICTURE_H_
#define STIPPLE_KERNEL_PICTURE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "diffusion.h"

namespace stipple {

// Longest edge, most pixels and most inks that the kernel takes; callers check before, the kernel checks
// again. No panel comes near; the bound keeps every buffer within what a machine can give.
inline constexpr int kMaxEdge = 32768;
inline constexpr size_t kMaxPixels = size_t{1} << 26;
inline constexpr int kMaxInks = 256;
inline constexpr int kMinInks = 2;

enum class Alpha : uint8_t { kStraight, kPremultiplied };

struct Rgb {
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

inline constexpr bool isGrey(Rgb ink) { return ink.red == ink.green && ink.green == ink.blue; }

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

inline constexpr bool sizeIsValid(int width, int height) {
  return width >= 1 && width <= kMaxEdge && height >= 1 && height <= kMaxEdge &&
         static_cast<size_t>(width) * static_cast<size_t>(height) <= kMaxPixels;
}

struct Tuning {
  double max_error = 1;     // cap on accumulated error, fraction of full scale, 0..4
  double noise_scale = 1;   // multiplier of the noise, 0..3
  double chroma_clamp = 0;  // OKLab chroma below which colour error is damped, 0 is off, 0..1
  double strength = 1;      // share of the error that is diffused, 0..2
  friend bool operator==(const Tuning&, const Tuning&) = default;
};

enum class Status : uint8_t {
  kOk,
  kBadSize,     // an edge below 1 or above kMaxEdge, or more than kMaxPixels
  kBadLength,   // a buffer does not match the size
  kBadPalette,  // fewer than 2 or more than 256 inks, or another number of measured ones
  kBadTuning,   // a number outside its range, or NaN
  kBadIndex,    // an index is not below the number of inks
  kBadText,     // an outline, reference, position or size of a text is out of range
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PICTURE_H_
