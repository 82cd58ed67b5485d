// Exact-area coverage of polygons.
#include "text/coverage.h"

#include <algorithm>
#include <cmath>

namespace stipple {

void CoverageGrid::reset(int width, int height) {
  width_ = width;
  height_ = height;
  cells_.assign(static_cast<size_t>(width + 2) * static_cast<size_t>(height), 0.0f);
}

void CoverageGrid::addLine(Point from, Point to) {
  const double right = width_;
  const double bottom = height_;
  from = {std::clamp(from.x, 0.0, right), std::clamp(from.y, 0.0, bottom)};
  to = {std::clamp(to.x, 0.0, right), std::clamp(to.y, 0.0, bottom)};
  if (from.y == to.y) return;
  const double sign = from.y < to.y ? 1.0 : -1.0;
  if (sign < 0) std::swap(from, to);
  const double slope = (to.x - from.x) / (to.y - from.y);
  const auto [least, most] = std::minmax(from.x, to.x);
  double x = from.x;
  double y = from.y;
  for (int row = static_cast<int>(from.y); row < height_ && y < to.y; row++) {
    const double end = std::min(row + 1.0, to.y);
    // Clamped, because the sum of rounded steps may end a hair beyond the line.
    const double x_end = end == to.y ? to.x : std::clamp(from.x + (end - from.y) * slope, least, most);
    addRow(row, sign * (end - y), x, x_end);
    x = x_end;
    y = end;
  }
}

// A line within one row, from x0 to x1, of the signed height given.
void CoverageGrid::addRow(int y, double height, double x0, double x1) {
  float* cells = cells_.data() + static_cast<size_t>(y) * static_cast<size_t>(width_ + 2);
  const auto [left, right] = std::minmax(x0, x1);
  const int first = static_cast<int>(left);
  // All that lies right of the line's middle within the cell is covered, and all cells beyond it.
  const auto add = [cells](int cell, double part, double middle) {
    const double beyond = part * (middle - cell);
    cells[cell] += static_cast<float>(part - beyond);
    cells[cell + 1] += static_cast<float>(beyond);
  };
  if (right <= first + 1) return add(first, height, (left + right) / 2);
  const double per_pixel = height / (right - left);
  double from = left;
  for (int cell = first; from < right; cell++) {
    const double to = std::min(cell + 1.0, right);
    add(cell, per_pixel * (to - from), (from + to) / 2);
    from = to;
  }
}

void CoverageGrid::finish(uint8_t* coverage) const {
  for (int y = 0; y < height_; y++) {
    const float* cells = cells_.data() + static_cast<size_t>(y) * static_cast<size_t>(width_ + 2);
    float covered = 0;
    for (int x = 0; x < width_; x++) {
      covered += cells[x];
      *coverage++ = static_cast<uint8_t>(std::min(std::abs(covered), 1.0f) * 255.0f + 0.5f);
    }
  }
}

}  // namespace stipple
