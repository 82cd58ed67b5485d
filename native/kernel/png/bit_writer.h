// Bits to bytes, least significant first, as deflate packs them.
#ifndef STIPPLE_KERNEL_PNG_BIT_WRITER_H_
#define STIPPLE_KERNEL_PNG_BIT_WRITER_H_

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace stipple {

// Appends to a vector that it keeps larger than what is written; finish() cuts it to size.
class BitWriter {
 public:
  explicit BitWriter(std::vector<uint8_t>& out) : out_(out), at_(out.size()) {}

  // Makes room for so many more bytes. The other functions do not.
  void reserve(size_t bytes) {
    if (out_.size() < at_ + bytes + sizeof pending_) out_.resize(at_ + bytes + sizeof pending_);
  }

  // Up to 32 bits, whose higher bits are 0.
  void put(uint32_t bits, int count) {
    pending_ |= static_cast<uint64_t>(bits) << filled_;
    filled_ += count;
    if (filled_ >= 32) flushWord();
  }

  void alignToByte() {
    while (filled_ > 0) {
      out_[at_++] = static_cast<uint8_t>(pending_);
      pending_ >>= 8;
      filled_ -= 8;
    }
    filled_ = 0;
    pending_ = 0;
  }

  // Whole bytes; call alignToByte before.
  void putBytes(std::span<const uint8_t> bytes) {
    if (!bytes.empty()) std::memcpy(out_.data() + at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }

  void finish() {
    alignToByte();
    out_.resize(at_);
  }

 private:
  void flushWord() {
    for (int i = 0; i < 4; i++) out_[at_ + i] = static_cast<uint8_t>(pending_ >> (8 * i));
    at_ += 4;
    pending_ >>= 32;
    filled_ -= 32;
  }

  std::vector<uint8_t>& out_;
  size_t at_;
  uint64_t pending_ = 0;
  int filled_ = 0;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_BIT_WRITER_H_
