// Bytes to a zlib stream, by the zlib that the node binary carries.
#include "deflate.h"

#include <zlib.h>

namespace stipple {

bool appendZlib(std::span<const uint8_t> data, Effort effort, std::vector<uint8_t>& out) {
  z_stream stream = {};
  int level = effort == Effort::kBest ? 9 : 5;
  if (deflateInit2(&stream, level, Z_DEFLATED, 15, 9, Z_DEFAULT_STRATEGY) != Z_OK) return false;
  size_t start = out.size();
  out.resize(start + deflateBound(&stream, static_cast<uLong>(data.size())));
  stream.next_in = const_cast<Bytef*>(data.data());
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = out.data() + start;
  stream.avail_out = static_cast<uInt>(out.size() - start);
  int answer = deflate(&stream, Z_FINISH);
  out.resize(start + stream.total_out);
  deflateEnd(&stream);
  return answer == Z_STREAM_END;
}

uint32_t crc32Of(std::span<const uint8_t> data) {
  return static_cast<uint32_t>(crc32_z(0, data.data(), data.size()));
}

}  // namespace stipple
