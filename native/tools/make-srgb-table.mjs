// Makes native/kernel/colour/srgb.cc: the sRGB transfer curve (IEC 61966-2-1) for the 256 byte values.
// Run: node native/tools/make-srgb-table.mjs > native/kernel/colour/srgb.cc
// Committed, because pow() may differ in its last bit between machines and a picture must not.
const value = (byte) => {
  const code = byte / 255;
  return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4;
};
const lines = [];
for (let i = 0; i < 256; i += 4) {
  const row = [0, 1, 2, 3].map((j) => value(i + j).toFixed(12));
  lines.push(`    ${row.join(', ')},`);
}
process.stdout.write(`// sRGB bytes in linear light. Made by native/tools/make-srgb-table.mjs; do not edit.
#include "colour/srgb.h"

namespace stipple {

// clang-format off
const std::array<double, 256> kSrgbToLinear = {
${lines.join('\n')}
};
// clang-format on

}  // namespace stipple
`);
