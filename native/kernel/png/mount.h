// A finished picture turned, and laid into the frame that its panel expects.
#ifndef STIPPLE_KERNEL_PNG_MOUNT_H_
#define STIPPLE_KERNEL_PNG_MOUNT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.h"

namespace stipple {

// All lengths in pixels.
struct Mount {
  int width = 0;  // of the picture
  int height = 0;
  int pixel_bytes = 1;    // 1 (an index) or 3 (RGB)
  int quarter_turns = 0;  // clockwise, 0 to 3
  int left = 0;           // where the turned picture lies in the frame
  int top = 0;
  int frame_width = 0;
  int frame_height = 0;
};

// Writes the turned picture into the frame; what lies around it stays as it is. kBadSize where the picture
// has no valid size or does not lie within the frame, kBadLength for buffers of another size.
Status mountPicture(std::span<const uint8_t> pixels, const Mount& mount, std::span<uint8_t> frame);

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_MOUNT_H_
