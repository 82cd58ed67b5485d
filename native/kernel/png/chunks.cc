// The chunks of a PNG file.
#include "png/chunks.h"

#include <algorithm>
#include <array>

#include "png/checksum.h"

namespace stipple {
namespace {

constexpr uint8_t kSignature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
// Length, type and CRC of a chunk.
constexpr size_t kChunkOverhead = 12;

void append(std::vector<uint8_t>& file, std::span<const uint8_t> bytes) {
  size_t at = file.size();
  file.resize(at + bytes.size());
  std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<ptrdiff_t>(at));
}

std::array<uint8_t, 4> bigEndian(uint32_t value) {
  return {static_cast<uint8_t>(value >> 24), static_cast<uint8_t>(value >> 16),
          static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)};
}

void appendPadding(std::vector<uint8_t>& file, size_t min_bytes) {
  size_t known = file.size() + kChunkOverhead;  // IEND is yet to come
  if (known >= min_bytes) return;
  size_t missing = min_bytes - known;
  size_t start = beginChunk(file, "stPd");
  file.resize(file.size() + (missing > kChunkOverhead ? missing - kChunkOverhead : 0), 0);
  endChunk(file, start);
}

}  // namespace

size_t beginChunk(std::vector<uint8_t>& file, std::string_view type) {
  size_t start = file.size();
  append(file, bigEndian(0));
  append(file, {reinterpret_cast<const uint8_t*>(type.data()), type.size()});
  return start;
}

void endChunk(std::vector<uint8_t>& file, size_t start) {
  auto length = bigEndian(static_cast<uint32_t>(file.size() - start - 8));
  std::copy(length.begin(), length.end(), file.begin() + static_cast<ptrdiff_t>(start));
  append(file, bigEndian(crc32({file.data() + start + 4, file.size() - start - 4})));
}

void beginPng(std::vector<uint8_t>& file, int width, int height, int depth, uint8_t colour_type) {
  file.clear();
  append(file, kSignature);
  size_t start = beginChunk(file, "IHDR");
  append(file, bigEndian(static_cast<uint32_t>(width)));
  append(file, bigEndian(static_cast<uint32_t>(height)));
  const uint8_t rest[5] = {static_cast<uint8_t>(depth), colour_type, 0, 0, 0};
  append(file, rest);
  endChunk(file, start);
}

void appendPalette(std::vector<uint8_t>& file, std::span<const Rgb> inks) {
  size_t start = beginChunk(file, "PLTE");
  for (Rgb ink : inks) append(file, std::array<uint8_t, 3>{ink.red, ink.green, ink.blue});
  endChunk(file, start);
}

void endPng(std::vector<uint8_t>& file, size_t min_bytes) {
  appendPadding(file, min_bytes);
  endChunk(file, beginChunk(file, "IEND"));
}

}  // namespace stipple
