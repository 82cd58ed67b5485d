/** A landscape made by arithmetic that behaves like a photograph: glow, haze, texture, deep shadow, one bright thing. */
import { draw, type Image, type Rgb } from './image.ts';
import { valueNoise } from './noise.ts';
import { HEIGHT, WIDTH } from './size.ts';

const HORIZON = 300;
const SUN = { x: 560, y: 190, radius: 34 };
const SEED = 7;

/** One row of hills: where its ridge lies, how rough it is, its colour near the viewer's eye. */
const HILLS: readonly { base: number; height: number; scale: number; colour: Rgb }[] = [
  { base: 268, height: 90, scale: 170, colour: [150, 128, 152] },
  { base: 288, height: 80, scale: 110, colour: [104, 92, 122] },
  { base: 300, height: 70, scale: 74, colour: [58, 66, 84] },
];

/** Evening over a lake, hills behind it, a red boat on it, dark reeds in front. */
export function scene(): Image {
  const noise = valueNoise(SEED);
  const cloud = fractal(noise);
  return draw('scene', WIDTH, HEIGHT, (x, y) => {
    const grain = (noise(x * 0.9 + 500, y * 0.9) - 0.5) * 10;
    const above = y < HORIZON ? land(cloud, x, y) : water(cloud, x, y);
    const colour = boat(x, y) ?? above;
    const dark = reeds(noise, x, y);
    return [0, 1, 2].map((c) => (colour[c] as number) * dark + grain * dark) as unknown as Rgb;
  });
}

function fractal(noise: (x: number, y: number) => number): (x: number, y: number) => number {
  return (x, y) =>
    0.5 * noise(x, y) +
    0.25 * noise(2 * x + 31, 2 * y) +
    0.15 * noise(4 * x, 4 * y + 17) +
    0.1 * noise(9 * x, 9 * y);
}

function land(cloud: (x: number, y: number) => number, x: number, y: number): Rgb {
  for (const hill of [...HILLS].reverse()) {
    const ridge = hill.base - hill.height * (cloud(x / hill.scale, hill.base) - 0.28);
    if (y <= ridge) continue;
    const shade = 0.72 + 0.5 * cloud(x / 21 + 90, y / 13 + hill.base);
    const haze = Math.max(0, Math.min(1, (y - ridge) / 90)) * 0.35;
    return mix(scale(hill.colour, shade), [222, 176, 150], haze);
  }
  return sky(cloud, x, y);
}

function sky(cloud: (x: number, y: number) => number, x: number, y: number): Rgb {
  const up = 1 - y / HORIZON;
  const air = mix([250, 190, 120], [52, 98, 178], Math.min(1, up * 1.15));
  const veil = Math.max(0, cloud(x / 190 + 3, y / 46) - 0.5) * 2.6;
  const distance = Math.hypot(x - SUN.x, y - SUN.y);
  const clouded = mix(air, [252, 214, 190], Math.min(0.8, veil));
  if (distance < SUN.radius) return [255, 250, 214];
  return mix(clouded, [255, 226, 140], Math.exp(-(distance - SUN.radius) / 55));
}

function water(cloud: (x: number, y: number) => number, x: number, y: number): Rgb {
  const depth = (y - HORIZON) / (HEIGHT - HORIZON);
  const ripple = cloud(x / (16 + 40 * depth), y / (2.5 + 4 * depth)) - 0.5;
  const mirrored = land(cloud, x + ripple * 40, HORIZON - (y - HORIZON) * 1.25 + ripple * 26);
  return mix(scale(mirrored, 0.78), [16, 44, 62], 0.2 + 0.55 * depth);
}

function boat(x: number, y: number): Rgb | null {
  const along = (x - 250) / 74;
  const hull = y > 338 - 3 * along * along && y < 362 - 20 * along * along;
  if (Math.abs(along) < 1 && hull) return scale([206, 34, 28], 1.1 - (y - 338) / 40);
  const sail = y > 240 && y < 334 && x > 252 && x - 252 < (y - 240) * 0.52;
  return sail ? mix([250, 246, 236], [214, 190, 170], (x - 252) / 50) : null;
}

/** How much light is left behind the reeds: 1 where there are none. */
function reeds(noise: (x: number, y: number) => number, x: number, y: number): number {
  const stalk = noise(x / 5.5, 900) * 130 - 34 + 30 * noise(x / 60, 950);
  return y > HEIGHT - stalk ? 0.1 + 0.12 * noise(x / 3, y / 9) : 1;
}

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [0, 1, 2].map((c) => (a[c] as number) * (1 - share) + (b[c] as number) * share) as unknown as Rgb;
}

function scale(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}
