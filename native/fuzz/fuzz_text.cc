// Fuzzes the text plane: any outlines and numbers are either refused, or drawn inside the clip and the same
// way each time.
#include "input.h"
#include "text/text_plane.h"

using namespace stipple;

namespace {

double numberFrom(fuzz::Input& input) {
  switch (input.below(8)) {
    case 0:
      return input.below(1 << 30) * 1e3;
    case 1:
      return -input.below(1 << 30);
    default:
      return (input.below(20000) - 4000) / 64.0;
  }
}

std::vector<int32_t> outlineFrom(fuzz::Input& input) {
  std::vector<int32_t> stream;
  const int operations = input.below(24);
  for (int i = 0; i < operations; i++) {
    const int32_t op = i == 0 ? input.below(12) / 11 : input.below(5);
    stream.push_back(op);
    const int numbers = pointsOf(op) * 2 - (input.below(64) == 0 ? 1 : 0);
    const bool wild = input.below(16) == 0;
    for (int n = 0; n < numbers; n++) {
      stream.push_back(wild ? static_cast<int32_t>(input.below(1 << 30)) * 4 - (1 << 30)
                            : (input.below(2000) - 500) * kOutlineUnit);
    }
  }
  return stream;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  IndexPlane plane;
  plane.width = 1 + input.below(120);
  plane.height = 1 + input.below(60);
  plane.clip_left = input.below(plane.width + 1);
  plane.clip_right = plane.clip_left + input.below(plane.width - plane.clip_left + 1);
  plane.clip_top = input.below(plane.height + 1);
  plane.clip_bottom = plane.clip_top + input.below(plane.height - plane.clip_top + 1);
  const std::vector<Rgb> inks = input.palette(8);
  std::vector<uint8_t> indices(static_cast<size_t>(plane.width) * plane.height);
  for (uint8_t& index : indices) index = static_cast<uint8_t>(input.byte() % inks.size());
  const std::vector<uint8_t> before = indices;

  TextPicture text;
  text.fonts = {{input.byte(), 16.0 + input.below(4000), 1.0 * input.below(900), input.below(30) / 100.0}};
  std::vector<std::vector<int32_t>> outlines;
  for (int i = input.below(4); i >= 0; i--) outlines.push_back(outlineFrom(input));
  for (size_t i = 0; i < outlines.size(); i++)
    text.glyphs.push_back({0, static_cast<uint32_t>(i), outlines[i]});
  for (int i = input.below(12); i >= 0; i--) {
    text.positions.push_back(
        {static_cast<uint32_t>(input.below(static_cast<int>(outlines.size()))), numberFrom(input)});
  }
  const int positions = static_cast<int>(text.positions.size());
  for (int i = input.below(3); i >= 0; i--) {
    const uint32_t first = static_cast<uint32_t>(input.below(positions));
    const uint32_t count = static_cast<uint32_t>(input.below(positions - static_cast<int>(first) + 1));
    const Rgb colour{input.byte(), input.byte(), input.byte()};
    text.order.push_back(static_cast<uint32_t>(text.runs.size()));
    text.runs.push_back({colour, 0.25 + input.below(5000) / 64.0, numberFrom(input), first, count});
    text.order.push_back(TextPicture::kBar | static_cast<uint32_t>(text.bars.size()));
    text.bars.push_back({colour, numberFrom(input), numberFrom(input), numberFrom(input), numberFrom(input)});
  }

  plane.indices = indices;
  TextPainter painter;
  const Status status = painter.draw(plane, inks, text);
  const std::vector<uint8_t> first = indices;
  if (status != Status::kOk) fuzz::require(indices == before, "a refused text was drawn");
  for (int y = 0; y < plane.height; y++) {
    for (int x = 0; x < plane.width; x++) {
      const size_t at = static_cast<size_t>(y) * plane.width + x;
      fuzz::require(indices[at] < inks.size(), "an index has no ink");
      const bool inside =
          x >= plane.clip_left && x < plane.clip_right && y >= plane.clip_top && y < plane.clip_bottom;
      fuzz::require(inside || indices[at] == before[at], "drawn outside the clip");
    }
  }
  indices = before;
  plane.indices = indices;
  fuzz::require(painter.draw(plane, inks, text) == status, "another answer with warm caches");
  fuzz::require(indices == first, "other pixels with warm caches");
  return 0;
}
