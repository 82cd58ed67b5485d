// Which instructions the fast paths are compiled for.
#ifndef STIPPLE_KERNEL_DITHER_VARIANT_H_
#define STIPPLE_KERNEL_DITHER_VARIANT_H_

#include <cstdint>

namespace stipple {

// All give the same pixels.
enum class Variant : uint8_t {
  kReference,  // one pixel at a time, as the rule is written
  kPortable,   // the instructions that every processor of the architecture has
  kAvx2,
};

// The best variant of this processor.
Variant bestVariant();

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_VARIANT_H_
