// The chunks of a PNG file.
#ifndef STIPPLE_KERNEL_PNG_CHUNKS_H_
#define STIPPLE_KERNEL_PNG_CHUNKS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "colour/rgb.h"

namespace stipple {

// Colour types of IHDR.
inline constexpr uint8_t kGreyscaleType = 0;
inline constexpr uint8_t kTruecolourType = 2;
inline constexpr uint8_t kIndexedType = 3;

// Replaces `file` by the signature and IHDR; not interlaced.
void beginPng(std::vector<uint8_t>& file, int width, int height, int depth, uint8_t colour_type);

// Writes the start of a chunk and returns where it begins; endChunk fills in what is known later.
size_t beginChunk(std::vector<uint8_t>& file, std::string_view type);
void endChunk(std::vector<uint8_t>& file, size_t start);

void appendPalette(std::vector<uint8_t>& file, std::span<const Rgb> inks);

// Pads the file to at least `min_bytes`, then ends it. Firmware chooses its waveform by file size. The chunk
// is ancillary, private and safe to copy; it stands after IDAT because firmware wants PLTE within its first
// read.
void endPng(std::vector<uint8_t>& file, size_t min_bytes);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_CHUNKS_H_
