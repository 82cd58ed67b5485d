// Bytes to a zlib stream (RFC 1950, 1951).
#ifndef STIPPLE_KERNEL_PNG_DEFLATE_H_
#define STIPPLE_KERNEL_PNG_DEFLATE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "png/deflate_parse.h"
#include "png/match_finder.h"

namespace stipple {

// How hard to look for a small file.
enum class Effort : uint8_t {
  kNormal,  // what a display call can wait for
  kBest,    // many times slower, for pictures over a size limit
};
// In the order of Effort.
inline constexpr std::array kEffortNames = {"normal", "best"};

// A compressor of our own, because zlib's output depends on its version and on the processor, and a picture
// must not: the same bytes give the same stream everywhere. It is also tuned for packed rows. Keeps its
// tables between calls; one per thread.
class Deflater {
 public:
  // Appends the stream to `out`. At most 2^30 bytes.
  void append(std::span<const uint8_t> data, Effort effort, std::vector<uint8_t>& out);

 private:
  std::unique_ptr<FastParser> fast_ = std::make_unique<FastParser>();
  MatchFinder finder_;
  Parse parse_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_DEFLATE_H_
