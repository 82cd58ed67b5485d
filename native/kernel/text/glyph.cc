// Glyphs as coverage bitmaps, fitted to the pixel grid, and a cache of them.
#include "text/glyph.h"

#include <cmath>

#include "text/text_rules.h"

namespace stipple {
namespace {

// Shifts that are tried, in eighths of a pixel: the nearer one wins when two are equally good.
constexpr int kShifts[] = {0, -1, 1, -2, 2};

// A pixel is the greyer the nearer it is to half covered.
int64_t greynessOf(const GlyphBitmap& bitmap) {
  int64_t sum = 0;
  for (uint8_t covered : bitmap.coverage) sum += covered * (255 - covered);
  return sum;
}

}  // namespace

GlyphCache::Frame::Frame(const GlyphFont& font, OutlineStream outline, double size_px) {
  scale_x = size_px / (font.units_per_em * kOutlineUnit);
  const bool fitted = size_px <= kFittedSize;
  scale_y = fitted ? scale_x * xHeightFit(font.x_height * kOutlineUnit * scale_x) : scale_x;
  const OutlineBox box = outlineBox(outline);
  left = static_cast<int>(std::floor(box.left * scale_x));
  top = static_cast<int>(std::floor(-box.top * scale_y));
  // One column more: the phase moves the outline by less than a pixel.
  width = static_cast<int>(std::ceil(box.right * scale_x)) + 1 - left;
  height = static_cast<int>(std::ceil(-box.bottom * scale_y)) - top;
}

size_t GlyphCache::NameHash::operator()(const GlyphName& name) const {
  uint64_t hash = name.font;
  for (uint64_t part : {name.glyph, name.size}) hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
  return static_cast<size_t>(hash ^ hash >> 32);
}

PlacedGlyph GlyphCache::place(const GlyphFont& font, uint32_t glyph, OutlineStream outline, double size_px,
                              double x, int least_shift) {
  const uint32_t size = static_cast<uint32_t>(std::floor(size_px * kSizeSteps + 0.5));
  const double drawn_px = static_cast<double>(size) / kSizeSteps;
  Entry& entry = entryOf({font.key, glyph, size}, font, outline, drawn_px);
  if (entry.frame.width > kMaxGlyphSide || entry.frame.height > kMaxGlyphSide) return {};
  // Large text keeps to quarters of a pixel.
  const bool fitted = drawn_px <= kFittedSize;
  const double eighths = fitted ? std::floor(x * 8 + 0.5) : std::floor(x * 4 + 0.5) * 2;
  int shift = 0;
  double pixel = std::floor(eighths / kPhases);
  int phase = static_cast<int>(eighths - pixel * kPhases);
  if (fitted) {
    shift = bestShift(entry, outline, phase, least_shift);
    const int moved = phase + shift;
    phase = (moved + kPhases) % kPhases;
    pixel += moved < 0 ? -1 : moved >= kPhases ? 1 : 0;
  }
  draw(entry, outline, phase);
  evict();
  return {&entry.bitmaps[phase], static_cast<int>(pixel), shift};
}

GlyphCache::Entry& GlyphCache::entryOf(const GlyphName& name, const GlyphFont& font, OutlineStream outline,
                                       double size_px) {
  const auto found = index_.find(name);
  if (found != index_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front();
  }
  Entry& entry = entries_.emplace_front();
  entry.name = name;
  entry.frame = Frame(font, outline, size_px);
  entry.greyness.fill(-1);
  entry.bytes = sizeof(Entry);
  bytes_ += entry.bytes;
  index_.emplace(name, entries_.begin());
  return entry;
}

int GlyphCache::bestShift(Entry& entry, OutlineStream outline, int phase, int least_shift) {
  int best = 0;
  int64_t least = -1;
  for (int shift : kShifts) {
    if (shift < least_shift) continue;
    const int candidate = (phase + shift + kPhases) % kPhases;
    if (entry.greyness[candidate] < 0) {
      draw(entry, outline, candidate);
      entry.greyness[candidate] = greynessOf(entry.bitmaps[candidate]);
    }
    if (least < 0 || entry.greyness[candidate] < least) {
      least = entry.greyness[candidate];
      best = shift;
    }
  }
  return best;
}

void GlyphCache::draw(Entry& entry, OutlineStream outline, int phase) {
  if (entry.drawn[phase]) return;
  const Frame& frame = entry.frame;
  GlyphBitmap& bitmap = entry.bitmaps[phase];
  bitmap.left = frame.left;
  bitmap.top = frame.top;
  bitmap.width = outline.empty() ? 0 : frame.width;
  bitmap.height = outline.empty() ? 0 : frame.height;
  bitmap.coverage.resize(static_cast<size_t>(bitmap.width) * static_cast<size_t>(bitmap.height));
  if (!bitmap.coverage.empty()) {
    grid_.reset(bitmap.width, bitmap.height);
    const double x = static_cast<double>(phase) / kPhases - frame.left;
    const OutlinePlace place{frame.scale_x, frame.scale_y, x, static_cast<double>(-frame.top)};
    flattenOutline(outline, place, [this](Point from, Point to) { grid_.addLine(from, to); });
    grid_.finish(bitmap.coverage.data());
  }
  entry.drawn[phase] = true;
  entry.bytes += bitmap.coverage.size();
  bytes_ += bitmap.coverage.size();
}

// The entry in use is the first, and stays.
void GlyphCache::evict() {
  while (bytes_ > max_bytes_ && entries_.size() > 1) {
    const Entry& last = entries_.back();
    bytes_ -= last.bytes;
    index_.erase(last.name);
    entries_.pop_back();
  }
}

}  // namespace stipple
