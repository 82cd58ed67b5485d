// The blue-noise tile that offsets the quantisation threshold.
#ifndef STIPPLE_KERNEL_DITHER_NOISE_TILE_H_
#define STIPPLE_KERNEL_DITHER_NOISE_TILE_H_

#include <array>
#include <cstdint>

namespace stipple {

inline constexpr int kNoiseTileSize = 64;
inline constexpr int kNoiseTileMask = kNoiseTileSize - 1;
inline constexpr int kNoiseRanks = kNoiseTileSize * kNoiseTileSize;

// Ranks 0..4095, each once, row-major; a true void-and-cluster tile that repeats seamlessly.
extern const std::array<uint16_t, kNoiseTileSize * kNoiseTileSize> kNoiseTile;

// A rank as an odd number in -4095..4095. Over the tile these sum to exactly 0, so that noise moves no tone.
inline constexpr int centredRank(uint16_t rank) { return 2 * rank - (kNoiseRanks - 1); }

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_NOISE_TILE_H_
