// The regions of a tone mask.
#ifndef STIPPLE_KERNEL_DITHER_TONE_H_
#define STIPPLE_KERNEL_DITHER_TONE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stipple {

// Which regions a picture has.
enum class Tone : uint8_t {
  kNone,  // no mask
  kStructure,
  kContinuous,
  kMixed,
};

// Reads the mask only as far as the answer depends on it.
inline Tone toneOf(std::span<const uint8_t> mask) {
  if (mask.empty()) return Tone::kNone;
  const bool continuous = mask[0] != 0;
  constexpr size_t kBlock = 4096;
  for (size_t start = 0; start < mask.size(); start += kBlock) {
    const std::span<const uint8_t> block = mask.subspan(start).first(std::min(kBlock, mask.size() - start));
    uint8_t others = 0;
    for (uint8_t tone : block) others |= static_cast<uint8_t>((tone != 0) != continuous);
    if (others != 0) return Tone::kMixed;
  }
  return continuous ? Tone::kContinuous : Tone::kStructure;
}

// Whether error may go from a pixel to another: within the picture, and not across the border between
// structure and continuous tone. `tone` points at the mask value of the pixel that the error comes from.
inline bool sameTone(const uint8_t* tone, int to_x, int to_y, int from_x, int dy, int width, int height) {
  if (to_x < 0 || to_x >= width || to_y >= height) return false;
  return (tone[to_x - from_x + static_cast<ptrdiff_t>(dy) * width] == 0) == (*tone == 0);
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_TONE_H_
