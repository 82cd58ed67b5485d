// A finished picture turned, and laid into the frame that its panel expects.
#include "png/mount.h"

#include <algorithm>
#include <cstring>

#include "base/limits.h"

namespace stipple {
namespace {

// A quarter turn reads rows and writes columns. In squares of this edge both stay in the fastest cache.
constexpr int kBlock = 64;

// Where pixels go: the frame's byte of the picture's first pixel, and the steps to those of the next pixel in
// its row and of the pixel below.
struct Path {
  uint8_t* first;
  ptrdiff_t along;
  ptrdiff_t down;
};

Path pathOf(const Mount& mount, uint8_t* frame) {
  const ptrdiff_t pixel = mount.pixel_bytes;
  const ptrdiff_t row = pixel * mount.frame_width;
  uint8_t* corner = frame + mount.top * row + mount.left * pixel;
  const ptrdiff_t right = pixel * (mount.width - 1);
  switch (mount.quarter_turns) {
    case 1:
      return {corner + pixel * (mount.height - 1), row, -pixel};
    case 2:
      return {corner + (mount.height - 1) * row + right, -pixel, -row};
    case 3:
      return {corner + (mount.width - 1) * row, -row, pixel};
    default:
      return {corner, pixel, row};
  }
}

template <int kPixel>
void copyBlocks(const uint8_t* pixels, int width, int height, const Path& path) {
  for (int y0 = 0; y0 < height; y0 += kBlock) {
    for (int x0 = 0; x0 < width; x0 += kBlock) {
      const int y1 = std::min(y0 + kBlock, height);
      const int x1 = std::min(x0 + kBlock, width);
      for (int y = y0; y < y1; y++) {
        const uint8_t* from = pixels + (static_cast<ptrdiff_t>(y) * width + x0) * kPixel;
        uint8_t* to = path.first + y * path.down + x0 * path.along;
        for (int x = x0; x < x1; x++, from += kPixel, to += path.along) {
          for (int i = 0; i < kPixel; i++) to[i] = from[i];
        }
      }
    }
  }
}

Status check(std::span<const uint8_t> pixels, const Mount& mount, std::span<const uint8_t> frame) {
  const auto [width, height, pixel_bytes, quarter_turns, left, top, frame_width, frame_height] = mount;
  if (!sizeIsValid(width, height) || !sizeIsValid(frame_width, frame_height)) return Status::kBadSize;
  if (quarter_turns < 0 || quarter_turns > 3) return Status::kBadSize;
  if (pixel_bytes != 1 && pixel_bytes != 3) return Status::kBadSize;
  const bool on_side = quarter_turns % 2 == 1;
  // Edges are far below half of an int's range.
  if (left < 0 || left > kMaxEdge || left + (on_side ? height : width) > frame_width) return Status::kBadSize;
  if (top < 0 || top > kMaxEdge || top + (on_side ? width : height) > frame_height) return Status::kBadSize;
  const size_t count = static_cast<size_t>(width) * static_cast<size_t>(height);
  const size_t frame_count = static_cast<size_t>(frame_width) * static_cast<size_t>(frame_height);
  const size_t bytes = static_cast<size_t>(pixel_bytes);
  const bool fits = pixels.size() == count * bytes && frame.size() == frame_count * bytes;
  return fits ? Status::kOk : Status::kBadLength;
}

}  // namespace

Status mountPicture(std::span<const uint8_t> pixels, const Mount& mount, std::span<uint8_t> frame) {
  const Status status = check(pixels, mount, frame);
  if (status != Status::kOk) return status;
  const Path path = pathOf(mount, frame.data());
  if (mount.quarter_turns == 0) {
    const size_t row = static_cast<size_t>(mount.width) * static_cast<size_t>(mount.pixel_bytes);
    for (int y = 0; y < mount.height; y++)
      std::memcpy(path.first + y * path.down, pixels.data() + static_cast<size_t>(y) * row, row);
  } else if (mount.pixel_bytes == 1) {
    copyBlocks<1>(pixels.data(), mount.width, mount.height, path);
  } else {
    copyBlocks<3>(pixels.data(), mount.width, mount.height, path);
  }
  return Status::kOk;
}

}  // namespace stipple
