// Truecolour pictures: what a reader of the filters gets back, and coarser channels.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "check.h"
#include "inflate.h"
#include "png/filter.h"
#include "png/png.h"

using namespace stipple;
using stipple::test::Random;

namespace {

constexpr size_t kPixel = 3;

// A reader of filtered rows after RFC 2083, written without the kernel's predictors.
std::vector<uint8_t> unfilter(const std::vector<uint8_t>& rows, int width, int height) {
  const size_t bytes = static_cast<size_t>(width) * kPixel;
  std::vector<uint8_t> out(bytes * static_cast<size_t>(height));
  for (size_t y = 0; y < static_cast<size_t>(height); y++) {
    const uint8_t filter = rows[y * (bytes + 1)];
    for (size_t i = 0; i < bytes; i++) {
      const int a = i >= kPixel ? out[y * bytes + i - kPixel] : 0;
      const int b = y > 0 ? out[(y - 1) * bytes + i] : 0;
      const int c = i >= kPixel && y > 0 ? out[(y - 1) * bytes + i - kPixel] : 0;
      const int p = a + b - c;
      int guess = 0;
      if (filter == 1) guess = a;
      if (filter == 2) guess = b;
      if (filter == 3) guess = (a + b) / 2;
      if (filter == 4) {
        guess = c;
        if (std::abs(p - b) <= std::abs(p - c)) guess = b;
        if (std::abs(p - a) <= std::abs(p - b) && std::abs(p - a) <= std::abs(p - c)) guess = a;
      }
      out[y * bytes + i] = static_cast<uint8_t>(rows[y * (bytes + 1) + 1 + i] + guess);
    }
  }
  return out;
}

// IDAT, which follows the signature and IHDR.
std::vector<uint8_t> rowsOf(const std::vector<uint8_t>& file) {
  const uint8_t* p = &file[33];
  const size_t length = static_cast<size_t>(p[0]) << 24 | static_cast<size_t>(p[1]) << 16 |
                        static_cast<size_t>(p[2]) << 8 | p[3];
  const auto rows = test::inflateZlib({p + 8, length});
  CHECK(rows.has_value());
  return rows.value_or(std::vector<uint8_t>());
}

// Flat, a ramp and noise, so that rows of each kind meet.
std::vector<uint8_t> mixed(int width, int height) {
  Random source(3);
  std::vector<uint8_t> rgb(static_cast<size_t>(width) * static_cast<size_t>(height) * kPixel);
  for (size_t i = 0; i < rgb.size(); i++) {
    const size_t band = i * 4 / rgb.size();
    if (band == 1) rgb[i] = static_cast<uint8_t>(i / kPixel);
    if (band == 2) rgb[i] = source.byte();
    if (band == 3) rgb[i] = static_cast<uint8_t>(i / 7 + i % 5);
  }
  return rgb;
}

}  // namespace

TEST("a truecolour picture can be read back exactly") {
  for (const auto& [width, height] : {std::pair{1, 1}, {3, 40}, {65, 33}}) {
    for (const Effort effort : {Effort::kNormal, Effort::kBest}) {
      const std::vector<uint8_t> rgb = mixed(width, height);
      PngOptions options;
      options.width = width;
      options.height = height;
      options.effort = effort;
      options.min_bytes = 40000;
      PngEncoder encoder;
      std::vector<uint8_t> file;
      CHECK(encoder.encodeTruecolour(rgb, 8, options, file) == Status::kOk);
      CHECK_EQUAL(int{file[24]}, 8);
      CHECK_EQUAL(int{file[25]}, 2);
      CHECK_EQUAL(file.size(), 40000u);
      const std::vector<uint8_t> rows = rowsOf(file);
      CHECK(unfilter(rows, width, height) == rgb);
    }
  }
}

TEST("coarser channels are rounded to the nearest step below white, and black stays black") {
  for (int bits = 1; bits <= 8; bits++) {
    const auto levels = channelLevels(bits);
    CHECK_EQUAL(int{levels[0]}, 0);
    CHECK_EQUAL(int{levels[255]}, 255);
    const int step = 1 << (8 - bits);
    for (int value = 0; value < 256; value++) {
      const int level = levels[static_cast<size_t>(value)];
      CHECK(level == 0 || (255 - level) % step == 0);
      CHECK(std::abs(level - value) * 2 <= step);
      CHECK(bits < 8 || level == value);
    }
  }
}

TEST("truecolour pixels of another size, or with no bits, are refused") {
  PngEncoder encoder;
  std::vector<uint8_t> file;
  PngOptions options;
  options.width = 2;
  options.height = 2;
  const std::vector<uint8_t> rgb(12, 1);
  CHECK(encoder.encodeTruecolour(rgb, 8, options, file) == Status::kOk);
  CHECK(encoder.encodeTruecolour(rgb, 0, options, file) == Status::kBadPalette);
  CHECK(encoder.encodeTruecolour(rgb, 9, options, file) == Status::kBadPalette);
  CHECK(encoder.encodeTruecolour(std::vector<uint8_t>(11), 8, options, file) == Status::kBadLength);
  options.width = 0;
  CHECK(encoder.encodeTruecolour(rgb, 8, options, file) == Status::kBadSize);
}
