// The rows of accumulated error of a diffusion.
#ifndef STIPPLE_KERNEL_DITHER_ERROR_ROWS_H_
#define STIPPLE_KERNEL_DITHER_ERROR_ROWS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "dither/diffusion.h"

namespace stipple {

// Errors of the current row and of the rows below that a kernel reaches, with kReach more cells on both sides
// than the picture has.
template <typename Cell>
class ErrorRows {
 public:
  ErrorRows(std::vector<Cell>& storage, int width) : stride_(width + 2 * kReach) {
    storage.assign(static_cast<size_t>(stride_) * kErrorRows, Cell{});
    for (int i = 0; i < kErrorRows; i++)
      rows_[i] = storage.data() + static_cast<ptrdiff_t>(stride_) * i + kReach;
  }

  Cell* row(int below) { return rows_[below]; }

  // Moves on by a row: the finished one is emptied and becomes the last.
  void advance() {
    std::fill_n(rows_[0] - kReach, stride_, Cell{});
    std::rotate(rows_, rows_ + 1, rows_ + kErrorRows);
  }

 private:
  int stride_;
  Cell* rows_[kErrorRows];
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_ERROR_ROWS_H_
