/** What a raster worker does, be it a thread or a process. */
import { setImmediate } from 'node:timers/promises';
import type { FontBook } from '../../pictures/fonts/font-book.ts';
import { SharedFonts } from '../../pictures/fonts/font-place.ts';
import { loadHarfBuzz } from '../../pictures/fonts/harfbuzz.ts';
import { shareFile } from '../../pictures/native/confine.ts';
import { openSharp } from '../../pictures/svg/images/sharp.ts';
import type { Timed } from '../../platform/base/stages.ts';
import type { RasterJob, RasterResult } from './jobs.ts';
import { raster } from './raster.ts';
import { RasterTools } from './raster-tools.ts';
import { warmUpRaster } from './warm-up/raster.ts';
import { type IsQuiet, quietBy } from './warm-up/rounds.ts';

export interface RasterSetup {
  readonly fonts: FontBook;
  /** Directory for font files, which the server removes; a process on Linux needs none. */
  readonly scratchDir: string;
  /** What it may keep of the images in pictures, in bytes; absent: what suits the machine. */
  readonly imageBytes?: number;
  /** True where pictures are drawn for devices: draw some before the first job, while none waits. */
  readonly warmUp?: boolean;
  /** Shared with a pool of threads: how many jobs wait. */
  readonly waiting?: SharedArrayBuffer;
}

type Draw = (job: RasterJob) => Promise<Timed<RasterResult>>;

const KIB = 1024;

/**
 * Bytes of the files for fonts of one picture, which are subsets: 3 to 10 of 10 to 60 KB, and up to some MB of Chinese. What
 * finds no file of its own goes into the last. Memory is taken only where something is written.
 */
const SHARED_FONT_BYTES: readonly number[] = [
  ...Array<number>(16).fill(64 * KIB),
  ...Array<number>(12).fill(256 * KIB),
  ...Array<number>(6).fill(1024 * KIB),
  ...Array<number>(4).fill(8192 * KIB),
  64 * 1024 * KIB,
];

/** Prepare to draw in a thread, and warm up. Resolves with what draws one picture after the other. */
export async function prepareRaster(setup: RasterSetup): Promise<Draw> {
  const { draw, warmUp } = drawing(new RasterTools(setup), setup);
  const { waiting } = setup;
  await warmUp(waiting === undefined ? undefined : quietBy(waiting));
  return draw;
}

/** What a process that draws does. */
interface Drawing {
  readonly draw: Draw;
  /** Draw some pictures that nobody wants, where others will be drawn for devices. */
  warmUp(isQuiet?: IsQuiet): Promise<unknown>;
}

/**
 * Prepare to draw in a process that may open no files but fonts later, and write none: whatever it takes is loaded now.
 * @returns what begins the work
 */
export async function loadRaster(setup: RasterSetup): Promise<() => Drawing> {
  const shared = SHARED_FONT_BYTES.map(shareFile).filter((file) => file !== null);
  const tools = new RasterTools(shared.length === 0 ? setup : { ...setup, files: new SharedFonts(shared) });
  loadHarfBuzz();
  await openSharp();
  return () => drawing(tools, setup);
}

function drawing(tools: RasterTools, { warmUp = false }: RasterSetup): Drawing {
  const draw = async (job: RasterJob): Promise<Timed<RasterResult>> => {
    const result = await raster(tools, job);
    // Native pixels are freed only in a turn of the event loop, and between jobs there may be none.
    await setImmediate();
    return result;
  };
  return { draw, warmUp: async (isQuiet) => (warmUp ? warmUpRaster(draw, isQuiet) : undefined) };
}
