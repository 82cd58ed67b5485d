/** Trials of single stages, in this process: where the time of a picture goes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlainObject } from '../../src/base/plain.ts';
import { PACKAGE_ROOT, VERSION } from '../../src/base/version.ts';
import { findAssets } from '../../src/config/assets.ts';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import { pngLimit, type RenderSpec } from '../../src/domain/render-spec.ts';
import { readFontBook } from '../../src/fonts/font-book.ts';
import { ditherPicture } from '../../src/native/dither.ts';
import { drawText } from '../../src/native/draw-text.ts';
import { encodePicture } from '../../src/native/encode-png.ts';
import { createBeat } from '../../src/render/beat.ts';
import { CheckedSvgs, compose } from '../../src/render/compose.ts';
import { ditherInks } from '../../src/render/inks.ts';
import { panelInks } from '../../src/render/panel-inks.ts';
import { LuaRuntime } from '../../src/script/lua-runtime.ts';
import { wholePart } from '../../src/svg/draw-pieces.ts';
import { type Raster, Rasterizer } from '../../src/svg/rasterizer.ts';
import { TemplateEngine } from '../../src/template/engine.ts';
import { TextLifter } from '../../src/text/text-lifter.ts';
import { median, type Trial } from '../trial.ts';

const SCREENS = path.join(PACKAGE_ROOT, 'benchmarks/screens');

const SPECS = {
  og: specOf(800, 480),
  x: specOf(1872, 1404),
};

function specOf(widthPx: number, heightPx: number): RenderSpec {
  return {
    widthPx,
    heightPx,
    palette: FOUR_GREYS,
    measured: null,
    ditherMeasured: false,
    algorithm: 'floyd-steinberg',
    tuning: {},
    text: 'fitted',
    minPngBytes: 0,
    maxPngBytes: pngLimit({ widthPx, heightPx }),
  };
}

/** Median time of a piece of work, after some turns to warm up. */
async function timed(turns: number, work: () => unknown): Promise<number> {
  const figures: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await work();
    figures.push(performance.now() - start);
    // Native buffers are freed only when the event loop turns.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return median(figures.slice(Math.floor(turns / 3)));
}

async function makeCompose(screen: string, params: PlainObject = {}): Promise<() => string> {
  const tools = {
    lua: await LuaRuntime.load(),
    templates: new TemplateEngine(),
    fonts: [],
    checked: new CheckedSvgs(16),
    fetch: () => ({ ok: false as const, error: 'no network in this benchmark' }),
    processImage: () => ({ ok: false as const, error: 'no pictures in this benchmark' }),
    log: () => {},
    noteOverrun: () => {},
  };
  const beat = createBeat();
  let serial = 0;
  return () => {
    serial += 1;
    const device: PlainObject = { battery_voltage: serial / 1000, width: 800, height: 480 };
    const result = compose(tools, {
      jobId: serial,
      screen: {
        ref: screen,
        handle: 'local',
        title: screen,
        roots: [SCREENS],
        dir: '',
        scriptFile: `${screen}.lua`,
        templateFile: `${screen}.svg`,
        metaFile: null,
        defaultRefreshSeconds: null,
        text: null,
        params: [],
        service: VERSION,
        allowPrivateNetwork: false,
      },
      params,
      device,
      layout: {},
      hasPrevious: false,
      deadlineMs: Number.MAX_SAFE_INTEGER,
      beat,
    });
    if (!result.ok) throw new Error(result.error.message);
    if (result.value.kind !== 'composed') throw new Error('nothing composed');
    return result.value.svg;
  };
}

/** Draw a benchmark screen's pixels, and hand them to a piece of work. */
async function withRaster<T>(
  screen: string,
  size: keyof typeof SPECS,
  work: (draw: () => Promise<Raster>) => Promise<T>,
): Promise<T> {
  const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  const dejavu = path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf');
  const fonts = readFontBook([
    { dir: dejavu, origin: 'custom' },
    { dir: findAssets().fontsDir, origin: 'embedded' },
  ]);
  const rasterizer = await Rasterizer.create({
    fonts,
    scratchDir,
    lifter: (finder) => new TextLifter(finder),
  });
  const next = await makeCompose(screen);
  const { widthPx, heightPx } = SPECS[size];
  try {
    return await work(async () => {
      const drawn = await rasterizer.rasterize({
        svg: next(),
        name: screen,
        widthPx,
        heightPx,
        inks: panelInks(SPECS[size]),
        fitsText: true,
        assetRoots: [],
        assetDir: '',
      });
      if (!drawn.ok) throw new Error(drawn.error.message);
      return drawn.value;
    });
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

function stage(name: string, title: string, run: () => Promise<number>): Trial {
  return { name, title, unit: 'ms', better: 'lower', run };
}

function rasterTrials(screen: string, size: keyof typeof SPECS): readonly Trial[] {
  const spec = SPECS[size];
  const what = `${screen}, ${spec.widthPx}x${spec.heightPx}`;
  return [
    stage(`raster-${screen}-${size}`, `SVG to pixels without text, ${what} (with compose)`, () =>
      withRaster(screen, size, (draw) => timed(40, draw)),
    ),
    stage(`inks-${screen}-${size}`, `SVG to inks, ${what} (with compose)`, () =>
      withRaster(screen, size, (draw) => timed(40, async () => ditherInks(await draw(), spec, {}))),
    ),
    stage(`dither-${screen}-${size}`, `pixels to inks, ${what}`, () =>
      withRaster(screen, size, async (draw) => {
        const { rgba } = wholePart(await draw());
        const into = new Uint8Array(spec.widthPx * spec.heightPx);
        return timed(60, () => ditherPicture(rgba, spec, { into }));
      }),
    ),
    stage(`text-${screen}-${size}`, `texts onto inks, ${what}`, () =>
      withRaster(screen, size, async (draw) => {
        const drawn = await draw();
        const inks = ditherInks(drawn, spec, {});
        return timed(60, () => drawn.text !== null && drawText(inks, spec, drawn.text));
      }),
    ),
    stage(`encode-${screen}-${size}`, `inks to PNG, ${what}`, () =>
      withRaster(screen, size, async (draw) => {
        const indices = ditherInks(await draw(), spec, {});
        return timed(60, () => encodePicture(indices, spec));
      }),
    ),
  ];
}

export const STAGE_TRIALS: readonly Trial[] = [
  stage('compose-board', 'script and template of the board', async () =>
    timed(300, await makeCompose('board')),
  ),
  stage('compose-40-rows', 'script and template of a board of 40 rows', async () =>
    timed(300, await makeCompose('board', { rows: 40 })),
  ),
  stage('compose-source', 'reading the board from disk, for comparison', async () =>
    timed(300, () => readFileSync(path.join(SCREENS, 'board.lua'))),
  ),
  ...rasterTrials('board', 'og'),
  ...rasterTrials('board', 'x'),
  ...rasterTrials('gradients', 'og'),
  ...rasterTrials('gradients', 'x'),
];
