// The PNG encoder: chunks, formats, padding, and the traps of small panels.
#include "png/png.h"

#include <algorithm>
#include <string>

#include "base/limits.h"
#include "check.h"
#include "inflate.h"
#include "png/checksum.h"

using namespace stipple;
using stipple::test::Random;

namespace {

struct Chunk {
  std::string type;
  std::vector<uint8_t> data;
};

uint32_t bigEndian(const uint8_t* p) {
  return static_cast<uint32_t>(p[0]) << 24 | static_cast<uint32_t>(p[1]) << 16 |
         static_cast<uint32_t>(p[2]) << 8 | p[3];
}

std::vector<Chunk> chunksOf(const std::vector<uint8_t>& file) {
  std::vector<Chunk> chunks;
  for (size_t at = 8; at + 12 <= file.size();) {
    const uint32_t length = bigEndian(&file[at]);
    if (length > file.size() - at - 12) break;
    chunks.push_back({std::string(&file[at + 4], &file[at + 8]),
                      {file.begin() + static_cast<ptrdiff_t>(at + 8),
                       file.begin() + static_cast<ptrdiff_t>(at + 8 + length)}});
    CHECK_EQUAL(bigEndian(&file[at + 8 + length]), crc32({&file[at + 4], length + 4}));
    at += length + 12;
  }
  return chunks;
}

std::string order(const std::vector<Chunk>& chunks) {
  std::string types;
  for (const Chunk& chunk : chunks) types += (types.empty() ? "" : " ") + chunk.type;
  return types;
}

// Codes of all pixels, unpacked from IDAT.
std::vector<uint8_t> codesOf(const std::vector<Chunk>& chunks, int width, int height, int depth) {
  for (const Chunk& chunk : chunks) {
    if (chunk.type != "IDAT") continue;
    const auto rows = test::inflateZlib(chunk.data);
    CHECK(rows.has_value());
    if (!rows) return {};
    const size_t stride = 1 + (static_cast<size_t>(width) * depth + 7) / 8;
    CHECK_EQUAL(rows->size(), stride * height);
    std::vector<uint8_t> codes;
    for (int y = 0; y < height; y++) {
      CHECK_EQUAL((*rows)[stride * y], 0);
      for (int x = 0; x < width; x++) {
        const uint8_t byte = (*rows)[stride * y + 1 + static_cast<size_t>(x) * depth / 8];
        codes.push_back(static_cast<uint8_t>(byte >> (8 - depth - x * depth % 8) & ((1 << depth) - 1)));
      }
    }
    return codes;
  }
  return {};
}

std::vector<Rgb> greys(int count) {
  std::vector<Rgb> inks;
  for (int i = 0; i < count; i++) {
    const uint8_t level = static_cast<uint8_t>(i * 255 / (count - 1));
    inks.push_back({level, level, level});
  }
  return inks;
}

std::vector<uint8_t> encode(const std::vector<uint8_t>& indices, const std::vector<Rgb>& inks, int width,
                            int height, size_t min_bytes = 0) {
  PngEncoder encoder;
  std::vector<uint8_t> file;
  PngOptions options;
  options.width = width;
  options.height = height;
  options.min_bytes = min_bytes;
  CHECK(encoder.encode(indices, inks, options, file) == Status::kOk);
  return file;
}

std::vector<uint8_t> randomIndices(size_t size, int inks, uint32_t seed) {
  Random source(seed);
  std::vector<uint8_t> indices(size);
  for (uint8_t& index : indices) index = static_cast<uint8_t>(source.below(static_cast<uint32_t>(inks)));
  return indices;
}

}  // namespace

TEST("depth and colour type follow the palette") {
  struct Case {
    int inks;
    int depth;
    bool greyscale;
  };
  for (const Case& one : {Case{2, 2, false}, Case{3, 2, false}, Case{4, 2, false}, Case{5, 4, false},
                          Case{15, 4, false}, Case{16, 4, true}, Case{17, 8, false}, Case{256, 8, false}}) {
    for (int width : {1, 2, 3, 4, 5, 31, 32, 33}) {
      const std::vector<uint8_t> indices = randomIndices(static_cast<size_t>(width) * 7, one.inks, 5);
      const auto chunks = chunksOf(encode(indices, greys(one.inks), width, 7));
      CHECK_EQUAL(order(chunks), one.greyscale ? "IHDR IDAT IEND" : "IHDR PLTE IDAT IEND");
      CHECK_EQUAL(int{chunks[0].data[8]}, one.depth);
      CHECK_EQUAL(int{chunks[0].data[9]}, one.greyscale ? 0 : 3);
      CHECK(codesOf(chunks, width, 7, one.depth) == indices);
    }
  }
}

