// Turning a picture and laying it into its frame, compared with the definition.
#include "png/mount.h"

#include <array>
#include <utility>
#include <vector>

#include "check.h"

using namespace stipple;
using stipple::test::Random;

namespace {

// Where a pixel of a width x height picture is after so many quarter turns clockwise.
struct Place {
  int x;
  int y;
};

Place turned(int x, int y, int width, int height, int turns) {
  if (turns == 1) return {height - 1 - y, x};
  if (turns == 2) return {width - 1 - x, height - 1 - y};
  if (turns == 3) return {y, width - 1 - x};
  return {x, y};
}

std::vector<uint8_t> randomBytes(size_t size, uint32_t seed) {
  Random source(seed);
  std::vector<uint8_t> bytes(size);
  for (uint8_t& byte : bytes) byte = source.byte();
  return bytes;
}

}  // namespace

TEST("a mounted picture has each pixel where the turn and the place put it, and nothing else changes") {
  for (int pixel_bytes : {1, 3}) {
    for (int turns : {0, 1, 2, 3}) {
      for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {64, 65}, {130, 71}}) {
        for (const auto& [left, top, right, bottom] : {std::array{0, 0, 0, 0}, {3, 2, 5, 1}}) {
          const int wide = turns % 2 == 1 ? height : width;
          const int high = turns % 2 == 1 ? width : height;
          const Mount mount = {
              width, height, pixel_bytes, turns, left, top, wide + left + right, high + top + bottom};
          const auto pixels = randomBytes(static_cast<size_t>(width) * height * pixel_bytes, 9);
          const size_t frame_pixels = static_cast<size_t>(mount.frame_width) * mount.frame_height;
          std::vector<uint8_t> frame(frame_pixels * pixel_bytes, 77);
          std::vector<uint8_t> expected = frame;
          for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
              const Place at = turned(x, y, width, height, turns);
              for (int i = 0; i < pixel_bytes; i++) {
                expected[((at.y + top) * mount.frame_width + at.x + left) * pixel_bytes + i] =
                    pixels[(y * width + x) * pixel_bytes + i];
              }
            }
          }
          CHECK(mountPicture(pixels, mount, frame) == Status::kOk);
          CHECK(frame == expected);
        }
      }
    }
  }
}

TEST("a picture that does not lie within its frame is refused") {
  const std::vector<uint8_t> pixels(12, 1);
  std::vector<uint8_t> frame(20, 0);
  CHECK(mountPicture(pixels, {4, 3, 1, 0, 0, 0, 4, 5}, frame) == Status::kOk);
  CHECK(mountPicture(pixels, {4, 3, 1, 1, 1, 1, 4, 5}, frame) == Status::kOk);
  for (const Mount& wrong :
       {Mount{4, 3, 1, 0, 1, 0, 4, 5}, Mount{4, 3, 1, 0, 0, 3, 4, 5}, Mount{4, 3, 1, 1, 2, 0, 4, 5},
        Mount{4, 3, 1, 4, 0, 0, 4, 5}, Mount{4, 3, 2, 0, 0, 0, 4, 5}, Mount{0, 3, 1, 0, 0, 0, 4, 5},
        Mount{4, 3, 1, 0, -1, 0, 4, 5}, Mount{4, 3, 1, 0, 2000000000, 0, 4, 5},
        Mount{4, 3, 1, 0, 0, 0, 4, 0}}) {
    CHECK(mountPicture(pixels, wrong, frame) == Status::kBadSize);
  }
  CHECK(mountPicture(pixels, {4, 4, 1, 0, 0, 0, 4, 5}, frame) == Status::kBadLength);
  CHECK(mountPicture(pixels, {4, 3, 1, 0, 0, 0, 4, 6}, frame) == Status::kBadLength);
  CHECK(mountPicture(pixels, {4, 3, 3, 0, 0, 0, 4, 5}, frame) == Status::kBadLength);
}
