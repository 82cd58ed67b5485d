/** Other programs that dither, where they are installed: run as child processes, never required. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { at } from './fft.ts';
import { type Image, parseInk } from './image.ts';
import type { Dithered, Method } from './methods.ts';

/** Reads frames from a file, dithers each to a palette, writes them, prints seconds a frame. */
const PILLOW = `
import sys, time
from PIL import Image
width, height, inks, source, target = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5]
palette = Image.new('P', (1, 1))
palette.putpalette(list(bytes.fromhex(inks)))
size = width * height * 3
count = spent = 0
with open(source, 'rb') as frames, open(target, 'wb') as out:
    while frame := frames.read(size):
        image = Image.frombytes('RGB', (width, height), frame)
        start = time.perf_counter()
        dithered = image.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
        spent += time.perf_counter() - start
        count += 1
        out.write(dithered.convert('RGB').tobytes())
print(spent / count)
`;

/** The peers that this machine has, with their versions. */
export function findPeers(): readonly Method[] {
  const peers: Method[] = [];
  const magick = programs('magick')[0] ?? programs('convert')[0];
  const version = magick === undefined ? undefined : magickVersion(magick);
  if (magick !== undefined && version !== undefined) {
    peers.push(imageMagick(magick, version, 'FloydSteinberg'), imageMagick(magick, version, 'Riemersma'));
  }
  for (const python of programs('python3')) {
    const found = spawnSync(python, ['-c', 'import PIL; print(PIL.__version__)'], { encoding: 'utf8' });
    if (found.status !== 0) continue;
    peers.push(pillow(python, found.stdout.trim()));
    break;
  }
  peers.push(sharpPalette());
  return peers;
}

/** Every program of a name on the search path: the first is not always the one that works. */
function programs(name: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return [...new Set(folders)].map((folder) => path.join(folder, name)).filter((file) => existsSync(file));
}

function magickVersion(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['-version'], { encoding: 'utf8' });
  return /ImageMagick (\d[\d.]*)/.exec(stdout ?? '')?.[1];
}

function imageMagick(program: string, version: string, dither: string): Method {
  return {
    name: `ImageMagick ${version} ${dither}`,
    run(images, palette) {
      return inFolder(images, palette, (folder, size) => {
        const remap = path.join(folder, 'palette.ppm');
        const inks = Buffer.from(palette.flatMap(parseInk));
        writeFileSync(remap, Buffer.concat([Buffer.from(`P6\n${palette.length} 1\n255\n`), inks]));
        const raw = ['-size', size, '-depth', '8'];
        const run = (work: readonly string[]): number => {
          const start = performance.now();
          execute(program, [...raw, 'rgb:frames.rgb', ...work, '-depth', '8', 'rgb:out.rgb'], folder);
          return performance.now() - start;
        };
        // Start, reading and writing are not the peer's dither.
        const rest = run([]);
        return (run(['-dither', dither, '-remap', 'palette.ppm']) - rest) / images.length;
      });
    },
  };
}

function pillow(python: string, version: string): Method {
  return {
    name: `Pillow ${version} quantize`,
    run(images, palette) {
      const inks = palette.map((ink) => ink.slice(1)).join('');
      return inFolder(images, palette, (folder, size) => {
        const printed = execute(
          python,
          ['-c', PILLOW, ...size.split('x'), inks, 'frames.rgb', 'out.rgb'],
          folder,
        );
        return Number(printed) * 1000;
      });
    },
  };
}

/** sharp takes no palette: it makes one of its own, whose colours are then replaced by the nearest inks. */
function sharpPalette(): Method {
  return {
    name: `sharp ${sharp.versions.sharp ?? ''} palette, nearest ink`,
    async run(images, palette) {
      let ms = 0;
      const indices: Uint8Array[] = [];
      for (const image of images) {
        const raw = { width: image.widthPx, height: image.heightPx, channels: 3 } as const;
        const start = performance.now();
        const png = await sharp(image.rgb, { raw })
          .png({ palette: true, colours: palette.length, dither: 1 })
          .toBuffer();
        ms += (performance.now() - start) / images.length;
        const shown = await sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer();
        indices.push(nearestInks(shown, palette));
      }
      return { indices, ms };
    },
  };
}

/** Hand pictures to a program through files, and read what it leaves. */
function inFolder(
  images: readonly Image[],
  palette: readonly string[],
  work: (folder: string, size: string) => number,
): Promise<Dithered> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-peer-'));
  try {
    const [first] = images;
    if (first === undefined) return Promise.resolve({ indices: [], ms: 0 });
    writeFileSync(path.join(folder, 'frames.rgb'), Buffer.concat(images.map((image) => image.rgb)));
    const ms = work(folder, `${first.widthPx}x${first.heightPx}`);
    const out = readFileSync(path.join(folder, 'out.rgb'));
    const bytes = first.rgb.length;
    if (out.length !== bytes * images.length) throw new Error('a peer left another number of pixels');
    const indices = images.map((_, i) => nearestInks(out.subarray(i * bytes, (i + 1) * bytes), palette));
    return Promise.resolve({ indices, ms });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(program: string, args: readonly string[], folder: string): string {
  const result = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${path.basename(program)}: ${result.stderr}`);
  return result.stdout;
}

function nearestInks(rgb: Uint8Array, palette: readonly string[]): Uint8Array {
  const inks = palette.map(parseInk);
  const known = new Map<number, number>();
  return Uint8Array.from({ length: rgb.length / 3 }, (_, i) => {
    const [r, g, b] = [at(rgb, i * 3), at(rgb, i * 3 + 1), at(rgb, i * 3 + 2)];
    const key = (r << 16) | (g << 8) | b;
    const found = known.get(key);
    if (found !== undefined) return found;
    const distances = inks.map((ink) => (ink[0] - r) ** 2 + (ink[1] - g) ** 2 + (ink[2] - b) ** 2);
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(key, nearest);
    return nearest;
  });
}
