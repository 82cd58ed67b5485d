// Times the dither kernel against the plain loop, in one process, in processor time of this thread.
// speed WIDTH HEIGHT FILE: FILE holds WIDTH * HEIGHT * 4 bytes of RGBA. Writes one line a trial: name, ms.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <vector>

#include "dither/dither.h"
#include "dither/noise_tile.h"
#include "png/png.h"

extern "C" int plain_dither(const uint8_t* rgba, int width, int height, const float* tile, uint8_t* indices);

namespace {

using namespace stipple;

constexpr double kTrialMs = 700;
constexpr int kLeastRuns = 5;

double nowMs() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

// The least time of many runs: what the code takes when nothing disturbs it.
template <typename Work>
void trial(const char* name, Work&& work) {
  double least = 1e9;
  const double start = nowMs();
  for (int runs = 0; runs < kLeastRuns || nowMs() - start < kTrialMs; runs++) {
    const double before = nowMs();
    work();
    const double took = nowMs() - before;
    if (took < least) least = took;
  }
  std::printf("%s\t%.4f\n", name, least);
}

std::vector<Rgb> greys(int count) {
  std::vector<Rgb> inks;
  for (int i = 0; i < count; i++) {
    const uint8_t level = static_cast<uint8_t>(i * 255 / (count - 1));
    inks.push_back({level, level, level});
  }
  return inks;
}

// A photo within a page: continuous tone but for a tenth of the picture on each side.
std::vector<uint8_t> photoInPage(int width, int height) {
  std::vector<uint8_t> tone(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (int y = height / 10; y < height - height / 10; y++) {
    for (int x = width / 10; x < width - width / 10; x++) tone[static_cast<size_t>(y) * width + x] = 1;
  }
  return tone;
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  Picture picture;
  picture.width = std::atoi(words[1]);
  picture.height = std::atoi(words[2]);
  picture.alpha = Alpha::kPremultiplied;
  std::ifstream file(words[3], std::ios::binary);
  const std::vector<uint8_t> rgba((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  picture.rgba = rgba;
  if (rgba.size() != picture.pixels() * 4) return 2;
  std::vector<uint8_t> indices(picture.pixels());
  std::vector<float> tile;
  for (uint16_t rank : kNoiseTile) tile.push_back(static_cast<float>(centredRank(rank)) * 14.0f / 4096.0f);

  const std::vector<Rgb> four = greys(4);
  const std::vector<Rgb> sixteen = greys(16);
  const std::vector<Rgb> six = {{0, 0, 0},   {255, 255, 255}, {255, 255, 0},
                                {255, 0, 0}, {0, 0, 255},     {0, 255, 0}};
  const std::vector<Rgb> bwry = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {255, 255, 0}};
  const std::vector<uint8_t> frame = photoInPage(picture.width, picture.height);
  const std::vector<uint8_t> continuous(picture.pixels(), 1);
  Picture framed = picture;
  framed.tone = frame;
  Picture toned = picture;
  toned.tone = continuous;
  const Algorithm floyd = Algorithm::kFloydSteinberg;
  Ditherer portable(Variant::kPortable);
  Ditherer best;

  trial("plain C loop",
        [&] { plain_dither(rgba.data(), picture.width, picture.height, tile.data(), indices.data()); });
  trial("4 greys, portable", [&] { portable.dither(picture, {four, {}}, floyd, {}, indices); });
  trial("4 greys, best", [&] { best.dither(picture, {four, {}}, floyd, {}, indices); });
  trial("16 greys, best", [&] { best.dither(picture, {sixteen, {}}, floyd, {}, indices); });
  trial("4 greys, photo in page", [&] { best.dither(framed, {four, {}}, floyd, {}, indices); });
  trial("4 greys, continuous", [&] { best.dither(toned, {four, {}}, floyd, {}, indices); });
  trial("16 greys, photo in page", [&] { best.dither(framed, {sixteen, {}}, floyd, {}, indices); });
  trial("6 inks, portable", [&] { portable.dither(picture, {six, {}}, floyd, {}, indices); });
  trial("6 inks, best", [&] { best.dither(picture, {six, {}}, floyd, {}, indices); });
  trial("6 inks, photo in page", [&] { best.dither(framed, {six, {}}, floyd, {}, indices); });
  trial("6 inks, continuous", [&] { best.dither(toned, {six, {}}, floyd, {}, indices); });
  trial("4 inks, best", [&] { best.dither(picture, {bwry, {}}, floyd, {}, indices); });
  trial("4 greys, stucki", [&] { best.dither(picture, {four, {}}, Algorithm::kStucki, {}, indices); });
  trial("6 inks, stucki", [&] { best.dither(picture, {six, {}}, Algorithm::kStucki, {}, indices); });

  PngEncoder encoder;
  std::vector<uint8_t> png;
  PngOptions options;
  options.width = picture.width;
  options.height = picture.height;
  best.dither(picture, {four, {}}, floyd, {}, indices);
  trial("PNG of 4 greys", [&] { encoder.encode(indices, four, options, png); });
  return 0;
}
