// Length-limited Huffman codes, as deflate needs them.
#include "png/huffman.h"

#include <algorithm>
#include <array>

namespace stipple {
namespace {

constexpr int kLongestCode = 15;

struct Leaf {
  uint32_t count;
  uint16_t symbol;
};

// Depth of every leaf of a Huffman tree over ascending counts, by the two-queue method.
void depths(std::span<const Leaf> leaves, std::span<int> depth) {
  const int n = static_cast<int>(leaves.size());
  std::array<uint32_t, kMaxHuffmanSymbols> weight;
  std::array<int, 2 * kMaxHuffmanSymbols> parent;
  int leaf = 0;
  int node = 0;
  for (int made = 0; made < n - 1; made++) {
    uint32_t sum = 0;
    for (int side = 0; side < 2; side++) {
      const bool take_leaf = node >= made || (leaf < n && leaves[leaf].count <= weight[node]);
      sum += take_leaf ? leaves[leaf].count : weight[node];
      parent[take_leaf ? leaf++ : n + node++] = n + made;
    }
    weight[made] = sum;
  }
  std::array<int, 2 * kMaxHuffmanSymbols> level;
  level[2 * n - 2] = 0;
  for (int i = 2 * n - 3; i >= 0; i--) level[i] = level[parent[i]] + 1;
  for (int i = 0; i < n; i++) depth[i] = level[i];
}

// Repairs lengths of which those above the limit were cut to it: shorter codes are lengthened until the Kraft
// sum fits again.
void repair(std::array<int, kLongestCode + 1>& of_length, int longest) {
  int64_t used = 0;
  for (int length = 1; length <= longest; length++) used += int64_t{of_length[length]} << (longest - length);
  while (used > int64_t{1} << longest) {
    int length = longest - 1;
    while (of_length[length] == 0) length--;
    of_length[length]--;
    of_length[length + 1]++;
    used -= int64_t{1} << (longest - length - 1);
  }
  // Cutting may have lengthened too far: the room that is left shortens codes of the greatest length.
  for (int length = longest; used < int64_t{1} << longest && length > 1; length--) {
    const int64_t gain = int64_t{1} << (longest - length);
    while (of_length[length] > 0 && used + gain <= int64_t{1} << longest) {
      of_length[length]--;
      of_length[length - 1]++;
      used += gain;
    }
  }
}

}  // namespace

void huffmanLengths(std::span<const uint32_t> counts, int longest, std::span<uint8_t> lengths) {
  std::array<Leaf, kMaxHuffmanSymbols> storage;
  int n = 0;
  for (size_t i = 0; i < counts.size(); i++) {
    lengths[i] = 0;
    if (counts[i] > 0) storage[n++] = {counts[i], static_cast<uint16_t>(i)};
  }
  if (n == 0) return;
  const std::span<Leaf> leaves(storage.data(), n);
  if (n == 1) {
    lengths[leaves[0].symbol] = 1;
    return;
  }
  std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
    return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
  });
  std::array<int, kMaxHuffmanSymbols> depth;
  depths(leaves, depth);

  std::array<int, kLongestCode + 1> of_length = {};
  for (int i = 0; i < n; i++) of_length[std::min(depth[i], longest)]++;
  repair(of_length, longest);
  // The rarest symbols get the longest codes.
  int next = 0;
  for (int length = longest; length >= 1; length--) {
    for (int i = 0; i < of_length[length]; i++) lengths[leaves[next++].symbol] = static_cast<uint8_t>(length);
  }
}

void huffmanCodes(std::span<const uint8_t> lengths, std::span<uint16_t> codes) {
  std::array<int, kLongestCode + 2> first = {};
  for (uint8_t length : lengths) {
    if (length > 0) first[length + 1]++;
  }
  for (int length = 2; length <= kLongestCode; length++)
    first[length] = (first[length] + first[length - 1]) * 2;
  first[1] = 0;
  for (size_t i = 0; i < lengths.size(); i++) {
    unsigned code = lengths[i] > 0 ? static_cast<unsigned>(first[lengths[i]]++) : 0;
    unsigned reversed = 0;
    for (int bit = 0; bit < lengths[i]; bit++) reversed |= (code >> bit & 1) << (lengths[i] - 1 - bit);
    codes[i] = static_cast<uint16_t>(reversed);
  }
}

}  // namespace stipple
