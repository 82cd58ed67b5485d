// Measured colours of a panel, relative to its own black and white.
#include "dither/measured.h"

#include <algorithm>

namespace stipple {
namespace {

// Channels of a panel whose black and white differ less than this have no tone to stretch.
constexpr double kLeastContrast = 0.05;

// Stretched channels of coloured inks may lie outside black and white, but not by more than this.
constexpr double kLeastChannel = -0.5;
constexpr double kMostChannel = 1.5;

int brightness(Rgb ink) { return 2126 * ink.red + 7152 * ink.green + 722 * ink.blue; }

}  // namespace

std::vector<LinearRgb> targetColours(const Inks& inks) {
  std::vector<LinearRgb> targets;
  targets.reserve(inks.sent.size());
  if (inks.measured.empty()) {
    for (Rgb ink : inks.sent) targets.push_back(toLinear(ink));
    return targets;
  }
  size_t darkest = 0;
  size_t lightest = 0;
  for (size_t i = 1; i < inks.sent.size(); i++) {
    if (brightness(inks.sent[i]) < brightness(inks.sent[darkest])) darkest = i;
    if (brightness(inks.sent[i]) > brightness(inks.sent[lightest])) lightest = i;
  }
  LinearRgb black = toLinear(inks.measured[darkest]);
  LinearRgb white = toLinear(inks.measured[lightest]);
  bool stretch = true;
  for (int c = 0; c < 3; c++) stretch = stretch && white[c] - black[c] >= kLeastContrast;
  for (Rgb ink : inks.measured) {
    LinearRgb colour = toLinear(ink);
    for (int c = 0; stretch && c < 3; c++) {
      colour[c] = std::clamp((colour[c] - black[c]) / (white[c] - black[c]), kLeastChannel, kMostChannel);
    }
    targets.push_back(colour);
  }
  return targets;
}

}  // namespace stipple
