/** Draws SVGs: one pass over the tree, then resvg. Lives in a raster worker. */
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { FontBook } from '../fonts/font-book.ts';
import { FontFinder } from '../fonts/font-finder.ts';
import { FontInstances, FontUse } from '../fonts/font-instances.ts';
import type { PackedText } from '../native/draw-text.ts';
import { failureOf } from './document/svg-failure.ts';
import { fitInto, isNested, pageMatrix, readViewport, userBox } from './document/viewport.ts';
import { drawParts, drawWhole, type Pieces } from './draw/draw-pieces.ts';
import { StageClock } from './draw/stage-clock.ts';
import { readTexts } from './fonts/document-texts.ts';
import { assignFonts } from './fonts/text-fonts.ts';
import { warnOfUnknownFonts } from './fonts/unknown-fonts.ts';
import { copyUsedTexts } from './fonts/used-texts.ts';
import { paintOrder } from './geometry/paint-order.ts';
import { rootPlace } from './geometry/place.ts';
import { Scene } from './geometry/scene.ts';
import { settleReferences } from './graph/settle.ts';
import type { AssetPlace } from './images/asset-files.ts';
import { ImageStore } from './images/image-store.ts';
import { collectImages } from './images/images.ts';
import { loadImages } from './images/load-images.ts';
import { inlineSvgImages } from './images/nested-svg.ts';
import { parseSvg } from './parse/parse.ts';
import {
  type LiftResult,
  NOTHING_LIFTED,
  type Page,
  type TextLifter,
  type TextReport,
} from './plan/lifted-text.ts';
import type { PanelInks } from './plan/panel-inks.ts';
import { makeRoom } from './resvg/resvg.ts';
import { applyStyles } from './style/cascade.ts';
import { applyTransformOrigins } from './style/transform-origin.ts';
import { readMarks } from './tone/marks.ts';
import { Attention } from './warnings/attention.ts';
import { warnOfUnknownNames } from './warnings/unknown-names.ts';
import { warnOfLostReferences, warnOfUnreadableValues } from './warnings/unreadable-values.ts';
import { checkLimits } from './work/limits.ts';

export interface RasterizeJob extends AssetPlace {
  readonly svg: string;
  /** File name for messages. */
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks that the picture will be shown in; null for a picture in full colour, which is drawn in one piece. */
  readonly inks?: PanelInks | null;
  /** True to let the text engine draw what it can. */
  readonly fitsText?: boolean;
  /** True for a picture for people, who want to know everything; of others of one template only some are looked through. */
  readonly warnsAlways?: boolean;
}

export interface Raster extends Pieces {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Texts that are not in the pixels, to be drawn on the inks; null for none. */
  readonly text: PackedText | null;
  readonly textReport: TextReport;
  /** For the author of the screen. Places are those of the SVG. */
  readonly warnings: readonly Problem[];
  readonly stagesMs: Readonly<Record<string, number>>;
}

export class Rasterizer {
  readonly #finder: FontFinder;
  readonly #instances: FontInstances;
  readonly #images = new ImageStore();
  readonly #attention = new Attention();
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
    makeRoom(job.widthPx * job.heightPx);
    await setImmediate();
    try {
      return ok(await this.#rasterize(job));
    } catch (error) {
      const failure = failureOf(error, job.name);
      if (failure !== null) return err(failure);
      throw error;
    }
  }

  /** Removes the font files. */
  stop(): void {
    this.#instances.stop();
  }

  async #rasterize(job: RasterizeJob): Promise<Raster> {
    const clock = new StageClock();
    const { inks = null, fitsText = false } = job;
    const frame = { width: job.widthPx, height: job.heightPx };
    const document = parseSvg(job.svg, job.name);
    const viewport = readViewport(document, frame);
    const placement = fitInto(viewport, frame);
    const user = userBox(viewport);
    const looks = (job.warnsAlways ?? false) || this.#attention.isDue(`${job.assetDir}/${job.name}`);
    const warnings: Problem[] = looks ? [...warnOfUnknownNames(document)] : [];
    warnings.push(...applyStyles(document));
    warnings.push(...applyTransformOrigins(document, user));
    if (looks) warnings.push(...warnOfUnreadableValues(document));
    const links = settleReferences(document);
    warnings.push(...warnOfLostReferences(document, links));
    const scene = new Scene(document);
    const isCopied = copyUsedTexts(scene, links);
    const inlined = inlineSvgImages(document, collectImages(document), job);
    warnings.push(...inlined.warnings);
    const limits = checkLimits(scene, viewport, frame, inlined.isChanged || isCopied ? null : links);
    warnings.push(...limits.warnings);
    clock.lap('svg');
    const texts = readTexts(scene, user);
    warnings.push(...warnOfUnknownFonts(texts.texts, document, this.#finder));
    const root = rootPlace(document.root, pageMatrix(viewport, placement), user, scene.styles);
    // The content of a nested viewport has no place that is known.
    const isPlaced = inks !== null && !isNested(viewport);
    const page = isPlaced ? { user, placement, painted: paintOrder(scene, root) } : null;
    const lifted = fitsText ? this.#liftText(scene, page, inks) : NOTHING_LIFTED;
    warnings.push(...lifted.warnings);
    clock.lap('text');
    const use = new FontUse();
    warnings.push(...assignFonts(document, texts, lifted.liftedTexts, { finder: this.#finder, use }));
    const marks = readMarks(document);
    warnings.push(...marks.warnings);
    clock.lap('svg');
    const images = await loadImages(document, inlined.uses, {
      store: this.#images,
      place: job,
      page: { place: root, styles: scene.styles },
      limits,
    });
    clock.lap('images');
    const lease = this.#instances.lease(use);
    for (const message of lease.warnings) warnings.push({ message });
    clock.lap('fonts');
    try {
      const left = page?.painted.filter(({ element }) => !lifted.liftedTexts.has(element)) ?? null;
      const place = { viewport, placement, painted: left, frame, texts: lifted.keptTexts };
      const tools = { fontFiles: lease.files, images, store: this.#images, clock };
      const parts = inks === null || marks.any ? null : drawParts(scene, place, inks, tools);
      const pieces = parts ?? (await drawWhole(scene, place, marks.any, tools));
      return {
        widthPx: job.widthPx,
        heightPx: job.heightPx,
        ...pieces,
        text: lifted.text,
        textReport: { liftedCount: lifted.liftedCount, kept: lifted.kept },
        warnings,
        stagesMs: clock.stages,
      };
    } finally {
      lease.release();
    }
  }

  #liftText(scene: Scene, page: Page | null, inks: PanelInks | null): LiftResult {
    if (this.#lifter === null || inks === null || page === null) return NOTHING_LIFTED;
    return this.#lifter.lift(scene, { ...page, inks: inks.sent });
  }
}
