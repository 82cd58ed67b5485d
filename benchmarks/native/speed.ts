/**
 * Times the dither kernel against a plain C loop that is built and run beside it, and the whole calls of the addon.
 * Needs a C and a C++ compiler, and the sources of the package. Run: node dist/benchmarks/native/speed.js
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import { dither, encodePng } from '../../src/pictures/native/index.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { writeLine } from './quality/output.ts';

const SIZES = [
  { widthPx: 800, heightPx: 480, goalMs: 3 },
  { widthPx: 1872, heightPx: 1404, goalMs: 18 },
] as const;

/** How many times as fast as the plain loop each trial of the program has to be. */
const GOALS: Readonly<Record<string, number>> = {
  '4 greys, portable': 4,
  '4 greys, best': 9,
  '6 inks, best': 1.3,
};

const CALLS = 40;

type Picture = (x: number, y: number) => readonly [red: number, green: number, blue: number];

/** Stands for a photograph: waves of colour, and grain like that of a sensor. */
const photo: Picture = (x, y) => {
  const light = 128 + 70 * Math.sin(x / 97 + y / 61) + 45 * Math.cos(x / 23 - y / 41);
  const grain = ((Math.imul(x * 7919 + y, 0x9e3779b1) >>> 24) - 128) / 12;
  return [
    light + 30 * Math.sin(y / 53) + grain,
    light + 20 * Math.cos(x / 71) + grain,
    light - 30 * Math.sin(x / 37) + grain,
  ];
};

/** A page: black strokes on white, a grey panel, one colour. */
const page: Picture = (x, y) => {
  if (y % 24 > 14 || x < 20) return [255, 255, 255];
  if (x % 400 > 330) return [200, 200, 200];
  if (y % 240 < 24) return [255, 0, 0];
  return (Math.imul((x >> 1) * 31 + (y >> 2) * 17, 0x9e3779b1) >>> 28) % 3 === 0
    ? [0, 0, 0]
    : [255, 255, 255];
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'stipple-speed-'));
try {
  const program = build();
  writeLine(`${os.cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`);
  for (const size of SIZES) {
    for (const [name, picture] of Object.entries({ photo, page })) {
      writeLine(`\n${name}, ${size.widthPx} x ${size.heightPx}`);
      const rgba = draw(picture, size.widthPx, size.heightPx);
      timeKernel(program, rgba, size.widthPx, size.heightPx);
      timeAddon(rgba, size);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Build the bench program: the plain loop with -O2, the kernel as it ships. */
function build(): string {
  const plain = path.join(folder, 'plain.o');
  const program = path.join(folder, 'speed');
  run('cc', ['-O2', '-c', 'benchmarks/native/plain_loop.c', '-o', plain]);
  const kernel = readdirSync(path.join(PACKAGE_ROOT, 'native/kernel'), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.cc'))
    .map((file) => `native/kernel/${file}`);
  const flags = ['-std=c++20', '-O3', '-ffp-contract=off', '-Inative/kernel'];
  run('c++', [...flags, 'benchmarks/native/speed.cc', ...kernel, plain, '-o', program]);
  return program;
}

function run(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

/** Opaque RGBA of a picture. */
function draw(picture: Picture, widthPx: number, heightPx: number): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    rgba.set([...picture(i % widthPx, Math.floor(i / widthPx)), 255], i * 4);
  }
  return rgba;
}

function timeKernel(program: string, rgba: Uint8ClampedArray, widthPx: number, heightPx: number): void {
  const file = path.join(folder, 'picture.rgba');
  writeFileSync(file, rgba);
  const lines = run(program, [String(widthPx), String(heightPx), file])
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const plainMs = Number(lines[0]?.[1]);
  for (const [name = '', value = ''] of lines) {
    const ms = Number(value);
    const ratio = plainMs / ms;
    const speed = ((widthPx * heightPx) / ms / 1000).toFixed(0).padStart(5);
    writeLine(
      `  ${name.padEnd(20)} ${ms.toFixed(3).padStart(7)} ms ${speed} Mpix/s ${ratio.toFixed(2).padStart(6)}x${verdict(GOALS[name], (goal) => ratio >= goal, 'x')}`,
    );
  }
}

/** The least wall time of whole calls from JavaScript: RGBA in, PNG out. */
function timeAddon(rgba: Uint8ClampedArray, size: (typeof SIZES)[number]): void {
  const options = { ...size, palette: FOUR_GREYS };
  let least = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    bytes = encodePng(dither(rgba, options), options).length;
    least = Math.min(least, performance.now() - start);
  }
  const met = verdict(size.goalMs, (goal) => least <= goal, ' ms');
  writeLine(`  ${'whole addon call'.padEnd(20)} ${least.toFixed(3).padStart(7)} ms, ${bytes} bytes${met}`);
}

function verdict(goal: number | undefined, meets: (goal: number) => boolean, unit: string): string {
  return goal === undefined ? '' : `  goal ${goal}${unit}: ${meets(goal) ? 'met' : 'MISSED'}`;
}
