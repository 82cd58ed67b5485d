// Which instructions the fast paths are compiled for.
#include "dither/variant.h"

#include "dither/lanes.h"

namespace stipple {

Variant bestVariant() {
#ifdef STIPPLE_HAS_AVX2
  if (__builtin_cpu_supports("avx2")) return Variant::kAvx2;
#endif
  return Variant::kPortable;
}

}  // namespace stipple
