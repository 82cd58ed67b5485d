// A plain inflate (RFC 1950, 1951), so that what the kernel compresses is read by other code than its own.
#ifndef STIPPLE_TEST_INFLATE_H_
#define STIPPLE_TEST_INFLATE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stipple::test {

// The content of a zlib stream, or nothing when it is not valid to its last byte.
std::optional<std::vector<uint8_t>> inflateZlib(std::span<const uint8_t> stream);

}  // namespace stipple::test

#endif  // STIPPLE_TEST_INFLATE_H_
