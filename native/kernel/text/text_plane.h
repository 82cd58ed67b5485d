// Draws text in solid inks on the index plane, after dithering.
#ifndef STIPPLE_KERNEL_TEXT_TEXT_PLANE_H_
#define STIPPLE_KERNEL_TEXT_TEXT_PLANE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "colour/rgb.h"
#include "text/glyph.h"
#include "text/ink_match.h"

namespace stipple {

// A glyph of a picture's text, drawn once or many times.
struct TextGlyph {
  // Place in TextPicture::fonts.
  uint32_t font = 0;
  uint32_t glyph = 0;
  OutlineStream outline;
};

struct GlyphPosition {
  // Place in TextPicture::glyphs.
  uint32_t glyph = 0;
  // Device pixels from the plane's left edge to the origin.
  double x = 0;
};

// Glyphs of one size and colour on one baseline.
struct TextRun {
  Rgb colour;
  double size_px = 0;
  // Device pixels from the plane's top; rounded to a whole pixel.
  double baseline = 0;
  // Places in TextPicture::positions.
  uint32_t first = 0;
  uint32_t count = 0;
};

// A line under or through a text, in device pixels; rounded to whole ones, at least one in height.
struct TextBar {
  Rgb colour;
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

// What is drawn, in this order: `order` holds places in `runs`, or in `bars` with kBar added.
struct TextPicture {
  static constexpr uint32_t kBar = 0x80000000;
  std::vector<GlyphFont> fonts;
  std::vector<TextGlyph> glyphs;
  std::vector<GlyphPosition> positions;
  std::vector<TextRun> runs;
  std::vector<TextBar> bars;
  std::vector<uint32_t> order;
};

// One ink index a pixel, row-major from the top left. Nothing is drawn outside the clip.
struct IndexPlane {
  std::span<uint8_t> indices;
  int width = 0;
  int height = 0;
  int clip_left = 0;
  int clip_top = 0;
  int clip_right = 0;
  int clip_bottom = 0;
};

// Draws the text of pictures. Keeps glyphs between pictures. Not safe for use by several threads at once.
class TextPainter {
 public:
  // Draws all runs and bars. Coverage becomes the grey nearest to the blend where text and paper are both
  // grey and the palette has greys between them; elsewhere a pixel takes the text's ink from a threshold on.
  // Returns kBadText for an outline, reference, number or size out of range; then nothing is drawn.
  Status draw(const IndexPlane& plane, std::span<const Rgb> inks, const TextPicture& text);

  size_t cacheBytes() const { return cache_.bytes(); }

 private:
  struct Box {
    int left;
    int top;
    int right;
    int bottom;
  };

  void drawRun(const IndexPlane& plane, const TextPicture& text, const TextRun& run);
  void drawBar(const IndexPlane& plane, const TextBar& bar);
  template <typename Draw>
  void forEachGlyph(const TextPicture& text, const TextRun& run, Draw&& draw);
  bool gather(const IndexPlane& plane, const TextPicture& text, const TextRun& run);
  void addBitmap(const GlyphBitmap& bitmap, int x, int y);
  int chooseInk(const IndexPlane& plane, Rgb colour);
  void blend(const IndexPlane& plane, int ink, const CoverageRule& rule);

  GlyphCache cache_;
  InkMatcher matcher_;
  // Coverage of the run that is drawn, over its box.
  Box box_ = {};
  std::vector<uint8_t> coverage_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_TEXT_PLANE_H_
