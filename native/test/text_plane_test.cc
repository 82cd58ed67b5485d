// Text on the index plane.
#include "text/text_plane.h"

#include <set>

#include "outlines.h"
#include "pictures.h"

using namespace stipple;
using namespace stipple::test;

namespace {

constexpr int kWidth = 60;
constexpr int kHeight = 40;

// A plane of one ink, on which texts of one font are drawn.
struct Sheet {
  std::vector<Rgb> inks;
  std::vector<uint8_t> indices;
  TextPicture text;
  IndexPlane plane;

  Sheet(std::vector<Rgb> palette, uint8_t paper) : inks(std::move(palette)) {
    indices.assign(kWidth * kHeight, paper);
    plane = {indices, kWidth, kHeight, 0, 0, kWidth, kHeight};
    text.fonts = {{1, 1000, 500, 0.08}};
  }

  void add(OutlineStream outline, Rgb colour, double size, double x, double baseline) {
    text.glyphs.push_back({0, static_cast<uint32_t>(text.glyphs.size()), outline});
    text.positions.push_back({static_cast<uint32_t>(text.glyphs.size() - 1), x});
    text.order.push_back(static_cast<uint32_t>(text.runs.size()));
    text.runs.push_back({colour, size, baseline, static_cast<uint32_t>(text.positions.size() - 1), 1});
  }

  Status draw() { return TextPainter().draw(plane, inks, text); }

  std::set<int> used() const { return {indices.begin(), indices.end()}; }
};

// A block of 10 x 10 pixels at 20 px an em, and a leaning stroke.
const std::vector<int32_t> kBlock = rectangle(0, 0, 500, 500);
const std::vector<int32_t> kSlant = polygon({0, 0, 120, 0, 620, 700, 500, 700});
constexpr Rgb kBlack{0, 0, 0};

}  // namespace

TEST("black text is black where it covers a pixel, and changes nothing outside its box") {
  Sheet sheet(evenGreys(4), 3);
  sheet.add(kBlock, kBlack, 20, 8, 30.4);
  CHECK(sheet.draw() == Status::kOk);
  for (int y = 0; y < kHeight; y++) {
    for (int x = 0; x < kWidth; x++) {
      const bool inside = x >= 8 && x < 18 && y >= 20 && y < 30;
      CHECK_EQUAL(static_cast<int>(sheet.indices[y * kWidth + x]), inside ? 0 : 3);
    }
  }
}

TEST("edges take the greys between text and paper, by value, not by the order of the palette") {
  Sheet sheet(greyInks({255, 0, 170, 85}), 0);
  sheet.add(kSlant, kBlack, 30, 8, 30);
  CHECK(sheet.draw() == Status::kOk);
  CHECK(sheet.used() == std::set<int>({0, 1, 2, 3}));
}

TEST("two inks get no third one, whatever other inks the palette has") {
  for (const auto& inks : {evenGreys(2), kSixInks}) {
    Sheet sheet(inks, 1);
    sheet.add(kSlant, kBlack, 30, 8, 30);
    CHECK(sheet.draw() == Status::kOk);
    CHECK(sheet.used() == std::set<int>({0, 1}));
  }
  // Red on white: the greys of a palette are no steps between them.
  auto inks = evenGreys(4);
  inks.push_back({255, 0, 0});
  Sheet sheet(inks, 3);
  sheet.add(kSlant, {255, 0, 0}, 30, 8, 30);
  CHECK(sheet.draw() == Status::kOk);
  CHECK(sheet.used() == std::set<int>({3, 4}));
}

TEST("a colour that is no ink becomes the nearest ink that stands out from the paper") {
  const auto inkOf = [](std::vector<Rgb> inks, uint8_t paper, Rgb colour) {
    Sheet sheet(std::move(inks), paper);
    sheet.add(kBlock, colour, 20, 8, 30);
    CHECK(sheet.draw() == Status::kOk);
    return static_cast<int>(sheet.indices[25 * kWidth + 12]);
  };
  CHECK_EQUAL(inkOf(evenGreys(4), 3, {0x77, 0x77, 0x77}), 1);
  CHECK_EQUAL(inkOf(evenGreys(4), 3, {0xDD, 0xDD, 0xDD}), 2);
  CHECK_EQUAL(inkOf(evenGreys(2), 1, {0x99, 0x99, 0x99}), 0);
  CHECK_EQUAL(inkOf(evenGreys(2), 0, {0x55, 0x55, 0x55}), 1);
  // An ink as it is, even where it cannot be seen.
  CHECK_EQUAL(inkOf(evenGreys(4), 3, {255, 255, 255}), 3);
  // Grey never turns into a coloured ink; dark red is nearer to red than to black.
  CHECK_EQUAL(inkOf(kSixInks, 1, {0x77, 0x77, 0x77}), 0);
  CHECK_EQUAL(inkOf(kSixInks, 1, {0xCC, 0x10, 0x10}), 3);
  // Orange on white is red, not a yellow that nobody sees; on black it may be yellow.
  CHECK_EQUAL(inkOf(kSixInks, 1, {0xFF, 0xA5, 0x00}), 3);
  CHECK_EQUAL(inkOf(kSixInks, 0, {0xFF, 0xC5, 0x00}), 2);
  // Green is never red.
  const std::vector<Rgb> four = {{0, 0, 0}, {255, 255, 255}, {255, 255, 0}, {255, 0, 0}};
  CHECK_EQUAL(inkOf(four, 1, {0x00, 0x80, 0x00}), 0);
  CHECK_EQUAL(inkOf(four, 0, {0x00, 0x80, 0x00}), 2);
}

