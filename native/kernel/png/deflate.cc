// Bytes to a zlib stream.
#include "png/deflate.h"

#include "png/bit_writer.h"
#include "png/checksum.h"
#include "png/deflate_block.h"

namespace stipple {
namespace {

// Deflate with a window of 32 KiB; the second byte makes the pair a multiple of 31, and says "default level".
constexpr uint32_t kHeader = 0x78 | 0x9C << 8;

}  // namespace

void Deflater::append(std::span<const uint8_t> data, Effort effort, std::vector<uint8_t>& out) {
  if (effort == Effort::kBest) {
    parseOptimally(data, finder_, parse_);
  } else {
    fast_->run(data, parse_);
  }
  BitWriter writer(out);
  writer.reserve(16);
  writer.put(kHeader, 16);
  writeBlocks(parse_, data, writer);
  writer.alignToByte();
  const uint32_t sum = adler32(data);
  writer.reserve(16);
  for (int shift = 24; shift >= 0; shift -= 8) writer.put(sum >> shift & 255, 8);
  writer.finish();
}

}  // namespace stipple
