// The entry of the dither: a picture to one ink index a pixel.
#ifndef STIPPLE_KERNEL_DITHER_DITHER_H_
#define STIPPLE_KERNEL_DITHER_DITHER_H_

#include <cstdint>
#include <memory>
#include <span>

#include "base/status.h"
#include "dither/diffusion.h"
#include "dither/picture.h"
#include "dither/variant.h"

namespace stipple {

// Keeps plans of recent palettes and scratch rows between pictures. Not safe for use by several threads at
// once: every thread has its own. Its memory grows with the widest picture, by some 100 bytes a column.
class Ditherer {
 public:
  explicit Ditherer(Variant variant = bestVariant());
  ~Ditherer();
  Ditherer(const Ditherer&) = delete;
  Ditherer& operator=(const Ditherer&) = delete;

  // Writes one byte a pixel to `indices`, each below the number of inks. Palettes whose sent colours are all
  // grey take the grey path, others the colour path. Nothing is written unless the answer is kOk.
  Status dither(const Picture& picture, const Inks& inks, Algorithm algorithm, const Tuning& tuning,
                std::span<uint8_t> indices);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_DITHER_H_
