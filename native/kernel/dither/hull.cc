// The nearest colour that a palette can mix.
#include "dither/hull.h"

#include <cmath>

namespace stipple {
namespace {

using Point = Hull::Point;

// A search ends when no corner lies further out than this share of the distance, or after this many steps:
// few searches take more than five.
constexpr double kTolerance = 1e-9;
constexpr int kMostSteps = 64;
constexpr double kFlat = 1e-12;
// A corner that is further out by only this does not count: otherwise rounding would send a query that lies
// on a face back and forth.
constexpr double kTouching = 1e-12;

Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Solves the symmetric positive system m x = r of n <= 3 unknowns by Gauss's elimination; false when the
// matrix is singular.
bool solve(double (&m)[3][3], double (&r)[3], int n) {
  for (int i = 0; i < n; i++) {
    if (m[i][i] < kFlat) return false;
    for (int j = i + 1; j < n; j++) {
      const double factor = m[j][i] / m[i][i];
      for (int k = i; k < n; k++) m[j][k] -= factor * m[i][k];
      r[j] -= factor * r[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) r[i] -= m[i][k] * r[k];
    r[i] /= m[i][i];
  }
  return true;
}

// How far a corner may lie beyond the plane through the nearest point before it counts.
double tolerance(double squared_distance) { return kTolerance * std::sqrt(squared_distance) + kTouching; }

}  // namespace

Hull::Hull(std::span<const Point> corners) : corners_(corners) {
  simplex_.corners[0] = corners[0];
  simplex_.size = 1;
}

// The point nearest to the query on the plane through the chosen corners, when it lies between them.
bool Hull::nearestOn(const Simplex& simplex, unsigned chosen, const Point& query, Simplex& kept,
                     Point& nearest) {
  kept.size = 0;
  for (int i = 0; i < simplex.size; i++) {
    if (chosen >> i & 1) kept.corners[kept.size++] = simplex.corners[i];
  }
  const Point& origin = kept.corners[0];
  const Point to_query = minus(query, origin);
  Point edges[3];
  double products[3][3];
  double weights[3];
  const int n = kept.size - 1;
  for (int i = 0; i < n; i++) edges[i] = minus(kept.corners[i + 1], origin);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) products[i][j] = dot(edges[i], edges[j]);
    weights[i] = dot(edges[i], to_query);
  }
  if (!solve(products, weights, n)) return false;
  double first = 1;
  nearest = origin;
  for (int i = 0; i < n; i++) {
    if (weights[i] < 0) return false;
    first -= weights[i];
    for (int c = 0; c < 3; c++) nearest[c] += weights[i] * edges[i][c];
  }
  return first >= 0;
}

// Reduces the simplex to those corners between which its nearest point lies, and returns that point.
Hull::Point Hull::reduce(const Point& query) {
  const Simplex whole = simplex_;
  Point best_point = {};
  double best_distance = -1;
  for (unsigned chosen = (1u << whole.size) - 1; chosen > 0; chosen--) {
    Simplex kept;
    Point point;
    if (!nearestOn(whole, chosen, query, kept, point)) continue;
    const Point away = minus(query, point);
    const double distance = dot(away, away);
    if (best_distance >= 0 && distance >= best_distance) continue;
    simplex_ = kept;
    best_point = point;
    best_distance = distance;
    // It is the nearest of all when no corner lies further out.
    const double most = tolerance(distance);
    bool done = true;
    for (int i = 0; i < whole.size; i++) done = done && dot(away, minus(whole.corners[i], point)) <= most;
    if (done) break;
  }
  return best_point;
}

Hull::Point Hull::nearest(const Point& query) {
  Point nearest = reduce(query);
  for (int step = 0; step < kMostSteps && simplex_.size < 4; step++) {
    const Point away = minus(query, nearest);
    const Point* furthest = nullptr;
    double most = tolerance(dot(away, away));
    for (const Point& corner : corners_) {
      const double gain = dot(away, minus(corner, nearest));
      if (gain > most) {
        most = gain;
        furthest = &corner;
      }
    }
    if (furthest == nullptr) break;
    simplex_.corners[simplex_.size++] = *furthest;
    nearest = reduce(query);
  }
  return nearest;
}

}  // namespace stipple