TEST("bars are whole pixels, at least one high, drawn in the order given") {
  Sheet sheet(evenGreys(4), 3);
  sheet.add(kBlock, kBlack, 20, 8, 30);
  sheet.text.bars.push_back({{255, 255, 255}, 5.4, 24.9, 20.6, 25.2});
  sheet.text.order.push_back(TextPicture::kBar);
  CHECK(sheet.draw() == Status::kOk);
  for (int x = 8; x < 18; x++) {
    CHECK_EQUAL(static_cast<int>(sheet.indices[24 * kWidth + x]), 0);
    CHECK_EQUAL(static_cast<int>(sheet.indices[25 * kWidth + x]), 3);
    CHECK_EQUAL(static_cast<int>(sheet.indices[26 * kWidth + x]), 0);
  }
}

TEST("nothing is drawn outside the clip, wherever the text lies") {
  Random random(5);
  for (int round = 0; round < 300; round++) {
    Sheet sheet(evenGreys(4), 3);
    sheet.plane.clip_left = 10;
    sheet.plane.clip_top = 12;
    sheet.plane.clip_right = 33;
    sheet.plane.clip_bottom = 30;
    sheet.add(kSlant, kBlack, 4 + random.below(60), random.below(1400) / 10.0 - 40, random.below(800) / 10.0);
    CHECK(sheet.draw() == Status::kOk);
    for (int y = 0; y < kHeight; y++) {
      for (int x = 0; x < kWidth; x++) {
        const bool inside = x >= 10 && x < 33 && y >= 12 && y < 30;
        if (!inside) CHECK_EQUAL(static_cast<int>(sheet.indices[y * kWidth + x]), 3);
      }
    }
  }
}

TEST("neighbours come nearer to each other by an eighth of a pixel at the most") {
  // Two stems of two pixels at 20 px an em; each alone would move to the pixel grid.
  const auto stem = rectangle(0, 0, 100, 500);
  for (int i = 0; i < 64; i++) {
    const double first = 10 + i / 8.0;
    for (int j = 0; j < 64; j++) {
      const double second = first + 4 + j / 64.0;
      Sheet sheet(evenGreys(16), 15);
      sheet.add(stem, kBlack, 20, first, 30);
      sheet.text.positions.push_back({0, second});
      sheet.text.runs[0].count = 2;
      CHECK(sheet.draw() == Status::kOk);
      // Where the ink of each half of the row lies, in pixels.
      double sums[2] = {};
      double places[2] = {};
      const double middle = (first + second) / 2 + 1;
      for (int x = 0; x < kWidth; x++) {
        const double ink = 15 - sheet.indices[25 * kWidth + x];
        const int half = x + 0.5 < middle ? 0 : 1;
        sums[half] += ink;
        places[half] += ink * (x + 0.5);
      }
      const double apart = places[1] / sums[1] - places[0] / sums[0];
      // Sixteen greys, and positions in eighths, leave some doubt.
      CHECK_SAY(apart >= second - first - 0.125 - 0.15,
                "apart " + std::to_string(apart) + ", asked for " + std::to_string(second - first));
    }
  }
}

TEST("text that refers to nothing or is out of range is refused, and the plane left alone") {
  const auto refuses = [](auto&& spoil) {
    Sheet sheet(evenGreys(4), 3);
    sheet.add(kBlock, kBlack, 20, 8, 30);
    spoil(sheet);
    CHECK(sheet.draw() == Status::kBadText);
    CHECK(sheet.used() == std::set<int>({3}));
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses([](Sheet& s) { s.text.positions[0].glyph = 1; });
  refuses([](Sheet& s) { s.text.glyphs[0].font = 1; });
  refuses([](Sheet& s) { s.text.runs[0].count = 2; });
  refuses([](Sheet& s) { s.text.runs[0].first = 2; });
  refuses([](Sheet& s) { s.text.order[0] = 1; });
  refuses([](Sheet& s) { s.text.order[0] = TextPicture::kBar; });
  refuses([&](Sheet& s) { s.text.positions[0].x = nan; });
  refuses([](Sheet& s) { s.text.runs[0].baseline = 1e30; });
  refuses([](Sheet& s) { s.text.runs[0].size_px = 0; });
  refuses([](Sheet& s) { s.text.fonts[0].units_per_em = 0; });
  refuses([](Sheet& s) { s.text.glyphs[0].outline = OutlineStream(kBlock).first(4); });
}
