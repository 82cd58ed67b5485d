// Makes native/kernel/dither/noise_tile.cc: a 64 x 64 void-and-cluster tile (Ulichney 1993), every rank 0..4095 once.
// Run: node native/tools/make-noise-tile.mjs > native/kernel/dither/noise_tile.cc
// The pictures of every server depend on this constant: change it only on purpose.

const SIZE = 64;
const COUNT = SIZE * SIZE;
// Width of the Gaussian that measures crowding, in pixels; 1.5 is the value of the paper.
const SIGMA = 1.5;
const START_SHARE = 0.1;

/** A small generator of its own, so that the tile does not depend on the engine. */
function randomSource(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Gaussian of the distance on the torus, for every offset. */
function crowdingKernel() {
  const kernel = new Float64Array(COUNT);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const dx = Math.min(x, SIZE - x);
      const dy = Math.min(y, SIZE - y);
      kernel[y * SIZE + x] = Math.exp(-(dx * dx + dy * dy) / (2 * SIGMA * SIGMA));
    }
  }
  return kernel;
}

const KERNEL = crowdingKernel();

/** Points on a torus with the crowding that they cause everywhere. */
class Pattern {
  constructor() {
    this.on = new Uint8Array(COUNT);
    this.crowding = new Float64Array(COUNT);
  }

  copy() {
    const other = new Pattern();
    other.on.set(this.on);
    other.crowding.set(this.crowding);
    return other;
  }

  set(point, value) {
    this.on[point] = value;
    const sign = value === 1 ? 1 : -1;
    const px = point % SIZE;
    const py = (point - px) / SIZE;
    for (let y = 0; y < SIZE; y++) {
      const row = ((y - py) & (SIZE - 1)) * SIZE;
      for (let x = 0; x < SIZE; x++) {
        this.crowding[y * SIZE + x] += sign * KERNEL[row + ((x - px) & (SIZE - 1))];
      }
    }
  }

  /** The point that is on and most crowded. */
  tightestCluster() {
    let best = -1;
    for (let i = 0; i < COUNT; i++) {
      if (this.on[i] === 1 && (best < 0 || this.crowding[i] > this.crowding[best])) best = i;
    }
    return best;
  }

  /** The point that is off and least crowded. */
  largestVoid() {
    let best = -1;
    for (let i = 0; i < COUNT; i++) {
      if (this.on[i] === 0 && (best < 0 || this.crowding[i] < this.crowding[best])) best = i;
    }
    return best;
  }
}

function evenStart() {
  const random = randomSource(20);
  const pattern = new Pattern();
  for (let left = Math.round(COUNT * START_SHARE); left > 0; ) {
    const point = Math.floor(random() * COUNT);
    if (pattern.on[point] === 1) continue;
    pattern.set(point, 1);
    left--;
  }
  for (;;) {
    const cluster = pattern.tightestCluster();
    pattern.set(cluster, 0);
    const gap = pattern.largestVoid();
    pattern.set(gap, 1);
    if (gap === cluster) return pattern;
  }
}

function makeRanks() {
  const ranks = new Uint16Array(COUNT);
  const start = evenStart();
  const ones = start.on.reduce((sum, on) => sum + on, 0);
  const shrinking = start.copy();
  for (let rank = ones - 1; rank >= 0; rank--) {
    const point = shrinking.tightestCluster();
    shrinking.set(point, 0);
    ranks[point] = rank;
  }
  // A point's crowding by the points that are off is a constant minus its crowding by those that are on, so
  // the largest void is also the tightest cluster of the other kind: one loop serves both halves.
  const growing = start.copy();
  for (let rank = ones; rank < COUNT; rank++) {
    const point = growing.largestVoid();
    growing.set(point, 1);
    ranks[point] = rank;
  }
  return ranks;
}

const ranks = makeRanks();
const lines = [];
for (let i = 0; i < COUNT; i += 16) lines.push(`    ${[...ranks.subarray(i, i + 16)].join(', ')},`);
process.stdout.write(`// The blue-noise tile. Made by native/tools/make-noise-tile.mjs; do not edit.
#include "dither/noise_tile.h"

namespace stipple {

// clang-format off
const std::array<uint16_t, kNoiseTileSize * kNoiseTileSize> kNoiseTile = {
${lines.join('\n')}
};
// clang-format on

}  // namespace stipple
`);
