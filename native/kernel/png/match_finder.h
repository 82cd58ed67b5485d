// Earlier occurrences of the bytes at a position, by hash chains over deflate's window.
#ifndef STIPPLE_KERNEL_PNG_MATCH_FINDER_H_
#define STIPPLE_KERNEL_PNG_MATCH_FINDER_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "png/deflate_symbols.h"

namespace stipple {

// Positions must be visited in ascending order, each once, by find() or skip().
class MatchFinder {
 public:
  void begin(std::span<const uint8_t> data) {
    data_ = data;
    head_.assign(size_t{1} << kHashBits, -1);
    head3_.assign(size_t{1} << kHash3Bits, -1);
    previous_.resize(kWindow);
  }

  // Calls found(length, distance) for matches at `at`, each longer than the one before, nearest first; looks
  // at no more than `depth` candidates and stops at a match of `enough` bytes.
  template <typename Found>
  void find(int at, int depth, int enough, Found&& found) {
    const int left = static_cast<int>(data_.size()) - at;
    if (left < kLoad) return;
    const uint8_t* here = data_.data() + at;
    const int most = std::min(left, kMaxMatch);
    const int oldest = at - kWindow;
    const uint32_t word = load32(here);

    int best = kMinMatch - 1;
    int& slot3 = head3_[hash(word << 8, kHash3Bits)];
    const int near = slot3;
    slot3 = at;
    int& slot = head_[hash(word, kHashBits)];
    int candidate = slot;
    slot = at;
    previous_[at & (kWindow - 1)] = candidate;

    // A match of three bytes pays only when it is near.
    if (near >= 0 && at - near <= kNear && ((load32(data_.data() + near) ^ word) & 0xFFFFFF) == 0) {
      best = kMinMatch;
      found(kMinMatch, at - near);
    }
    for (; candidate >= 0 && candidate >= oldest && depth > 0; depth--) {
      const uint8_t* there = data_.data() + candidate;
      if (load32(there) == word && (best < kLoad || there[best] == here[best])) {
        const int length = equalBytes(there, here, kLoad, most);
        if (length > best) {
          best = length;
          found(length, at - candidate);
          if (length >= enough || length == most) return;
        }
      }
      const int next = previous_[candidate & (kWindow - 1)];
      if (next >= candidate) return;  // the slot has been overwritten by a newer position
      candidate = next;
    }
  }

  // Enters positions from..to-1 without looking for matches.
  void skip(int from, int to) {
    const int last = std::min(to, static_cast<int>(data_.size()) - kLoad + 1);
    for (int at = from; at < last; at++) {
      const uint32_t word = load32(data_.data() + at);
      head3_[hash(word << 8, kHash3Bits)] = at;
      int& slot = head_[hash(word, kHashBits)];
      previous_[at & (kWindow - 1)] = slot;
      slot = at;
    }
  }

 private:
  static constexpr int kLoad = 4;
  static constexpr int kHashBits = 15;
  static constexpr int kHash3Bits = 13;
  static constexpr int kNear = 4096;

  // Fibonacci hashing: the high bits of a product with 2^32 / golden ratio.
  static uint32_t hash(uint32_t word, int bits) { return (word * 0x9E3779B1u) >> (32 - bits); }

  std::span<const uint8_t> data_;
  std::vector<int> head_;
  std::vector<int> head3_;
  std::vector<int> previous_;
};

}  // namespace stipple

#endif  // STIPPLE_KERNEL_PNG_MATCH_FINDER_H_
