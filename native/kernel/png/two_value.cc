// Small grey panels mistake a picture of two greys for black and white; this prevents it.
#include "png/two_value.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "png/pack.h"

namespace stipple {
namespace {

constexpr int kCountedRows = 431;
constexpr int kPerByte = 4;

struct Seen {
  std::array<bool, 4> counted = {};  // in the rows that firmware counts
  std::array<bool, 4> anywhere = {};
};

int countOf(const std::array<bool, 4>& values) {
  return static_cast<int>(std::count(values.begin(), values.end(), true));
}

// Which values a picture holds. Nearly every picture shows a third one within its first pixels, and then the
// others do not matter.
Seen look(std::span<const uint8_t> indices, size_t counted_pixels) {
  Seen seen;
  for (size_t i = 0; i < counted_pixels; i++) {
    if (seen.counted[indices[i]]) continue;
    seen.counted[indices[i]] = true;
    if (countOf(seen.counted) > 2) return seen;
  }
  seen.anywhere = seen.counted;
  for (size_t i = counted_pixels; i < indices.size(); i++) seen.anywhere[indices[i]] = true;
  return seen;
}

bool onlyBlackAndWhite(const Seen& seen, const std::vector<Rgb>& inks) {
  for (size_t i = 0; i < inks.size(); i++) {
    if (!seen.anywhere[i]) continue;
    const bool right = i == 0 ? inks[i] == Rgb{0, 0, 0} : inks[i] == Rgb{255, 255, 255};
    if (!right) return false;
  }
  return true;
}

// A code that the counted rows do not hold and that looks most like `like`.
uint8_t thirdCode(const Seen& seen, std::vector<Rgb>& inks, uint8_t like) {
  if (inks.size() == 2) {
    inks.push_back(inks[like]);
    return 2;
  }
  int best = -1;
  for (int i = 0; i < static_cast<int>(inks.size()); i++) {
    if (seen.counted[i]) continue;
    if (best < 0 || std::abs(inks[i].red - inks[like].red) < std::abs(inks[best].red - inks[like].red))
      best = i;
  }
  return static_cast<uint8_t>(best);
}

}  // namespace

void avoidTwoValues(std::span<const uint8_t> indices, int width, int height, std::vector<Rgb>& inks,
                    uint8_t* rows) {
  if (!isSmallPanel(width, height) || !std::all_of(inks.begin(), inks.end(), isGrey)) return;
  const Seen seen = look(indices, static_cast<size_t>(width) * kCountedRows);
  if (std::count(seen.counted.begin(), seen.counted.end(), true) != 2 || onlyBlackAndWhite(seen, inks))
    return;

  // A corner whose value also occurs elsewhere: otherwise the third code would only replace the second.
  const uint8_t corner = indices[0];
  const auto counted = indices.first(static_cast<size_t>(width) * kCountedRows);
  const bool alone = std::count(counted.begin(), counted.end(), corner) == 1;
  const int x = alone ? width - 1 : 0;
  const uint8_t code = thirdCode(seen, inks, indices[x]);
  const int shift = 2 * (kPerByte - 1 - x % kPerByte);
  uint8_t& packed = rows[1 + x / kPerByte];
  packed = static_cast<uint8_t>((packed & ~(3 << shift)) | code << shift);
}

}  // namespace stipple