TEST("sixteen even greys in another order become greyscale by value") {
  std::vector<Rgb> inks = greys(16);
  std::reverse(inks.begin(), inks.end());
  const std::vector<uint8_t> indices = randomIndices(64, 16, 6);
  const auto codes = codesOf(chunksOf(encode(indices, inks, 8, 8)), 8, 8, 4);
  for (size_t i = 0; i < indices.size(); i++) CHECK_EQUAL(int{codes[i]}, 15 - indices[i]);
}

TEST("sixteen greys that are not even, and those of a small panel, stay indexed") {
  std::vector<Rgb> inks = greys(16);
  CHECK(choosePngFormat(inks, 1872, 1404).greyscale);
  CHECK(!choosePngFormat(inks, 800, 480).greyscale);
  inks[3] = {52, 52, 52};
  CHECK(!choosePngFormat(inks, 1872, 1404).greyscale);
}

TEST("a given format is kept: grey levels by value, palette entries by place") {
  struct Case {
    PngFormat format;
    int inks;
  };
  for (const Case& one : {Case{{1, true}, 2}, Case{{2, true}, 4}, Case{{4, true}, 16}, Case{{8, true}, 256},
                          Case{{8, true}, 4}, Case{{4, true}, 2}, Case{{1, false}, 2}, Case{{8, false}, 4}}) {
    for (int width : {1, 7, 8, 9, 33}) {
      std::vector<Rgb> inks = greys(one.inks);
      std::reverse(inks.begin(), inks.end());
      const std::vector<uint8_t> indices = randomIndices(static_cast<size_t>(width) * 5, one.inks, 8);
      PngOptions options;
      options.width = width;
      options.height = 5;
      options.format = one.format;
      PngEncoder encoder;
      std::vector<uint8_t> file;
      CHECK(encoder.encode(indices, inks, options, file) == Status::kOk);
      const auto chunks = chunksOf(file);
      const auto [depth, greyscale] = one.format;
      CHECK_EQUAL(order(chunks), greyscale ? "IHDR IDAT IEND" : "IHDR PLTE IDAT IEND");
      CHECK_EQUAL(int{chunks[0].data[8]}, depth);
      CHECK_EQUAL(int{chunks[0].data[9]}, greyscale ? 0 : 3);
      const auto codes = codesOf(chunks, width, 5, depth);
      const int step = 255 / ((1 << depth) - 1);
      for (size_t i = 0; i < indices.size(); i++)
        CHECK_EQUAL(int{codes[i]}, greyscale ? inks[indices[i]].red / step : int{indices[i]});
    }
  }
}

TEST("a format that cannot store the inks is refused") {
  const std::vector<Rgb> red = {{0, 0, 0}, {255, 0, 0}};
  CHECK(!formatHolds({8, true}, red));
  CHECK(formatHolds({8, false}, red));
  CHECK(!formatHolds({1, true}, greys(4)));
  CHECK(!formatHolds({2, true}, greys(16)));
  CHECK(!formatHolds({2, false}, greys(5)));
  CHECK(!formatHolds({3, false}, red));
  PngEncoder encoder;
  std::vector<uint8_t> file;
  PngOptions options;
  options.width = options.height = 4;
  options.format = PngFormat{8, true};
  CHECK(encoder.encode(std::vector<uint8_t>(16, 0), red, options, file) == Status::kBadPalette);
}

TEST("two greys of a greyscale picture get a third code on a small panel") {
  std::vector<uint8_t> indices(800 * 480, 1);
  for (size_t i = 0; i < indices.size(); i += 3) indices[i] = 2;
  PngOptions options;
  options.width = 800;
  options.height = 480;
  options.format = PngFormat{2, true};
  PngEncoder encoder;
  std::vector<uint8_t> file;
  // In this order the codes 0 and 2 are seen: black, and a light grey that would become white.
  const std::vector<Rgb> inks = {{255, 255, 255}, {0, 0, 0}, {170, 170, 170}};
  CHECK(encoder.encode(indices, inks, options, file) == Status::kOk);
  const auto codes = codesOf(chunksOf(file), 800, 480, 2);
  bool seen[4] = {};
  for (size_t i = 0; i < 800 * 431; i++) seen[codes[i]] = true;
  CHECK_EQUAL(seen[0] + seen[1] + seen[2] + seen[3], 3);
}

