// Compression: every stream is read back by the tests' own inflate.
#include "png/deflate.h"

#include <algorithm>
#include <string>

#include "check.h"
#include "inflate.h"
#include "png/huffman.h"

using namespace stipple;
using stipple::test::inflateZlib;
using stipple::test::Random;

namespace {

std::vector<uint8_t> random(size_t size, uint32_t seed, uint32_t values) {
  Random source(seed);
  std::vector<uint8_t> data(size);
  for (uint8_t& byte : data) byte = static_cast<uint8_t>(source.below(values));
  return data;
}

size_t checkRoundTrip(Deflater& deflater, const std::vector<uint8_t>& data, const std::string& what) {
  size_t size = 0;
  for (Effort effort : {Effort::kNormal, Effort::kBest}) {
    std::vector<uint8_t> stream = {1, 2, 3};
    deflater.append(data, effort, stream);
    CHECK_SAY(stream[0] == 1 && stream[1] == 2 && stream[2] == 3, what + ": what was there before is kept");
    const auto back = inflateZlib(std::span(stream).subspan(3));
    CHECK_SAY(back.has_value(), what + ": the stream is valid");
    CHECK_SAY(!back || *back == data, what + ": the stream holds the data");
    if (effort == Effort::kNormal) size = stream.size() - 3;
  }
  return size;
}

// Rows like those of pictures: runs, repeats of all lengths of earlier bytes, and noise in between.
std::vector<uint8_t> patchwork(size_t size, uint32_t seed) {
  Random source(seed);
  std::vector<uint8_t> data;
  const uint32_t longest = 20 + source.below(700);
  while (data.size() < size) {
    const uint32_t length = 1 + source.below(longest);
    const uint32_t kind = source.below(4);
    const size_t back = kind == 0 || data.empty() ? 0 : 1 + source.below(static_cast<uint32_t>(data.size()));
    for (uint32_t i = 0; i < length; i++) {
      if (kind == 0) {
        data.push_back(static_cast<uint8_t>(source.below(4)));
      } else {
        data.push_back(back == 0 ? 0xFF : data[data.size() - (kind == 1 ? 1 : back)]);
      }
    }
  }
  data.resize(size);
  return data;
}

}  // namespace

TEST("data of any size and kind survives compression") {
  Deflater deflater;
  for (size_t size : {0, 1, 2, 3, 4, 7, 8, 9, 257, 258, 259, 8191, 8192, 8193, 32767, 32768, 40000, 70000}) {
    for (uint32_t values : {1, 2, 3, 17, 256}) {
      checkRoundTrip(deflater, random(size, static_cast<uint32_t>(size) + values, values),
                     std::to_string(size) + " bytes of " + std::to_string(values) + " values");
    }
  }
}

TEST("repeats are found at every distance of the window, and none beyond") {
  Deflater deflater;
  for (size_t gap : {0, 1, 100, 32768 - 64, 32768 - 8, 32768, 32769, 65536 - 64, 65536}) {
    std::vector<uint8_t> data = random(64, 1, 256);
    const std::vector<uint8_t> filler = random(gap, 2, 256);
    data.insert(data.end(), filler.begin(), filler.end());
    data.insert(data.end(), data.begin(), data.begin() + 64);
    checkRoundTrip(deflater, data, "gap " + std::to_string(gap));
  }
}

TEST("long runs cost next to nothing, noise no more than itself") {
  Deflater deflater;
  const size_t run = checkRoundTrip(deflater, std::vector<uint8_t>(200000, 0xFF), "run");
  CHECK_SAY(run < 700, "a run of 200000 bytes takes " + std::to_string(run));
  const size_t noise = checkRoundTrip(deflater, random(200000, 3, 256), "noise");
  CHECK_SAY(noise < 200000 + 100, "200000 bytes of noise take " + std::to_string(noise));
}

TEST("runs and repeats of all lengths, side by side, survive compression") {
  Deflater deflater;
  for (uint32_t seed = 1; seed <= 400; seed++) {
    const std::vector<uint8_t> data = patchwork(500 + 131 * seed, seed);
    std::vector<uint8_t> stream;
    deflater.append(data, Effort::kNormal, stream);
    const auto back = inflateZlib(stream);
    CHECK_SAY(back && *back == data, "patchwork " + std::to_string(seed));
  }
}

TEST("the best effort is not larger than the normal one on mixed data") {
  Deflater deflater;
  std::vector<uint8_t> data;
  for (uint32_t part = 0; part < 12; part++) {
    const std::vector<uint8_t> more = random(7000, part % 5, 2 + 6 * (part % 4));
    data.insert(data.end(), more.begin(), more.end());
  }
  std::vector<uint8_t> normal;
  std::vector<uint8_t> best;
  deflater.append(data, Effort::kNormal, normal);
  deflater.append(data, Effort::kBest, best);
  CHECK_SAY(best.size() <= normal.size(),
            std::to_string(best.size()) + " > " + std::to_string(normal.size()));
}

TEST("a stream depends on nothing but its data") {
  Deflater used;
  std::vector<uint8_t> scratch;
  used.append(random(50000, 9, 40), Effort::kBest, scratch);
  used.append(random(50000, 8, 4), Effort::kNormal, scratch);
  Deflater fresh;
  const std::vector<uint8_t> data = random(30000, 7, 20);
  std::vector<uint8_t> one;
  std::vector<uint8_t> two;
  used.append(data, Effort::kNormal, one);
  fresh.append(data, Effort::kNormal, two);
  CHECK(one == two);
}

TEST("code lengths fill the code exactly and keep to the limit") {
  Random source(4);
  for (int round = 0; round < 300; round++) {
    const int symbols = 2 + static_cast<int>(source.below(kMaxHuffmanSymbols - 1));
    const int longest = symbols <= 19 && round % 2 == 0 ? 7 : 15;
    std::vector<uint32_t> counts(symbols);
    // Counts that grow like the Fibonacci numbers lead to the longest codes.
    for (uint32_t& count : counts) count = round % 3 == 0 ? source.below(3) : 1u << source.below(20);
    counts[0] = counts[1] = 1;
    std::vector<uint8_t> lengths(symbols);
    huffmanLengths(counts, longest, lengths);
    int64_t kraft = 0;
    for (int i = 0; i < symbols; i++) {
      CHECK((lengths[i] == 0) == (counts[i] == 0));
      CHECK(lengths[i] <= longest);
      if (lengths[i] > 0) kraft += int64_t{1} << (longest - lengths[i]);
    }
    CHECK_EQUAL(kraft, int64_t{1} << longest);
  }
}
