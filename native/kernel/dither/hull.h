// The nearest colour that a palette can mix.
#ifndef STIPPLE_KERNEL_DITHER_HULL_H_
#define STIPPLE_KERNEL_DITHER_HULL_H_

#include <array>
#include <span>

namespace stipple {

// The convex hull of some corners. Finds the nearest point of it by the algorithm of Gilbert, Johnson and
// Keerthi (1988). Each query starts where the last one ended, so that queries near each other are cheap.
class Hull {
 public:
  using Point = std::array<double, 3>;

  // At least one corner; they must outlive the hull.
  explicit Hull(std::span<const Point> corners);

  // The point of the hull that is nearest to `query`. Exact up to rounding.
  Point nearest(const Point& query);

 private:
  // Up to four corners, between which the nearest point lies.
  struct Simplex {
    std::array<Point, 4> corners = {};
    int size = 0;
  };

  static bool nearestOn(const Simplex& simplex, unsigned chosen, const Point& query, Simplex& kept,
                        Point& nearest);
  Point reduce(const Point& query);

  std::span<const Point> corners_;
  Simplex simplex_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_HULL_H_
