// Checks and measures outlines of glyphs.
#include "text/outline.h"

namespace stipple {

bool outlineIsValid(OutlineStream stream) {
  size_t next = 0;
  int points = 0;
  while (next < stream.size()) {
    const int32_t op = stream[next];
    if (next == 0 && op != kMove) return false;
    const int count = pointsOf(op);
    points += count;
    if (count == 0 || points > kMaxOutlinePoints) return false;
    const size_t numbers = static_cast<size_t>(count) * 2;
    if (stream.size() - next - 1 < numbers) return false;
    for (int32_t value : stream.subspan(next + 1, numbers)) {
      if (value < -kMaxCoordinate || value > kMaxCoordinate) return false;
    }
    next += 1 + numbers;
  }
  return true;
}

OutlineBox outlineBox(OutlineStream stream) {
  if (stream.empty()) return {};
  OutlineBox box{kMaxCoordinate, kMaxCoordinate, -kMaxCoordinate, -kMaxCoordinate};
  size_t next = 0;
  while (next < stream.size()) {
    const int count = pointsOf(stream[next++]);
    for (int i = 0; i < count; i++, next += 2) {
      box.left = std::min(box.left, stream[next]);
      box.right = std::max(box.right, stream[next]);
      box.bottom = std::min(box.bottom, stream[next + 1]);
      box.top = std::max(box.top, stream[next + 1]);
    }
  }
  return box;
}

}  // namespace stipple
