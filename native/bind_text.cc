// drawText(): reads the packed text of a picture, calls the kernel.
//
// `numbers` is a Float64Array, written by src/pictures/text/pack.ts:
//   clip left, top, right, bottom; then how many fonts, glyphs, positions, runs, bars and order entries
//   follow; a font: key, units per em, x-height in font units, stem in ems; a glyph: font, glyph id, start
//   and length of its outline in `outlines`; a position: glyph, x; a run: colour 0xRRGGBB, size, baseline,
//   first position, how many; a bar: colour 0xRRGGBB, left, top, right, bottom; an order entry: place of a
//   run, or 2^31 + place of a bar.
// `outlines` is an Int32Array of outline streams (kernel/text/outline.h).
#include <cmath>

#include "bind.h"

namespace stipple::bind {
namespace {

// The elements of a typed array argument of one type, or nothing.
template <typename Element>
std::optional<std::span<const Element>> elementsOf(const Napi::Value& value, napi_typedarray_type wanted) {
  if (!value.IsTypedArray()) return std::nullopt;
  napi_typedarray_type type;
  size_t length = 0;
  void* data = nullptr;
  napi_status answer = napi_get_typedarray_info(value.Env(), value, &type, &length, &data, nullptr, nullptr);
  if (answer != napi_ok || type != wanted) return std::nullopt;
  // A detached array has no data whatever its length.
  if (data == nullptr) length = 0;
  return std::span<const Element>(static_cast<const Element*>(data), length);
}

// Reads the numbers in order. After the end, or where a number is not the integer that is asked for, it
// returns 0 and remembers the failure.
class Numbers {
 public:
  explicit Numbers(std::span<const double> values) : values_(values) {}

  double number() {
    if (next_ < values_.size()) return values_[next_++];
    failed_ = true;
    return 0;
  }

  uint32_t integer(double most = UINT32_MAX) {
    const double value = number();
    if (value >= 0 && value <= most && std::floor(value) == value) return static_cast<uint32_t>(value);
    failed_ = true;
    return 0;
  }

  // How many entries of `size` numbers follow; never more than the numbers could hold.
  uint32_t count(size_t size) { return integer(static_cast<double>(values_.size() / size)); }

  Rgb colour() {
    const uint32_t rgb = integer(0xFFFFFF);
    return {static_cast<uint8_t>(rgb >> 16), static_cast<uint8_t>(rgb >> 8), static_cast<uint8_t>(rgb)};
  }

  bool isWhole() const { return !failed_ && next_ == values_.size(); }

 private:
  std::span<const double> values_;
  size_t next_ = 0;
  bool failed_ = false;
};

TextGlyph readGlyph(Numbers& numbers, OutlineStream outlines, bool& inside) {
  TextGlyph glyph;
  glyph.font = numbers.integer();
  glyph.glyph = numbers.integer();
  const uint32_t start = numbers.integer();
  const uint32_t length = numbers.integer();
  if (start > outlines.size() || length > outlines.size() - start) {
    inside = false;
  } else {
    glyph.outline = outlines.subspan(start, length);
  }
  return glyph;
}

// False when the arrays are not laid out as described above. What the numbers mean is checked by the kernel.
bool readText(std::span<const double> values, OutlineStream outlines, IndexPlane& plane, TextPicture& text) {
  Numbers numbers(values);
  plane.clip_left = static_cast<int>(numbers.integer(kMaxEdge));
  plane.clip_top = static_cast<int>(numbers.integer(kMaxEdge));
  plane.clip_right = static_cast<int>(numbers.integer(kMaxEdge));
  plane.clip_bottom = static_cast<int>(numbers.integer(kMaxEdge));
  text.fonts.resize(numbers.count(4));
  text.glyphs.resize(numbers.count(4));
  text.positions.resize(numbers.count(2));
  text.runs.resize(numbers.count(5));
  text.bars.resize(numbers.count(5));
  text.order.resize(numbers.count(1));
  bool inside = true;
  for (GlyphFont& font : text.fonts) {
    font.key = numbers.integer();
    font.units_per_em = numbers.number();
    font.x_height = numbers.number();
    font.stem_em = numbers.number();
  }
  for (TextGlyph& glyph : text.glyphs) glyph = readGlyph(numbers, outlines, inside);
  for (GlyphPosition& position : text.positions) {
    position.glyph = numbers.integer();
    position.x = numbers.number();
  }
  for (TextRun& run : text.runs) {
    run.colour = numbers.colour();
    run.size_px = numbers.number();
    run.baseline = numbers.number();
    run.first = numbers.integer();
    run.count = numbers.integer();
  }
  for (TextBar& bar : text.bars) {
    bar.colour = numbers.colour();
    bar.left = numbers.number();
    bar.top = numbers.number();
    bar.right = numbers.number();
    bar.bottom = numbers.number();
  }
  for (uint32_t& place : text.order) place = numbers.integer();
  return inside && numbers.isWhole();
}

}  // namespace

Napi::Value drawText(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto indices = bytesOf(info[0]);
  auto width = integerOf(info[1], kMaxEdge);
  auto height = integerOf(info[2], kMaxEdge);
  auto inks = inksOf(info[3]);
  auto numbers = elementsOf<double>(info[4], napi_float64_array);
  auto outlines = elementsOf<int32_t>(info[5], napi_int32_array);
  if (!indices || !inks) return refuseType(env, "indices and palette must be Uint8Arrays");
  if (!width || !height) return refuseType(env, "sizes must be small integers");
  if (!numbers || !outlines)
    return refuseType(env, "numbers must be a Float64Array and outlines an Int32Array");

  Instance* instance = env.GetInstanceData<Instance>();
  IndexPlane plane;
  plane.indices = *indices;
  plane.width = static_cast<int>(*width);
  plane.height = static_cast<int>(*height);
  if (!readText(*numbers, *outlines, plane, instance->text)) return refuseStatus(env, Status::kBadText);
  Status status = instance->painter.draw(plane, *inks, instance->text);
  return status == Status::kOk ? env.Undefined() : refuseStatus(env, status);
}

}  // namespace stipple::bind
