// Glyphs as coverage bitmaps, fitted to the pixel grid, and a cache of them.
#ifndef STIPPLE_KERNEL_TEXT_GLYPH_H_
#define STIPPLE_KERNEL_TEXT_GLYPH_H_

#include <array>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "text/coverage.h"
#include "text/outline.h"

namespace stipple {

// Longest side of a glyph's bitmap. Larger glyphs need no fitting, and are left to the rasterizer.
inline constexpr int kMaxGlyphSide = 1024;
// Horizontal positions are eighths of a pixel.
inline constexpr int kPhases = 8;
// Sizes count in 1/64 pixel, so that the number of different bitmaps is bounded.
inline constexpr int kSizeSteps = 64;
// The furthest that fitting moves a glyph to either side: a quarter of a pixel.
inline constexpr int kMaxShift = kPhases / 4;

// What drawing needs to know of a font instance.
struct GlyphFont {
  // Names the font instance; the same key must always stand for the same outlines.
  uint32_t key = 0;
  double units_per_em = 1000;
  // In font units; 0 for a font that has no x: then nothing is fitted.
  double x_height = 0;
  // Width of an upright stem in ems.
  double stem_em = 0;
};

// A bitmap, and where its top left pixel lies relative to the pixel that holds the glyph's origin.
struct GlyphBitmap {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  // width * height bytes, row-major from the top: 255 is all covered.
  std::vector<uint8_t> coverage;
};

// A glyph of a font at a size.
struct GlyphName {
  uint32_t font = 0;
  uint32_t glyph = 0;
  // In 1/kSizeSteps pixel.
  uint32_t size = 0;
  friend bool operator==(const GlyphName&, const GlyphName&) = default;
};

// Where a glyph is drawn after fitting.
struct PlacedGlyph {
  const GlyphBitmap* bitmap = nullptr;
  // Pixel column that holds the origin.
  int x = 0;
  // How far fitting has moved the glyph to the right, in 1/kPhases pixel.
  int shift = 0;
};

// Draws glyphs and keeps them, least recently used out. Not safe for use by several threads at once. A hit
// and a miss give the same bytes.
class GlyphCache {
 public:
  explicit GlyphCache(size_t max_bytes = size_t{8} << 20) : max_bytes_(max_bytes) {}

  // The bitmap for a glyph whose origin lies at `x` pixels; up to kFittedSize it is moved by at most
  // kMaxShift to where its edges are least grey, and never by less than `least_shift`. `outline` must be
  // valid. The bitmap pointer is null when the glyph would be larger than kMaxGlyphSide, and stays good until
  // the next call.
  PlacedGlyph place(const GlyphFont& font, uint32_t glyph, OutlineStream outline, double size_px, double x,
                    int least_shift = -kMaxShift);

  size_t bytes() const { return bytes_; }

 private:
  // Scales of a glyph at its size, and the box of pixels that holds it whatever its phase.
  struct Frame {
    double scale_x = 1;
    double scale_y = 1;
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;

    Frame() = default;
    Frame(const GlyphFont& font, OutlineStream outline, double size_px);
  };
  struct Entry {
    GlyphName name;
    Frame frame;
    // How grey the edges are at each phase; negative: not measured yet.
    std::array<int64_t, kPhases> greyness;
    std::array<bool, kPhases> drawn = {};
    std::array<GlyphBitmap, kPhases> bitmaps;
    size_t bytes = 0;
  };
  struct NameHash {
    size_t operator()(const GlyphName& name) const;
  };

  Entry& entryOf(const GlyphName& name, const GlyphFont& font, OutlineStream outline, double size_px);
  void draw(Entry& entry, OutlineStream outline, int phase);
  int bestShift(Entry& entry, OutlineStream outline, int phase, int least);
  void evict();

  size_t max_bytes_;
  size_t bytes_ = 0;
  CoverageGrid grid_;
  // The most recently used first.
  std::list<Entry> entries_;
  std::unordered_map<GlyphName, std::list<Entry>::iterator, NameHash> index_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_GLYPH_H_
