/** Trials of heavy pictures in one process: photos, and paths of many dots. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { findAssets } from '../../src/config/env/assets.ts';
import { defaultRenderSpec } from '../../src/domain/render-spec.ts';
import { raster } from '../../src/engine/jobs/raster.ts';
import { RasterTools } from '../../src/engine/jobs/raster-tools.ts';
import { readFontBook } from '../../src/pictures/fonts/font-book.ts';
import { checkSvg } from '../../src/pictures/svg/check.ts';
import { NO_ASSETS } from '../../src/pictures/svg/images/asset-files.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import type { SoleTrial } from '../trial.ts';

const PHOTO = path.join(PACKAGE_ROOT, 'assets/examples/photo-frame/photo.jpg');
const SIZE = { widthPx: 800, heightPx: 480 };
const WARM_UP = 60;
const TURNS = 160;

/** The least processor time of some turns, in ms: what other programs do meanwhile counts least in it. */
async function leastCpu(work: (turn: number) => unknown): Promise<number> {
  const figures: number[] = [];
  for (let turn = 0; turn < WARM_UP + TURNS; turn += 1) {
    const start = process.cpuUsage();
    await work(turn);
    const { user, system } = process.cpuUsage(start);
    if (turn >= WARM_UP) figures.push((user + system) / 1000);
    // Native buffers are freed only when the event loop turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Math.min(...figures);
}

/** SVG to PNG of a photo that fills the panel, as `image_process` gives it. */
async function drawPhoto(mark: string): Promise<number> {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  const fonts = readFontBook([{ dir: findAssets().fontsDir, origin: 'embedded' }]);
  const tools = new RasterTools({ fonts, scratchDir });
  const { widthPx, heightPx } = SIZE;
  const resized = sharp(readFileSync(PHOTO)).resize(widthPx, heightPx, { fit: 'cover' });
  const jpeg = await resized.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  const image = `<image href="data:image/jpeg;base64,${jpeg.toString('base64')}" width="${widthPx}" height="${heightPx}"${mark}/>`;
  const page = (turn: number): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}">${image}<text x="20" y="460" font-size="20">${turn}</text></svg>`;
  try {
    return await leastCpu(async (turn) => {
      const job = { svg: page(turn), name: 'photo.svg', assets: NO_ASSETS, spec: defaultRenderSpec(SIZE) };
      const drawn = await raster(tools, job);
      if (!drawn.ok) throw new Error(drawn.error.message);
    });
  } finally {
    tools.stop();
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

/** The check of a path of 400 dots, as the screen `default` draws its ball. */
function checkDots(): Promise<number> {
  const dots = Array.from({ length: 400 }, (_, at) => {
    const [x, y, r] = [(at % 20) * 12.3, Math.floor(at / 20) * 12.7, (1 + (at % 5) / 2).toFixed(2)];
    return `M${x.toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 ${-2 * Number(r)} 0z`;
  });
  return leastCpu((turn) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><path id="p${turn}" d="${dots.join('')}"/></svg>`;
    const checked = checkSvg(svg, 'dots.svg');
    if (!checked.ok) throw new Error(checked.error.message);
  });
}

export const PICTURE_TRIALS: readonly SoleTrial[] = [
  {
    name: 'draw-photo',
    title: 'SVG to PNG, photo, 800x480, CPU',
    unit: 'ms',
    better: 'lower',
    run: () => drawPhoto(''),
  },
  {
    name: 'draw-photo-marked',
    title: 'the same with data-tone="continuous"',
    unit: 'ms',
    better: 'lower',
    run: () => drawPhoto(' data-tone="continuous"'),
  },
  {
    name: 'check-dots',
    title: 'check of a path of 400 dots, CPU',
    unit: 'ms',
    better: 'lower',
    run: checkDots,
  },
];
