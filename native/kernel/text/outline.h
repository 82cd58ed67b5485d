// A glyph's outline as it crosses from JavaScript, and its flattening into lines.
#ifndef STIPPLE_KERNEL_TEXT_OUTLINE_H_
#define STIPPLE_KERNEL_TEXT_OUTLINE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace stipple {

// A stream of integers: an operation and its points, the last of which is where it ends. Coordinates count
// 1/kOutlineUnit of a font unit, y upwards, (0, 0) on the baseline. A contour starts with a move, and is
// closed by the next one or the end.
using OutlineStream = std::span<const int32_t>;

enum OutlineOp : int32_t { kMove = 0, kLine = 1, kQuadratic = 2, kCubic = 3 };

inline constexpr int kOutlineUnit = 64;
// Font units are 16-bit numbers.
inline constexpr int32_t kMaxCoordinate = 32767 * kOutlineUnit;
// Far more than the richest CJK glyph has; a bound on the time that a hostile font can ask for.
inline constexpr int kMaxOutlinePoints = 20000;

// Points of an operation; 0 for what is none.
inline constexpr int pointsOf(int32_t op) {
  switch (op) {
    case kMove:
    case kLine:
      return 1;
    case kQuadratic:
      return 2;
    case kCubic:
      return 3;
    default:
      return 0;
  }
}

// True when the stream is whole, starts with a move, and keeps to the limits above. Everything else in this
// file takes only streams that passed this. The empty stream is an empty glyph.
bool outlineIsValid(OutlineStream stream);

struct OutlineBox {
  int32_t left = 0;
  int32_t bottom = 0;
  int32_t right = 0;
  int32_t top = 0;
};

// A box around all points, control points too. Everything 0 for the empty stream.
OutlineBox outlineBox(OutlineStream stream);

struct Point {
  double x;
  double y;
};

// Where the outline's coordinates lie on the bitmap: x * scale_x + left, top - y * scale_y.
struct OutlinePlace {
  double scale_x;
  double scale_y;
  double left;
  double top;

  Point of(int32_t x, int32_t y) const { return {left + x * scale_x, top - y * scale_y}; }
};

// How many lines stand for a curve of which a point lies at most `bow` pixels from its chord: the error falls
// with the square of their number, and 1/20 pixel is below what eight bits of coverage show.
inline int curveSteps(double bow) {
  constexpr double kTolerance = 0.05;
  const double steps = std::ceil(std::sqrt(bow / kTolerance));
  return static_cast<int>(std::clamp(steps, 1.0, 64.0));
}

// Calls line(from, to) for every line of the flattened outline, contours closed. Only sums, products and
// square roots of doubles, so that every machine gives the same lines.
template <typename Line>
void flattenOutline(OutlineStream stream, const OutlinePlace& place, Line&& line) {
  Point start{0, 0};
  Point at{0, 0};
  size_t next = 0;
  const auto take = [&]() {
    const Point point = place.of(stream[next], stream[next + 1]);
    next += 2;
    return point;
  };
  const auto lineTo = [&](Point to) {
    line(at, to);
    at = to;
  };
  while (next < stream.size()) {
    const int32_t op = stream[next++];
    if (op == kMove) {
      lineTo(start);
      start = at = take();
    } else if (op == kLine) {
      lineTo(take());
    } else if (op == kQuadratic) {
      const Point from = at;
      const Point control = take();
      const Point to = take();
      const double bow = std::abs(from.x - 2 * control.x + to.x) + std::abs(from.y - 2 * control.y + to.y);
      const int steps = curveSteps(bow / 4);
      for (int i = 1; i < steps; i++) {
        const double t = static_cast<double>(i) / steps;
        const double u = 1 - t;
        const double a = u * u;
        const double b = 2 * t * u;
        const double c = t * t;
        lineTo({a * from.x + b * control.x + c * to.x, a * from.y + b * control.y + c * to.y});
      }
      lineTo(to);
    } else {
      const Point from = at;
      const Point first = take();
      const Point second = take();
      const Point to = take();
      const double bow =
          std::max(std::abs(from.x - 2 * first.x + second.x) + std::abs(from.y - 2 * first.y + second.y),
                   std::abs(first.x - 2 * second.x + to.x) + std::abs(first.y - 2 * second.y + to.y));
      const int steps = curveSteps(bow * 3 / 4);
      for (int i = 1; i < steps; i++) {
        const double t = static_cast<double>(i) / steps;
        const double u = 1 - t;
        const double a = u * u * u;
        const double b = 3 * t * u * u;
        const double c = 3 * t * t * u;
        const double d = t * t * t;
        lineTo({a * from.x + b * first.x + c * second.x + d * to.x,
                a * from.y + b * first.y + c * second.y + d * to.y});
      }
      lineTo(to);
    }
  }
  lineTo(start);
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_TEXT_OUTLINE_H_
