// Ink indices to a PNG that e-ink firmware reads.
#include "png/png.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/limits.h"
#include "png/checksum.h"
#include "png/pack.h"
#include "png/two_value.h"

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

// Writes the start of a chunk and returns where it begins; endChunk fills in what is known later.
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

void appendHeader(std::vector<uint8_t>& file, const PngOptions& options, PngFormat format) {
  size_t start = beginChunk(file, "IHDR");
  append(file, bigEndian(static_cast<uint32_t>(options.width)));
  append(file, bigEndian(static_cast<uint32_t>(options.height)));
  const uint8_t rest[5] = {static_cast<uint8_t>(format.depth), static_cast<uint8_t>(format.greyscale ? 0 : 3),
                           0, 0, 0};
  append(file, rest);
  endChunk(file, start);
}

void appendPalette(std::vector<uint8_t>& file, std::span<const Rgb> inks) {
  size_t start = beginChunk(file, "PLTE");
  for (Rgb ink : inks) append(file, std::array<uint8_t, 3>{ink.red, ink.green, ink.blue});
  endChunk(file, start);
}

// Firmware chooses its waveform by file size. The chunk is ancillary, private and safe to copy; it stands
// after IDAT because firmware wants PLTE within its first read.
void appendPadding(std::vector<uint8_t>& file, size_t min_bytes) {
  size_t known = file.size() + kChunkOverhead;  // IEND is yet to come
  if (known >= min_bytes) return;
  size_t missing = min_bytes - known;
  size_t start = beginChunk(file, "stPd");
  file.resize(file.size() + (missing > kChunkOverhead ? missing - kChunkOverhead : 0), 0);
  endChunk(file, start);
}

bool evenSixteen(std::span<const Rgb> inks) {
  std::array<bool, 16> seen = {};
  for (Rgb ink : inks) {
    if (!isGrey(ink) || ink.red % 17 != 0) return false;
    seen[ink.red / 17] = true;
  }
  return inks.size() == 16 && std::all_of(seen.begin(), seen.end(), [](bool one) { return one; });
}

Status check(std::span<const uint8_t> indices, std::span<const Rgb> inks, const PngOptions& options) {
  if (!sizeIsValid(options.width, options.height)) return Status::kBadSize;
  if (indices.size() != static_cast<size_t>(options.width) * options.height) return Status::kBadLength;
  if (inks.size() < kMinInks || inks.size() > kMaxInks) return Status::kBadPalette;
  uint8_t largest = 0;
  for (uint8_t index : indices) largest = std::max(largest, index);
  return largest < inks.size() ? Status::kOk : Status::kBadIndex;
}

}  // namespace

PngFormat choosePngFormat(std::span<const Rgb> inks, int width, int height) {
  if (inks.size() <= 4) return {2, false};
  if (inks.size() > 16) return {8, false};
  return {4, evenSixteen(inks) && !isSmallPanel(width, height)};
}

Status PngEncoder::encode(std::span<const uint8_t> indices, std::span<const Rgb> inks,
                          const PngOptions& options, std::vector<uint8_t>& file) {
  Status status = check(indices, inks, options);
  if (status != Status::kOk) return status;
  PngFormat format = choosePngFormat(inks, options.width, options.height);

  std::array<uint8_t, 256> map;
  for (int i = 0; i < 256; i++) map[i] = static_cast<uint8_t>(i);
  if (format.greyscale) {
    for (size_t i = 0; i < inks.size(); i++) map[i] = inks[i].red / 17;
  }
  rows_.resize(packedRowBytes(options.width, format.depth) * options.height);
  packRows(indices, options.width, options.height, format.depth, map, rows_.data());

  std::vector<Rgb> entries(inks.begin(), inks.end());
  if (format.depth == 2) avoidTwoValues(indices, options.width, options.height, entries, rows_.data());

  file.clear();
  append(file, kSignature);
  appendHeader(file, options, format);
  if (!format.greyscale) appendPalette(file, entries);
  size_t start = beginChunk(file, "IDAT");
  deflater_.append(rows_, options.effort, file);
  endChunk(file, start);
  appendPadding(file, options.min_bytes);
  endChunk(file, beginChunk(file, "IEND"));
  return Status::kOk;
}

}  // namespace stipple
