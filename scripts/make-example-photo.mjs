// Makes assets/examples/photo-frame/photo.jpg: a computed landscape, so that no photographer has rights in it.
// Ridges in mist, a low sun and a lake cover all kinds of tones that a dithered photo has.
// Usage: node scripts/make-example-photo.mjs [<file>]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const WIDTH = 1600;
const HEIGHT = 1200;
const SHORE = 0.72;
const SUN = { x: 0.68, y: 0.3 };

/** A pseudo-random number from 0 to 1 for two integers. */
function random(x, y) {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise: the random numbers of the grid, interpolated. */
function noise(x, y) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - i, y - j].map((t) => t * t * (3 - 2 * t));
  const top = random(i, j) + (random(i + 1, j) - random(i, j)) * u;
  const bottom = random(i, j + 1) + (random(i + 1, j + 1) - random(i, j + 1)) * u;
  return top + (bottom - top) * v;
}

/** Noise of several scales, from 0 to 1. */
function hills(x, y, octaves) {
  let [sum, size, most] = [0, 1, 0];
  for (let n = 0; n < octaves; n++) {
    sum += size * noise(x * 2 ** n + n * 17, y * 2 ** n + n * 31);
    most += size;
    size /= 2;
  }
  return sum / most;
}

const mix = (a, b, t) => a.map((value, n) => value + (b[n] - value) * t);
const clamp = (t) => Math.min(1, Math.max(0, t));

/** Sky: pale above the ridges, deeper higher up, a sun with its glow, thin clouds. */
function sky(x, y) {
  const base = mix([92, 128, 172], [250, 222, 184], clamp(y / 0.55) ** 0.8);
  const distance = Math.hypot((x - SUN.x) * (WIDTH / HEIGHT), y - SUN.y);
  const cloud = clamp(hills(x * 3, y * 14, 5) * 2 - 0.95) * clamp(1.1 - y * 1.6);
  const clouded = mix(base, [255, 246, 232], cloud * 0.8);
  const lit = mix(clouded, [255, 240, 205], Math.exp(-distance * 5.5) * 0.9);
  return distance < 0.045 ? [255, 253, 244] : mix(lit, [255, 253, 244], clamp(1 - (distance - 0.045) * 60));
}

/** Ridges from far to near: height of the crest, roughness, colour, and density of the mist at the foot. */
const RIDGES = [
  { crest: 0.43, rise: 0.2, rough: 2.2, color: [150, 164, 186], mist: 0.85 },
  { crest: 0.5, rise: 0.2, rough: 3, color: [112, 130, 154], mist: 0.75 },
  { crest: 0.58, rise: 0.17, rough: 4, color: [76, 98, 116], mist: 0.6 },
  { crest: 0.65, rise: 0.13, rough: 5.5, color: [44, 64, 68], mist: 0.4 },
  { crest: 0.7, rise: 0.07, rough: 8, color: [24, 38, 36], mist: 0.1, trees: true },
];

const crests = RIDGES.map(({ crest, rise, rough, trees }, n) =>
  Array.from({ length: WIDTH }, (_, column) => {
    const x = column / WIDTH;
    const smooth = crest - (hills(x * rough + n * 50, n * 9, 7) - 0.5) * rise * 2;
    if (!trees) return smooth;
    // Firs: narrow triangles of different heights, close together.
    const at = x * 150;
    const height = 0.02 + 0.05 * random(Math.floor(at), 5) ** 2;
    return smooth - height * clamp(1 - Math.abs(at - Math.floor(at) - 0.5) * 2.6);
  }),
);

function land(x, y) {
  const column = Math.min(WIDTH - 1, Math.max(0, Math.floor(x * WIDTH)));
  let color = sky(x, y);
  RIDGES.forEach((ridge, n) => {
    const crest = crests[n][column];
    if (y < crest) return;
    const grain = hills(x * 60, y * 90 + n * 7, 4) - 0.5;
    // Slopes that face the sun are brighter.
    const slope = (crests[n][Math.min(WIDTH - 1, column + 6)] - crest) * (x < SUN.x ? -18 : 18);
    const lit = ridge.color.map((value) => value * (1 + grain * 0.5 + clamp(slope + 0.2) * 0.25));
    const depth = clamp((y - crest) / 0.16);
    color = mix(lit, [236, 222, 206], depth ** 1.5 * ridge.mist);
  });
  return color;
}

/** A pixel. The lake mirrors the land above the shore, darker and with ripples that grow towards the viewer. */
function pixel(x, y) {
  if (y < SHORE) return land(x, y);
  const near = (y - SHORE) / (1 - SHORE);
  const ripple = (hills(x * 14, 30 / (near + 0.12), 4) - 0.5) * (0.004 + 0.06 * near);
  const mirrored = land(clamp(x + ripple * 0.5), SHORE - (y - SHORE) * 1.25 + ripple - 0.002);
  const dark = mix(mirrored, [30, 48, 58], 0.22 + 0.3 * near);
  const glint =
    clamp(1 - Math.abs(x - SUN.x) * (7 - 3 * near)) * clamp(hills(x * 40, 90 / (near + 0.1), 3) * 3 - 1.6);
  return mix(dark, [255, 236, 200], glint * 0.8);
}

const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let row = 0; row < HEIGHT; row++) {
  for (let column = 0; column < WIDTH; column++) {
    const film = (random(column, row + 9999) - 0.5) * 5;
    pixel(column / WIDTH, row / HEIGHT).forEach((value, n) => {
      pixels[(row * WIDTH + column) * 3 + n] = Math.min(255, Math.max(0, Math.round(value + film)));
    });
  }
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const file = process.argv[2] ?? path.join(root, 'assets/examples/photo-frame/photo.jpg');
await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(file);
