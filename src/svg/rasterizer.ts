/** Draws SVGs: one pass over the tree, then resvg. Lives in a raster worker. */
import { setImmediate } from 'node:timers/promises';
import { err, ok, type Result } from '../base/result.ts';
import type { FontBook } from '../fonts/font-book.ts';
import { FontFinder } from '../fonts/font-finder.ts';
import { FontInstances, FontUse } from '../fonts/font-instances.ts';
import type { PackedText } from '../native/draw-text.ts';
import type { AssetPlace } from './asset-files.ts';
import { applyStyles } from './cascade.ts';
import { rootScale } from './image-size.ts';
import { ImageStore } from './image-store.ts';
import { collectImages } from './images.ts';
import { type LiftResult, liftPlace, type TextLifter, type TextReport } from './lifted-text.ts';
import { checkLimits } from './limits.ts';
import { loadImages } from './load-images.ts';
import { inlineSvgImages } from './nested-svg.ts';
import { parseSvg } from './parse.ts';
import { drawWithResvg } from './resvg.ts';
import { failureOf, SvgSignal } from './svg-failure.ts';
import { assignFonts } from './text-fonts.ts';
import { readMarks } from './tone/marks.ts';
import { drawToneMask } from './tone/mask.ts';
import type { SvgDocument } from './tree.ts';
import type { Placement, Viewport } from './viewport.ts';
import { fitInto, readViewport } from './viewport.ts';
import { writeSvg } from './write.ts';

export interface RasterizeJob extends AssetPlace {
  readonly svg: string;
  /** File name for messages. */
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks, 0xRRGGBB, in which the text engine may draw; null leaves all text to resvg. */
  readonly textInks?: ReadonlySet<number> | null;
}

export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  /** widthPx * heightPx * 4 bytes, row-major from top left, sRGB, premultiplied; transparent where nothing is drawn. */
  readonly rgba: Uint8Array;
  /** widthPx * heightPx bytes: 1 continuous tone, 0 structure. Null when nothing is marked. */
  readonly tone: Uint8Array | null;
  /** Texts that are not in the pixels, to be drawn on the inks; null for none. */
  readonly text: PackedText | null;
  readonly textReport: TextReport;
  /** Sentences for the author of the screen. */
  readonly warnings: readonly string[];
  readonly stagesMs: Readonly<Record<string, number>>;
}

export class Rasterizer {
  readonly #finder: FontFinder;
  readonly #instances: FontInstances;
  readonly #images = new ImageStore();
  readonly #lifter: TextLifter | null;

  private constructor(finder: FontFinder, instances: FontInstances, lifter: TextLifter | null) {
    this.#finder = finder;
    this.#instances = instances;
    this.#lifter = lifter;
  }

  /**
   * @param options.scratchDir  directory of this process for font files; a private one is made inside it
   * @param options.lifter      makes the text engine; without one resvg draws all text
   */
  static create(options: {
    readonly fonts: FontBook;
    readonly scratchDir: string;
    readonly lifter?: (finder: FontFinder) => TextLifter;
  }): Promise<Rasterizer> {
    const instances = new FontInstances({ scratchDir: options.scratchDir });
    const finder = new FontFinder(options.fonts);
    return Promise.resolve(new Rasterizer(finder, instances, options.lifter?.(finder) ?? null));
  }