TEST("padding stands behind the pixels and reaches exactly the size asked for") {
  const std::vector<uint8_t> indices = randomIndices(400, 4, 7);
  const size_t plain = encode(indices, greys(4), 20, 20).size();
  for (size_t wanted : {plain - 1, plain, plain + 12, plain + 13, plain + 5000}) {
    const std::vector<uint8_t> file = encode(indices, greys(4), 20, 20, wanted);
    CHECK_EQUAL(file.size(), std::max(plain, wanted));
    const auto chunks = chunksOf(file);
    CHECK_EQUAL(order(chunks), wanted > plain ? "IHDR PLTE IDAT stPd IEND" : "IHDR PLTE IDAT IEND");
  }
  // A chunk cannot be smaller than 12 bytes.
  for (size_t wanted = plain + 1; wanted < plain + 12; wanted++) {
    CHECK_EQUAL(encode(indices, greys(4), 20, 20, wanted).size(), plain + 12);
  }
}

TEST("two greys other than black and white get a third code on a small panel, in one pixel") {
  const int width = 800;
  const int height = 480;
  struct Case {
    std::vector<Rgb> inks;
    uint8_t one;
    uint8_t two;
    int differing;  // pixels whose code changes
  };
  const std::vector<Rgb> four = greys(4);
  const std::vector<Rgb> white_first = {{255, 255, 255}, {0, 0, 0}};
  const std::vector<Rgb> colours = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {255, 255, 0}};
  for (const Case& c : {Case{four, 1, 3, 1}, Case{four, 0, 3, 0}, Case{four, 0, 1, 1}, Case{four, 2, 2, 0},
                        Case{white_first, 0, 1, 1}, Case{greys(2), 0, 1, 0}, Case{colours, 1, 2, 0}}) {
    for (int first_only : {0, 1}) {
      std::vector<uint8_t> indices(static_cast<size_t>(width) * height, c.two);
      // Once scattered, once only in the corner that would be changed.
      for (size_t i = 0; i < indices.size(); i += first_only ? indices.size() : 3) indices[i] = c.one;
      const auto chunks = chunksOf(encode(indices, c.inks, width, height));
      const std::vector<uint8_t> codes = codesOf(chunks, width, height, 2);
      int differing = 0;
      for (size_t i = 0; i < codes.size(); i++) differing += codes[i] != indices[i] ? 1 : 0;
      CHECK_EQUAL(differing, c.differing);
      bool seen[4] = {};
      for (size_t i = 0; i < static_cast<size_t>(width) * 431; i++) seen[codes[i]] = true;
      const int values = seen[0] + seen[1] + seen[2] + seen[3];
      CHECK_EQUAL(values, (c.one == c.two ? 1 : 2) + c.differing);
      // Every code has a palette entry, and with two inks every pixel looks as before.
      CHECK_EQUAL(chunks[1].data.size() / 3, c.inks.size() == 2 && c.differing > 0 ? 3u : c.inks.size());
      if (c.inks.size() == 2 && c.differing > 0) {
        const Rgb third = {chunks[1].data[6], chunks[1].data[7], chunks[1].data[8]};
        const size_t changed = static_cast<size_t>(std::find(codes.begin(), codes.end(), 2) - codes.begin());
        CHECK(third == c.inks[indices[changed]]);
      }
    }
  }
}

TEST("a grey that is only below the counted rows is kept apart from black and white") {
  std::vector<uint8_t> indices(800 * 480, 3);
  for (size_t i = 0; i < 800 * 431; i += 5) indices[i] = 0;
  indices[800 * 450] = 1;
  const auto codes = codesOf(chunksOf(encode(indices, greys(4), 800, 480)), 800, 480, 2);
  bool seen[4] = {};
  for (size_t i = 0; i < 800 * 431; i++) seen[codes[i]] = true;
  CHECK_EQUAL(seen[0] + seen[1] + seen[2] + seen[3], 3);
}

TEST("what does not fit together is refused") {
  PngEncoder encoder;
  std::vector<uint8_t> file;
  const std::vector<uint8_t> indices(16, 1);
  const std::vector<Rgb> inks = greys(4);
  PngOptions options;
  options.width = 4;
  options.height = 4;
  CHECK(encoder.encode(indices, inks, options, file) == Status::kOk);
  CHECK(encoder.encode(indices, greys(2), options, file) == Status::kOk);
  CHECK(encoder.encode(std::vector<uint8_t>(16, 4), inks, options, file) == Status::kBadIndex);
  CHECK(encoder.encode(std::vector<uint8_t>(15, 0), inks, options, file) == Status::kBadLength);
  CHECK(encoder.encode(indices, std::vector<Rgb>(1), options, file) == Status::kBadPalette);
  CHECK(encoder.encode(indices, std::vector<Rgb>(257), options, file) == Status::kBadPalette);
  options.width = 0;
  CHECK(encoder.encode(indices, inks, options, file) == Status::kBadSize);
  options.width = options.height = kMaxEdge;
  CHECK(encoder.encode(indices, inks, options, file) == Status::kBadSize);
}
