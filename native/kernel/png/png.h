// Ink indices to a PNG that e-ink firmware reads.
#ifndef STIPPLE_KERNEL_PNG_PNG_H_
#define STIPPLE_KERNEL_PNG_PNG_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/status.h"
#include "colour/rgb.h"
#include "png/deflate.h"

namespace stipple {

// The longest file that padding may make: no firmware takes a picture of this size.
inline constexpr size_t kMaxPaddedBytes = size_t{64} << 20;

// How indices are stored: palette entries (colour type 3) or grey levels (colour type 0).
struct PngFormat {
  int depth;  // bits a pixel: 1, 2, 4 or 8
  bool greyscale;
};

struct PngOptions {
  int width = 0;
  int height = 0;
  size_t min_bytes = 0;  // pad the file to at least this many bytes
  Effort effort = Effort::kNormal;
  std::optional<PngFormat> format = std::nullopt;  // chosen by the inks when it is absent
};

// 2 bits for up to 4 inks (never 1: firmware inverts 1-bit indexed pictures), 4 for up to 16, 8 above.
// Sixteen evenly spaced greys are 4-bit greyscale, which large grey panels take as it is; not at the size of
// the small panels, whose firmware garbles it.
PngFormat choosePngFormat(std::span<const Rgb> inks, int width, int height);

// True when a format can store each ink as it is: as many as its depth numbers, or each a grey level of it.
bool formatHolds(PngFormat format, std::span<const Rgb> inks);

// Keeps its buffers between pictures; one per thread. Equal input gives equal bytes on every machine.
class PngEncoder {
 public:
  // Encodes one byte a pixel, each below the number of inks. Chunks are IHDR, PLTE, IDAT, padding, IEND;
  // filter None, which dithered rows compress best with; not interlaced. `file` is replaced. kBadPalette for
  // inks that the format does not hold.
  Status encode(std::span<const uint8_t> indices, std::span<const Rgb> inks, const PngOptions& options,
                std::vector<uint8_t>& file);

  // Encodes three bytes a pixel as 24-bit truecolour, each row with the filter that suits it; the format of
  // the options does not count. With fewer than 8 `channel_bits` (1 to 8, else kBadPalette) each channel is
  // rounded to coarser levels (filter.h), which makes a smaller file.
  Status encodeTruecolour(std::span<const uint8_t> rgb, int channel_bits, const PngOptions& options,
                          std::vector<uint8_t>& file);

 private:
  void makeThreeValued(std::span<const uint8_t> indices, PngFormat format, std::span<const uint8_t, 256> map,
                       const PngOptions& options, std::vector<Rgb>& entries);
  void appendPixels(Effort effort, std::vector<uint8_t>& file);

  Deflater deflater_;
  std::vector<uint8_t> rows_;
  std::vector<uint8_t> codes_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_PNG_H_
