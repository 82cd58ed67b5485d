// Truecolour pixels to filtered PNG rows.
#include "png/filter.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace stipple {
namespace {

constexpr size_t kPixel = 3;
constexpr int kFilters = 5;

// The prediction of RFC 2083: the neighbour that is nearest to left + above - corner.
int paeth(int left, int above, int corner) {
  const int to_left = std::abs(above - corner);
  const int to_above = std::abs(left - corner);
  const int to_corner = std::abs(left + above - 2 * corner);
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

template <int kFilter>
int predict(int left, int above, int corner) {
  if (kFilter == 1) return left;
  if (kFilter == 2) return above;
  if (kFilter == 3) return (left + above) / 2;
  if (kFilter == 4) return paeth(left, above, corner);
  return 0;
}

// Filters a row. Both rows have one pixel of zeros before their first. Returns the sum of the differences,
// each taken as a signed byte.
template <int kFilter>
uint32_t filterRow(const uint8_t* row, const uint8_t* above, size_t bytes, uint8_t* out) {
  uint32_t sum = 0;
  for (size_t i = 0; i < bytes; i++) {
    const uint8_t rest =
        static_cast<uint8_t>(row[i] - predict<kFilter>((row - kPixel)[i], above[i], (above - kPixel)[i]));
    out[i] = rest;
    sum += rest < 128 ? rest : 256u - rest;
  }
  return sum;
}

uint32_t filterBy(int filter, const uint8_t* row, const uint8_t* above, size_t bytes, uint8_t* out) {
  switch (filter) {
    case 1:
      return filterRow<1>(row, above, bytes, out);
    case 2:
      return filterRow<2>(row, above, bytes, out);
    case 3:
      return filterRow<3>(row, above, bytes, out);
    case 4:
      return filterRow<4>(row, above, bytes, out);
    default:
      return filterRow<0>(row, above, bytes, out);
  }
}

}  // namespace

std::array<uint8_t, 256> channelLevels(int bits) {
  const int step = 1 << (8 - bits);
  std::array<uint8_t, 256> levels;
  for (int value = 0; value < 256; value++) {
    const int down = (255 - value + step / 2) / step;
    levels[static_cast<size_t>(value)] = static_cast<uint8_t>(std::max(0, 255 - down * step));
  }
  return levels;
}

void filterRows(std::span<const uint8_t> rgb, int width, int height, std::span<const uint8_t, 256> levels,
                uint8_t* rows) {
  const size_t bytes = static_cast<size_t>(width) * kPixel;
  std::vector<uint8_t> current(kPixel + bytes, 0);
  std::vector<uint8_t> previous(kPixel + bytes, 0);
  std::vector<uint8_t> tried(bytes);
  for (size_t y = 0; y < static_cast<size_t>(height); y++) {
    const auto row = rgb.subspan(y * bytes, bytes);
    std::transform(row.begin(), row.end(), current.begin() + kPixel,
                   [&](uint8_t value) { return levels[value]; });
    uint8_t* to = rows + y * (1 + bytes);
    uint32_t least = UINT32_MAX;
    for (int filter = 0; filter < kFilters; filter++) {
      const uint32_t sum =
          filterBy(filter, current.data() + kPixel, previous.data() + kPixel, bytes, tried.data());
      if (sum >= least) continue;
      least = sum;
      *to = static_cast<uint8_t>(filter);
      std::copy(tried.begin(), tried.end(), to + 1);
    }
    std::swap(current, previous);
  }
}

}  // namespace stipple
