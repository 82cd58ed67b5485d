/** Trials of single stages, in this process: where the time of a picture goes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { findAssets } from '../../src/config/env/assets.ts';
import { defaultRenderSpec } from '../../src/domain/render-spec.ts';
import { compose } from '../../src/engine/jobs/compose.ts';
import { ditherInks, encodeInks } from '../../src/engine/jobs/inks.ts';
import { drawSvg, type Raster } from '../../src/engine/jobs/raster.ts';
import { RasterTools } from '../../src/engine/jobs/raster-tools.ts';
import { ScriptClock } from '../../src/engine/scheduling/script-clock.ts';
import { panelInks } from '../../src/pictures/draw/panel-inks.ts';
import { readFontBook } from '../../src/pictures/fonts/font-book.ts';
import { NO_ASSETS } from '../../src/pictures/svg/images/asset-files.ts';
import type { ShownFile } from '../../src/pictures/svg/images/images.ts';
import { monotonicMs } from '../../src/platform/base/clock.ts';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import type { PlainObject } from '../../src/platform/base/plain.ts';
import { StageClock } from '../../src/platform/base/stages.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { LuaRuntime } from '../../src/screens/script/lua-runtime.ts';
import { TemplateEngine } from '../../src/screens/template/engine.ts';
import { median, type SoleTrial } from '../trial.ts';

const SCREENS = path.join(PACKAGE_ROOT, 'benchmarks/screens');

const SPECS = {
  og: defaultRenderSpec({ widthPx: 800, heightPx: 480 }),
  x: defaultRenderSpec({ widthPx: 1872, heightPx: 1404 }),
};
type Size = keyof typeof SPECS;

/** V8 compiles what runs often; before that, a picture takes twice as long. */
const TURNS = { og: 600, x: 240 } as const;
const COLD_TURNS = 120;

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
    checked: new LRUCache<string, readonly ShownFile[]>({ max: 16 }),
    fetch: () => ({ ok: false as const, error: 'no network in this benchmark' }),
    processImage: () => ({ ok: false as const, error: 'no pictures in this benchmark' }),
    log: () => {},
    readData: () => ({ ok: false }) as const,
    noteOverrun: () => {},
    waitForTurn: () => {},
  };
  const clock = new ScriptClock().memory;
  let serial = 0;
  return () => {
    serial += 1;
    const device: PlainObject = { battery_voltage: serial / 1000, width: 800, height: 480 };
    const result = compose(tools, {
      jobId: serial,
      screen: {
        ref: screen,
        roots: [SCREENS],
        dir: '',
        scriptFile: `${screen}.lua`,
        templateFile: `${screen}.svg`,
      },
      params,
      device,
      layout: {},
      hasPrevious: false,
      placeMs: 0,
      askedMs: monotonicMs(),
      deadline: deadlineIn(600_000),
      clock,
    });
    if (!result.ok) throw new Error(result.error.message);
    if (result.value.kind !== 'composed') throw new Error('nothing composed');
    return result.value.svg;
  };
}

const FONTS = readFontBook([
  { dir: path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf'), origin: 'custom' },
  { dir: findAssets().fontsDir, origin: 'embedded' },
]);

/** Draws pictures as a raster worker does. */
class Drawer {
  readonly #scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  readonly #tools = new RasterTools({
    fonts: FONTS,
    scratchDir: this.#scratchDir,
  });

  async draw(svg: string, size: Size): Promise<Raster> {
    const drawn = await drawSvg(this.#tools, {
      svg,
      name: 'bench.svg',
      widthPx: SPECS[size].widthPx,
      heightPx: SPECS[size].heightPx,
      inks: panelInks(SPECS[size]),
      fitsText: true,
      assets: NO_ASSETS,
    });
    if (!drawn.ok) throw new Error(drawn.error.message);
    return drawn.value;
  }

  async inks(svg: string, size: Size): Promise<Uint8Array> {
    return ditherInks(await this.draw(svg, size), SPECS[size], new StageClock());
  }

  async stop(): Promise<void> {
    this.#tools.stop();
    rmSync(this.#scratchDir, { recursive: true, force: true });
  }
}

