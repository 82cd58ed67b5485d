// Outlines that several tests need.
#ifndef STIPPLE_TEST_OUTLINES_H_
#define STIPPLE_TEST_OUTLINES_H_

#include <initializer_list>
#include <vector>

#include "text/outline.h"

namespace stipple::test {

// A closed polygon from font units.
inline std::vector<int32_t> polygon(std::initializer_list<int> coordinates) {
  std::vector<int32_t> stream;
  bool first = true;
  for (auto at = coordinates.begin(); at != coordinates.end(); at += 2) {
    stream.insert(stream.end(), {first ? kMove : kLine, at[0] * kOutlineUnit, at[1] * kOutlineUnit});
    first = false;
  }
  return stream;
}

inline std::vector<int32_t> rectangle(int left, int bottom, int right, int top) {
  return polygon({left, bottom, right, bottom, right, top, left, top});
}

}  // namespace stipple::test

#endif  // STIPPLE_TEST_OUTLINES_H_
