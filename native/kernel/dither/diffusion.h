// The nine error-diffusion kernels and how an error is shared out in fixed point.
#ifndef STIPPLE_KERNEL_DITHER_DIFFUSION_H_
#define STIPPLE_KERNEL_DITHER_DIFFUSION_H_

#include <array>
#include <cstdint>

namespace stipple {

enum class Algorithm : uint8_t {
  kFloydSteinberg,
  kAtkinson,
  kAtkinsonHybrid,
  kJarvisJudiceNinke,
  kSierra,
  kSierraTwoRow,
  kSierraLite,
  kStucki,
  kBurkes,
};
// In the order of Algorithm.
inline constexpr std::array kAlgorithmNames = {
    "floyd-steinberg", "atkinson",    "atkinson-hybrid", "jarvis-judice-ninke", "sierra",
    "sierra-two-row",  "sierra-lite", "stucki",          "burkes"};
inline constexpr int kAlgorithmCount = static_cast<int>(kAlgorithmNames.size());

// One neighbour: dx counts in the direction of the scan (positive is ahead), dy in rows below.
struct Tap {
  int8_t dx;
  int8_t dy;
  int8_t weight;
};

inline constexpr int kMaxTaps = 12;
// Columns that a kernel can reach to either side, and rows below; error rows are padded by kReach.
inline constexpr int kReach = 2;
inline constexpr int kErrorRows = 3;

// `divisor` divides the weights; where they sum to less, the rest of the error is dropped (Atkinson). Chroma
// may have a divisor of its own (hybrid). The first tap takes what rounding leaves, so that nothing is lost.
struct DiffusionKernel {
  int divisor;
  int chroma_divisor;
  int sum;
  int count;
  Tap taps[kMaxTaps];
};

template <int N>
constexpr DiffusionKernel makeKernel(int divisor, int chroma_divisor, const Tap (&taps)[N]) {
  static_assert(N <= kMaxTaps);
  DiffusionKernel kernel{divisor, chroma_divisor, 0, N, {}};
  for (int i = 0; i < N; i++) {
    kernel.taps[i] = taps[i];
    kernel.sum += taps[i].weight;
  }
  return kernel;
}

namespace kernels {

inline constexpr DiffusionKernel kFloydSteinberg =
    makeKernel(16, 16, {{0, 1, 5}, {1, 0, 7}, {-1, 1, 3}, {1, 1, 1}});
inline constexpr DiffusionKernel kAtkinson =
    makeKernel(8, 8, {{0, 1, 1}, {1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {1, 1, 1}, {0, 2, 1}});
// Diffuses all of the luminance error, and as much of the chroma error as Atkinson does.
inline constexpr DiffusionKernel kAtkinsonHybrid =
    makeKernel(6, 8, {{0, 1, 1}, {1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {1, 1, 1}, {0, 2, 1}});
inline constexpr DiffusionKernel kJarvisJudiceNinke = makeKernel(48, 48,
                                                                 {{0, 1, 7},
                                                                  {1, 0, 7},
                                                                  {2, 0, 5},
                                                                  {-2, 1, 3},
                                                                  {-1, 1, 5},
                                                                  {1, 1, 5},
                                                                  {2, 1, 3},
                                                                  {-2, 2, 1},
                                                                  {-1, 2, 3},
                                                                  {0, 2, 5},
                                                                  {1, 2, 3},
                                                                  {2, 2, 1}});
inline constexpr DiffusionKernel kSierra = makeKernel(32, 32,
                                                      {{0, 1, 5},
                                                       {1, 0, 5},
                                                       {2, 0, 3},
                                                       {-2, 1, 2},
                                                       {-1, 1, 4},
                                                       {1, 1, 4},
                                                       {2, 1, 2},
                                                       {-1, 2, 2},
                                                       {0, 2, 3},
                                                       {1, 2, 2}});
inline constexpr DiffusionKernel kSierraTwoRow =
    makeKernel(16, 16, {{0, 1, 3}, {1, 0, 4}, {2, 0, 3}, {-2, 1, 1}, {-1, 1, 2}, {1, 1, 2}, {2, 1, 1}});
inline constexpr DiffusionKernel kSierraLite = makeKernel(4, 4, {{0, 1, 1}, {1, 0, 2}, {-1, 1, 1}});
inline constexpr DiffusionKernel kStucki = makeKernel(42, 42,
                                                      {{0, 1, 8},
                                                       {1, 0, 8},
                                                       {2, 0, 4},
                                                       {-2, 1, 2},
                                                       {-1, 1, 4},
                                                       {1, 1, 4},
                                                       {2, 1, 2},
                                                       {-2, 2, 1},
                                                       {-1, 2, 2},
                                                       {0, 2, 4},
                                                       {1, 2, 2},
                                                       {2, 2, 1}});
inline constexpr DiffusionKernel kBurkes =
    makeKernel(32, 32, {{0, 1, 8}, {1, 0, 8}, {2, 0, 4}, {-2, 1, 2}, {-1, 1, 4}, {1, 1, 4}, {2, 1, 2}});

}  // namespace kernels

// Calls `visitor.template operator()<kernel>()` with the kernel of an algorithm as a compile-time constant.
template <typename Visitor>
auto withKernel(Algorithm algorithm, Visitor&& visitor) {
  switch (algorithm) {
    case Algorithm::kAtkinson:
      return visitor.template operator()<kernels::kAtkinson>();
    case Algorithm::kAtkinsonHybrid:
      return visitor.template operator()<kernels::kAtkinsonHybrid>();
    case Algorithm::kJarvisJudiceNinke:
      return visitor.template operator()<kernels::kJarvisJudiceNinke>();
    case Algorithm::kSierra:
      return visitor.template operator()<kernels::kSierra>();
    case Algorithm::kSierraTwoRow:
      return visitor.template operator()<kernels::kSierraTwoRow>();
    case Algorithm::kSierraLite:
      return visitor.template operator()<kernels::kSierraLite>();
    case Algorithm::kStucki:
      return visitor.template operator()<kernels::kStucki>();
    case Algorithm::kBurkes:
      return visitor.template operator()<kernels::kBurkes>();
    case Algorithm::kFloydSteinberg:
      break;
  }
  return visitor.template operator()<kernels::kFloydSteinberg>();
}

}  // namespace stipple

#endif  // STIPPLE_KERNEL_DITHER_DIFFUSION_H_