  /** Draw an SVG, fitted into the wanted size and centred. What the author must know comes as a failure or a warning. */
  async rasterize(job: RasterizeJob): Promise<Result<Raster>> {
    // The pixels of the picture before are only freed when the event loop turns.
    await setImmediate();
    try {
      return ok(await this.#rasterize(job));
    } catch (error) {
      const failure = failureOf(error, job.name);
      if (failure !== null) return err(failure);
      throw error;
    }
  }

  /**
   * Draw a small text in the default font and forget it. The first picture of a thread takes 200 to 400 ms (compilers
   * warming up, WebAssembly, the first fonts); a caller with time to spare can have that behind it.
   */
  async warmUp(): Promise<void> {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><text y="9">A<tspan font-weight="700">B</tspan></text></svg>';
    const place = { assetRoots: [], assetDir: '' };
    await this.rasterize({ svg, name: 'warm-up', widthPx: 16, heightPx: 16, ...place });
  }

  /** Removes the font files. */
  stop(): void {
    this.#instances.stop();
  }

  async #rasterize(job: RasterizeJob): Promise<Raster> {
    const clock = new StageClock();
    const frame = { width: job.widthPx, height: job.heightPx };
    const document = parseSvg(job.svg, job.name);
    const viewport = readViewport(document, frame);
    const placement = fitInto(viewport, frame);
    const warnings = [...applyStyles(document)];
    const inlined = inlineSvgImages(document, collectImages(document), job);
    warnings.push(...inlined.warnings);
    checkLimits(document, viewport);
    clock.lap('svg');
    const lifted = this.#liftText(document, viewport, placement, job.textInks ?? null);
    clock.lap('text');
    const use = new FontUse();
    warnings.push(...assignFonts(document, { finder: this.#finder, use }));
    const marks = readMarks(document);
    warnings.push(...marks.warnings);
    clock.lap('svg');
    const images = await loadImages(document, inlined.uses, {
      store: this.#images,
      place: job,
      root: rootScale(viewport, placement),
    });
    clock.lap('images');
    const svg = writeSvg(document, viewport, placement);
    clock.lap('svg');
    const lease = this.#instances.lease(use);
    warnings.push(...lease.warnings);
    clock.lap('fonts');
    try {
      const drawn = drawWithResvg(svg, { name: job.name, fontFiles: lease.files, images, placement });
      if (!drawn.ok) throw new SvgSignal(drawn.error);
      clock.add('layout', drawn.value.layoutMs);
      clock.add('draw', drawn.value.drawMs);
      clock.lap(null);
      const request = { viewport, placement, fontFiles: lease.files, images, store: this.#images };
      const mask = marks.any ? await drawToneMask(document, request) : null;
      if (mask !== null) clock.lap('tone');
      return {
        widthPx: job.widthPx,
        heightPx: job.heightPx,
        rgba: placeInto(drawn.value.pixels, placement, frame, 4),
        tone: mask === null ? null : placeInto(mask, placement, frame, 1),
        text: lifted.text,
        textReport: { liftedCount: lifted.liftedCount, kept: lifted.kept },
        warnings,
        stagesMs: clock.stages,
      };
    } finally {
      lease.release();
    }
  }

  #liftText(
    document: SvgDocument,
    viewport: Viewport,
    placement: Placement,
    inks: ReadonlySet<number> | null,
  ): LiftResult {
    const where = liftPlace(viewport, placement);
    if (this.#lifter === null || inks === null || where === null) return NOTHING_LIFTED;
    return this.#lifter.lift(document, { ...where, inks });
  }
}

const NOTHING_LIFTED: LiftResult = { text: null, liftedCount: 0, kept: {} };

/** Adds up the time of named steps. */
class StageClock {
  readonly stages: Record<string, number> = {};
  #last = performance.now();

  /** Add the time since the last lap to a stage; to none for null. */
  lap(stage: string | null): void {
    const now = performance.now();
    if (stage !== null) this.add(stage, now - this.#last);
    this.#last = now;
  }

  add(stage: string, ms: number): void {
    this.stages[stage] = (this.stages[stage] ?? 0) + ms;
  }
}

/** The drawn part at its place in an empty frame; the very same bytes when it fills the frame. */
function placeInto(
  pixels: Uint8Array,
  placement: Placement,
  frame: { readonly width: number; readonly height: number },
  bytesPerPixel: number,
): Uint8Array {
  if (placement.width === frame.width && placement.height === frame.height) return pixels;
  const out = new Uint8Array(frame.width * frame.height * bytesPerPixel);
  const row = placement.width * bytesPerPixel;
  for (let y = 0; y < placement.height; y += 1) {
    const at = ((placement.y + y) * frame.width + placement.x) * bytesPerPixel;
    out.set(pixels.subarray(y * row, (y + 1) * row), at);
  }
  return out;
}