async function withDrawer<T>(
  screen: string,
  work: (drawer: Drawer, next: () => string) => Promise<T>,
): Promise<T> {
  const drawer = new Drawer();
  try {
    return await work(drawer, await makeCompose(screen));
  } finally {
    await drawer.stop();
  }
}

/** From an SVG, as the template leaves it, to inks: parsed, drawn, dithered, with its texts. Every picture is new. */
function svgToInks(screen: string, size: Size): Promise<number> {
  return withDrawer(screen, async (drawer, next) => {
    const svgs = Array.from({ length: TURNS[size] }, next);
    return timed(TURNS[size], () => drawer.inks(svgs.pop() ?? '', size));
  });
}

/** The same with nothing kept of earlier texts: no shape, outline or bitmap of a glyph. Code is warm, fonts are open. */
function coldSvgToInks(screen: string, size: Size): Promise<number> {
  return withDrawer(screen, async (drawer, next) => {
    const figures: number[] = [];
    for (let turn = 0; turn < TURNS[size]; turn += 1) await drawer.inks(next(), size);
    for (let turn = 0; turn < COLD_TURNS; turn += 1) {
      for (const flood of FLOODS) await drawer.inks(flood, 'og');
      const svg = next();
      const start = performance.now();
      await drawer.inks(svg, size);
      figures.push(performance.now() - start);
    }
    return median(figures);
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** For each of the board's fonts: as many bitmaps of glyphs (8 MB in all) and shapes (4 MB) as a worker keeps. */
const FLOODS = [400, 700].map((weight) => {
  const large = [...LETTERS].map((letter) => `<text y="400" font-size="440">${letter}</text>`);
  const small = [...LETTERS].map((letter) => `<text y="9">${letter}${LETTERS.repeat(13)}</text>`);
  return `<svg viewBox="0 0 800 480" font-family="DejaVu Sans" font-weight="${weight}">${large.join('')}${small.join('')}</svg>`;
});

function stage(name: string, title: string, run: () => Promise<number>, goal?: number): SoleTrial {
  const trial: SoleTrial = { name, title, unit: 'ms', better: 'lower', run };
  return goal === undefined ? trial : { ...trial, goal };
}

function rasterTrials(
  screen: string,
  size: Size,
  goals: { readonly warm?: number; readonly cold?: number },
): readonly SoleTrial[] {
  const spec = SPECS[size];
  const what = `${screen}, ${spec.widthPx}x${spec.heightPx}`;
  const ofOne = (work: (drawn: Raster) => unknown): Promise<number> =>
    withDrawer(screen, async (drawer, next) => {
      const drawn = await drawer.draw(next(), size);
      return timed(60, () => work(drawn));
    });
  return [
    stage(`inks-${screen}-${size}`, `SVG to inks, ${what}`, () => svgToInks(screen, size), goals.warm),
    stage(
      `inks-cold-${screen}-${size}`,
      `SVG to inks, no text kept, ${what}`,
      () => coldSvgToInks(screen, size),
      goals.cold,
    ),
    stage(`dither-${screen}-${size}`, `pixels and texts to inks, ${what}`, () =>
      ofOne((drawn) => ditherInks(drawn, spec, new StageClock())),
    ),
    stage(`encode-${screen}-${size}`, `inks to PNG, ${what}`, () =>
      withDrawer(screen, async (drawer, next) => {
        const indices = await drawer.inks(next(), size);
        return timed(60, () => encodeInks(indices, { spec }, new StageClock()));
      }),
    ),
  ];
}

export const STAGE_TRIALS: readonly SoleTrial[] = [
  stage('compose-board', 'script and template of the board', async () =>
    timed(300, await makeCompose('board')),
  ),
  stage('compose-40-rows', 'script and template of a board of 40 rows', async () =>
    timed(300, await makeCompose('board', { rows: 40 })),
  ),
  stage('compose-source', 'reading the board from disk, for comparison', async () =>
    timed(300, () => readFileSync(path.join(SCREENS, 'board.lua'))),
  ),
  ...rasterTrials('board', 'og', { warm: 3, cold: 6 }),
  ...rasterTrials('board', 'x', { warm: 12, cold: 16 }),
  ...rasterTrials('gradients', 'og', {}),
  ...rasterTrials('gradients', 'x', {}),
];
