// Draws text in solid inks on the index plane, after dithering.
#include "text/text_plane.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "text/text_rules.h"

namespace stipple {
namespace {

// Positions beyond this lie outside every plane, and must not overflow an int.
constexpr double kFar = 1e6;

// Larger than any panel is high; the bitmap's own limit comes earlier for what is drawn.
constexpr double kMaxTextSize = 4096;

bool isPlace(double value) { return value >= -kFar && value <= kFar; }

bool planeIsValid(const IndexPlane& plane) {
  return sizeIsValid(plane.width, plane.height) && plane.clip_left >= 0 && plane.clip_top >= 0 &&
         plane.clip_left <= plane.clip_right && plane.clip_top <= plane.clip_bottom &&
         plane.clip_right <= plane.width && plane.clip_bottom <= plane.height;
}

bool fontIsValid(const GlyphFont& font) {
  return font.units_per_em >= 16 && font.units_per_em <= 16384 && font.x_height >= 0 &&
         font.x_height <= font.units_per_em * 4 && font.stem_em >= 0 && font.stem_em <= 4;
}

bool textIsValid(const TextPicture& text) {
  const auto hasFont = [&](const TextGlyph& glyph) {
    return glyph.font < text.fonts.size() && outlineIsValid(glyph.outline);
  };
  const auto hasGlyph = [&](const GlyphPosition& position) {
    return position.glyph < text.glyphs.size() && isPlace(position.x);
  };
  const auto hasPositions = [&](const TextRun& run) {
    return run.size_px >= 1.0 / kSizeSteps && run.size_px <= kMaxTextSize && isPlace(run.baseline) &&
           run.first <= text.positions.size() && run.count <= text.positions.size() - run.first;
  };
  const auto barIsValid = [](const TextBar& bar) {
    return isPlace(bar.left) && isPlace(bar.top) && isPlace(bar.right) && isPlace(bar.bottom);
  };
  const auto exists = [&](uint32_t place) {
    return (place & TextPicture::kBar) != 0 ? (place & ~TextPicture::kBar) < text.bars.size()
                                            : place < text.runs.size();
  };
  return std::ranges::all_of(text.fonts, fontIsValid) && std::ranges::all_of(text.glyphs, hasFont) &&
         std::ranges::all_of(text.positions, hasGlyph) && std::ranges::all_of(text.runs, hasPositions) &&
         std::ranges::all_of(text.bars, barIsValid) && std::ranges::all_of(text.order, exists);
}

// Where the pixels of a row end that have the index of the one at `from`. Mostly it is the whole row.
size_t endOfPaper(const uint8_t* row, size_t from, size_t width) {
  constexpr size_t kBlock = 16;
  const uint8_t index = row[from];
  size_t end = from + 1;
  for (; end + kBlock <= width; end += kBlock) {
    unsigned others = 0;
    for (size_t i = 0; i < kBlock; i++) others |= row[end + i] ^ index;
    if (others != 0) break;
  }
  while (end < width && row[end] == index) end++;
  return end;
}

int roundToPixel(double value) { return static_cast<int>(std::floor(value + 0.5)); }

}  // namespace

Status TextPainter::draw(const IndexPlane& plane, std::span<const Rgb> inks, const TextPicture& text) {
  if (!planeIsValid(plane)) return Status::kBadSize;
  const size_t pixels = static_cast<size_t>(plane.width) * static_cast<size_t>(plane.height);
  if (plane.indices.size() != pixels) return Status::kBadLength;
  if (inks.size() < kMinInks || inks.size() > kMaxInks) return Status::kBadPalette;
  if (!textIsValid(text)) return Status::kBadText;
  matcher_.usePalette(inks);
  for (uint32_t place : text.order) {
    if ((place & TextPicture::kBar) != 0) {
      drawBar(plane, text.bars[place & ~TextPicture::kBar]);
    } else {
      drawRun(plane, text, text.runs[place]);
    }
  }
  return Status::kOk;
}

void TextPainter::drawRun(const IndexPlane& plane, const TextPicture& text, const TextRun& run) {
  if (!gather(plane, text, run)) return;
  const GlyphFont& font = text.fonts[text.glyphs[text.positions[run.first].glyph].font];
  const CoverageRule rule{coverageGain(run.size_px, matcher_.greys()),
                          inkThreshold(run.size_px, font.stem_em)};
  blend(plane, chooseInk(plane, run.colour), rule);
}

void TextPainter::drawBar(const IndexPlane& plane, const TextBar& bar) {
  const int top = roundToPixel(bar.top);
  box_.left = std::max(roundToPixel(bar.left), plane.clip_left);
  box_.top = std::max(top, plane.clip_top);
  box_.right = std::min(roundToPixel(bar.right), plane.clip_right);
  box_.bottom = std::min(std::max(top + 1, top + roundToPixel(bar.bottom - bar.top)), plane.clip_bottom);
  if (box_.left >= box_.right || box_.top >= box_.bottom) return;
  const size_t width = static_cast<size_t>(box_.right - box_.left);
  coverage_.assign(width * static_cast<size_t>(box_.bottom - box_.top), 255);
  blend(plane, chooseInk(plane, bar.colour), {});
}

// Calls draw(bitmap, left, top) for every glyph of a run that draws something. Neighbours that fitting moves
// towards each other would touch, and close the gap between two words: a glyph may come nearer to the one
// before by an eighth of a pixel.
template <typename Draw>
void TextPainter::forEachGlyph(const TextPicture& text, const TextRun& run, Draw&& draw) {
  const int baseline = roundToPixel(run.baseline);
  int least_shift = -kMaxShift;
  for (const GlyphPosition& position : std::span(text.positions).subspan(run.first, run.count)) {
    const TextGlyph& glyph = text.glyphs[position.glyph];
    const PlacedGlyph placed = cache_.place(text.fonts[glyph.font], glyph.glyph, glyph.outline, run.size_px,
                                            position.x, least_shift);
    if (placed.bitmap == nullptr || placed.bitmap->coverage.empty()) continue;
    draw(*placed.bitmap, placed.x + placed.bitmap->left, baseline + placed.bitmap->top);
    least_shift = placed.shift - 1;
  }
}

// Adds up the coverage of a run's glyphs. False when none of it lies within the clip.
bool TextPainter::gather(const IndexPlane& plane, const TextPicture& text, const TextRun& run) {
  box_ = {plane.clip_right, plane.clip_bottom, plane.clip_left, plane.clip_top};
  forEachGlyph(text, run, [this](const GlyphBitmap& bitmap, int left, int top) {
    box_.left = std::min(box_.left, left);
    box_.top = std::min(box_.top, top);
    box_.right = std::max(box_.right, left + bitmap.width);
    box_.bottom = std::max(box_.bottom, top + bitmap.height);
  });
  box_.left = std::max(box_.left, plane.clip_left);
  box_.top = std::max(box_.top, plane.clip_top);
  box_.right = std::min(box_.right, plane.clip_right);
  box_.bottom = std::min(box_.bottom, plane.clip_bottom);
  if (box_.left >= box_.right || box_.top >= box_.bottom) return false;
  const size_t width = static_cast<size_t>(box_.right - box_.left);
  coverage_.assign(width * static_cast<size_t>(box_.bottom - box_.top), 0);
  forEachGlyph(text, run,
               [this](const GlyphBitmap& bitmap, int left, int top) { addBitmap(bitmap, left, top); });
  return true;
}

// Neighbours that share a pixel cover it together.
void TextPainter::addBitmap(const GlyphBitmap& bitmap, int x, int y) {
  const int left = std::max(x, box_.left);
  const int right = std::min(x + bitmap.width, box_.right);
  const int top = std::max(y, box_.top);
  const int bottom = std::min(y + bitmap.height, box_.bottom);
  const size_t stride = static_cast<size_t>(box_.right - box_.left);
  for (int row = top; row < bottom; row++) {
    const uint8_t* from = bitmap.coverage.data() + static_cast<size_t>(row - y) * bitmap.width;
    uint8_t* to = coverage_.data() + static_cast<size_t>(row - box_.top) * stride;
    for (int column = left; column < right; column++) {
      const int sum = to[column - box_.left] + from[column - x];
      to[column - box_.left] = static_cast<uint8_t>(std::min(sum, 255));
    }
  }
}

int TextPainter::chooseInk(const IndexPlane& plane, Rgb colour) {
  const int exact = matcher_.exactInk(colour);
  if (exact >= 0) return exact;
  InkCounts beneath = {};
  const uint8_t* covered = coverage_.data();
  for (int y = box_.top; y < box_.bottom; y++) {
    const uint8_t* row = plane.indices.data() + static_cast<size_t>(y) * plane.width;
    for (int x = box_.left; x < box_.right; x++) {
      if (*covered++ > 0) beneath[row[x]]++;
    }
  }
  return matcher_.inkFor(colour, beneath);
}

void TextPainter::blend(const IndexPlane& plane, int ink, const CoverageRule& rule) {
  const uint8_t* covered = coverage_.data();
  const size_t width = static_cast<size_t>(box_.right - box_.left);
  int paper = -1;
  const BlendTable* table = nullptr;
  for (int y = box_.top; y < box_.bottom; y++, covered += width) {
    uint8_t* row = plane.indices.data() + static_cast<size_t>(y) * plane.width + box_.left;
    for (size_t x = 0; x < width;) {
      const size_t end = endOfPaper(row, x, width);
      // An index without an ink stays as it is; the encoder refuses it.
      if (row[x] < matcher_.inks()) {
        if (row[x] != paper) {
          paper = row[x];
          table = &matcher_.blend(ink, paper, rule);
        }
        for (size_t i = x; i < end; i++) row[i] = (*table)[covered[i]];
      }
      x = end;
    }
  }
}

}  // namespace stipple
