// Exact-area coverage of polygons.
#ifndef STIPPLE_KERNEL_TEXT_COVERAGE_H_
#define STIPPLE_KERNEL_TEXT_COVERAGE_H_

#include <cstdint>
#include <vector>

#include "text/outline.h"

namespace stipple {

// Adds up, cell by cell, how much of a pixel lies to the right of every line, signed by the line's direction;
// the running sum of a row is the winding-weighted area that the polygon covers of each pixel. Overlapping
// contours of one direction count once, a contour of the other direction cuts a hole.
class CoverageGrid {
 public:
  // Empties the grid. Its pixels are 0..width-1 from the left and 0..height-1 from the top.
  void reset(int width, int height);

  // Adds one line of a closed polygon. Both ends must lie in the grid, its edges included; what rounding has
  // left outside is moved to the edge.
  void addLine(Point from, Point to);

  // Writes width * height bytes, row-major from the top: 0 nothing covered, 255 all of the pixel.
  void finish(uint8_t* coverage) const;

 private:
  void addRow(int y, double height, double x0, double x1);

  int width_ = 0;
  int height_ = 0;
  // Rows of width + 2: a line on the right edge counts for the two cells beyond.
  std::vector<float> cells_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_COVERAGE_H_
