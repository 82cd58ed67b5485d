// Ink indices to a PNG that e-ink firmware reads.
#include "png/png.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "png/chunks.h"
#include "png/filter.h"
#include "png/pack.h"
#include "png/two_value.h"

namespace stipple {
namespace {

// The grey of code 1 of a depth, so that the highest code is white.
constexpr int greyStep(int depth) { return 255 / ((1 << depth) - 1); }

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
  if (options.format && !formatHolds(*options.format, inks)) return Status::kBadPalette;
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

bool formatHolds(PngFormat format, std::span<const Rgb> inks) {
  if (format.depth != 1 && format.depth != 2 && format.depth != 4 && format.depth != 8) return false;
  if (!format.greyscale) return inks.size() <= size_t{1} << format.depth;
  return std::all_of(inks.begin(), inks.end(), [&](Rgb ink) {
    return isGrey(ink) && ink.red % greyStep(format.depth) == 0;
  });
}

Status PngEncoder::encode(std::span<const uint8_t> indices, std::span<const Rgb> inks,
                          const PngOptions& options, std::vector<uint8_t>& file) {
  Status status = check(indices, inks, options);
  if (status != Status::kOk) return status;
  const PngFormat format = options.format.value_or(choosePngFormat(inks, options.width, options.height));

  std::array<uint8_t, 256> map;
  for (int i = 0; i < 256; i++) map[i] = static_cast<uint8_t>(i);
  if (format.greyscale) {
    const int step = greyStep(format.depth);
    for (size_t i = 0; i < inks.size(); i++) map[i] = static_cast<uint8_t>(inks[i].red / step);
  }
  rows_.resize(packedRowBytes(options.width, format.depth) * options.height);
  packRows(indices, options.width, options.height, format.depth, map, rows_.data());

  std::vector<Rgb> entries(inks.begin(), inks.end());
  if (format.depth == 2) makeThreeValued(indices, format, map, options, entries);

  const uint8_t colour_type = format.greyscale ? kGreyscaleType : kIndexedType;
  beginPng(file, options.width, options.height, format.depth, colour_type);
  if (!format.greyscale) appendPalette(file, entries);
  appendPixels(options.effort, file);
  endPng(file, options.min_bytes);
  return Status::kOk;
}

// What firmware counts are codes: those of a greyscale picture are its greys, whatever the order of the inks.
void PngEncoder::makeThreeValued(std::span<const uint8_t> indices, PngFormat format,
                                 std::span<const uint8_t, 256> map, const PngOptions& options,
                                 std::vector<Rgb>& entries) {
  if (!format.greyscale) {
    avoidTwoValues(indices, options.width, options.height, entries, rows_.data());
    return;
  }
  codes_.resize(indices.size());
  std::transform(indices.begin(), indices.end(), codes_.begin(), [&](uint8_t index) { return map[index]; });
  std::vector<Rgb> greys = {{0, 0, 0}, {85, 85, 85}, {170, 170, 170}, {255, 255, 255}};
  avoidTwoValues(codes_, options.width, options.height, greys, rows_.data());
}

Status PngEncoder::encodeTruecolour(std::span<const uint8_t> rgb, int channel_bits, const PngOptions& options,
                                    std::vector<uint8_t>& file) {
  const auto [width, height, min_bytes, effort, format] = options;
  if (!sizeIsValid(width, height)) return Status::kBadSize;
  if (rgb.size() != static_cast<size_t>(width) * static_cast<size_t>(height) * 3) return Status::kBadLength;
  if (channel_bits < 1 || channel_bits > 8) return Status::kBadPalette;

  const std::array<uint8_t, 256> levels = channelLevels(channel_bits);
  rows_.resize(filteredRowBytes(width) * static_cast<size_t>(height));
  filterRows(rgb, width, height, levels, rows_.data());
  beginPng(file, width, height, 8, kTruecolourType);
  appendPixels(effort, file);
  endPng(file, min_bytes);
  return Status::kOk;
}

void PngEncoder::appendPixels(Effort effort, std::vector<uint8_t>& file) {
  size_t start = beginChunk(file, "IDAT");
  deflater_.append(rows_, effort, file);
  endChunk(file, start);
}

}  // namespace stipple
