// Vectors of a compile-time width, as GCC and Clang offer them on every processor.
#ifndef STIPPLE_KERNEL_DITHER_LANES_H_
#define STIPPLE_KERNEL_DITHER_LANES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

// Whatever takes vectors is inlined into a function that states the instruction set that it is compiled for.
#define STIPPLE_INLINE inline __attribute__((always_inline))

#if defined(__x86_64__)
#define STIPPLE_HAS_AVX2 1
#define STIPPLE_AVX2 __attribute__((target("avx2")))
#endif

namespace stipple {

// Vectors are passed by reference only: by value their calling convention depends on the instruction set.
template <int kLanes>
struct Lanes {
  typedef int32_t Int __attribute__((vector_size(kLanes * 4)));
  typedef float Float __attribute__((vector_size(kLanes * 4)));
};

// Vectors may reach beyond the end of a row: every array has this many elements more than the row.
inline constexpr int kSpareLanes = 16;

// Arrays of words start on a cache line: a vector that crosses two lines takes twice as long to load.
inline constexpr int kLineWords = 16;

template <typename To, typename From>
STIPPLE_INLINE void load(To& to, const From* from) {
  std::memcpy(&to, from, sizeof to);
}

template <typename To, typename From>
STIPPLE_INLINE void store(To* to, const From& from) {
  std::memcpy(to, &from, sizeof from);
}

// Prefetches the memory `bytes` after a pointer. It may lie beyond the end of the array, so the address is
// computed as an integer.
STIPPLE_INLINE void prefetch(const void* from, size_t bytes) {
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(from) + bytes));
}

// to = mask ? yes : to. Lanes of a mask are all ones or zero.
template <typename Int>
STIPPLE_INLINE void select(Int& to, const Int& mask, const Int& yes) {
  to = (mask & yes) | (~mask & to);
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_LANES_H_
