// Reads the bytes of a fuzzer as numbers, buffers and palettes.
#ifndef STIPPLE_FUZZ_INPUT_H_
#define STIPPLE_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "dither/picture.h"

namespace stipple::fuzz {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : data_(data), size_(size) {}

  uint8_t byte() {
    if (size_ == 0) return 0;
    size_--;
    return *data_++;
  }

  int below(int limit) { return (byte() * 256 + byte()) % limit; }

  // The next bytes, repeated when they run out.
  std::vector<uint8_t> fill(size_t count) {
    std::vector<uint8_t> bytes(count);
    for (size_t i = 0; i < count; i++) bytes[i] = size_ > 0 ? data_[i % size_] : static_cast<uint8_t>(i * 37);
    return bytes;
  }

  // Runs of one byte, and repeats of what came before, as long as the input says.
  std::vector<uint8_t> patches(size_t count) {
    std::vector<uint8_t> bytes;
    while (bytes.size() < count && size_ > 0) {
      const size_t length = static_cast<size_t>(1 + below(700));
      const bool repeats = byte() % 3 != 0 && !bytes.empty();
      const size_t back = repeats ? 1 + static_cast<size_t>(below(32767)) % bytes.size() : 0;
      const uint8_t plain = repeats ? uint8_t{0} : byte();
      for (size_t i = 0; i < length; i++) bytes.push_back(repeats ? bytes[bytes.size() - back] : plain);
    }
    bytes.resize(count);
    return bytes;
  }

  std::vector<Rgb> palette(int most) {
    std::vector<Rgb> inks(static_cast<size_t>(kMinInks + below(most - kMinInks + 1)));
    const bool grey = byte() % 2 == 0;
    for (Rgb& ink : inks) {
      ink.red = byte();
      ink.green = grey ? ink.red : byte();
      ink.blue = grey ? ink.red : byte();
    }
    return inks;
  }

 private:
  const uint8_t* data_;
  size_t size_;
};

// Ends the run, so that the fuzzer keeps the input.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << what << "\n";
  std::abort();
}

}  // namespace stipple::fuzz

#endif  // STIPPLE_FUZZ_INPUT_H_
