/** Adds up the estimate of a document: time, memory that is kept, and the layers that are open at the same time. */
import { failAt, type SvgSignal } from '../document/svg-failure.ts';
import type { SvgDocument } from '../document/tree.ts';
import { MAX_CHAIN } from '../graph/references.ts';
import type { InheritedState } from './inherited-state.ts';
import { BYTES } from './prices.ts';

/** Elements of an SVG once every `use`, pattern, mask and marker is expanded. */
export const SVG_DRAWN_ELEMENTS = 100_000;
/** Estimated time of drawing an SVG on a small machine: a quarter of a picture's deadline, as estimates err. */
const SVG_WORK_MS = 4_000;
/**
 * Memory for drawing an SVG, with four copies of the picture in it (as drawn, as handed over, and the dithering's):
 * with it a raster worker stays below 700 MB. At 4096 x 4096 it leaves room for two layers as large as the picture,
 * on a large panel for 36.
 */
const SVG_DRAW_BYTES = 420 * 1024 * 1024;

const MIB = 1024 * 1024;

export class Ledger {
  readonly #document: SvgDocument;
  #ms = 0;
  #drawn = 0;
  #kept = 0;
  /** The most bytes that layers hold at the same time, within the current element. */
  #open = 0;

  /** @param pixels  of the picture */
  constructor(document: SvgDocument, pixels: number) {
    this.#document = document;
    this.#kept = pixels * BYTES.picturePixel;
  }

  /** Milliseconds that were counted. */
  get ms(): number {
    return this.#ms;
  }

  /** Bytes that are left for images. */
  get leftBytes(): number {
    return SVG_DRAW_BYTES - this.#kept - this.#open;
  }

  /** Count an element that is drawn. */
  draw(state: InheritedState): void {
    this.#drawn += 1;
    if (this.#drawn > SVG_DRAWN_ELEMENTS) {
      throw this.limit(state, `more than ${SVG_DRAWN_ELEMENTS} elements are drawn, repetitions counted`);
    }
  }

  /** Count time. */
  spend(ms: number, state: InheritedState): void {
    this.#ms += ms * state.times;
    if (this.#ms <= SVG_WORK_MS) return;
    const message = `the SVG takes too much work to draw (more than ${SVG_WORK_MS / 1000} seconds)`;
    throw this.limit(state, message);
  }

  /** Count memory that is kept until the picture is drawn. */
  keep(bytes: number, state: InheritedState): void {
    this.#kept += bytes * state.times;
    this.#checkBytes(state);
  }

  /**
   * Begin an element that may have a layer: the layers that follow lie in it.
   * @returns a value for `close`
   */
  begin(): number {
    const outside = this.#open;
    this.#open = 0;
    return outside;
  }

  /** End the element. @param pixels  of its layers; 0 when it has none */
  close(outside: number, pixels: number, bytesPerPixel: number, state: InheritedState): void {
    this.#open = Math.max(outside, this.#open + pixels * bytesPerPixel);
    this.#checkBytes(state);
  }

  /** Count a layer without content, open for a while. */
  hold(pixels: number, state: InheritedState, bytesPerPixel: number = BYTES.pixel): void {
    this.close(this.begin(), pixels, bytesPerPixel, state);
  }

  /** Check the length of the chain from which a gradient, pattern or filter inherits. */
  checkChain(length: number, state: InheritedState): void {
    if (length <= MAX_CHAIN) return;
    throw this.limit(state, `more than ${MAX_CHAIN} gradients, patterns or filters take from each other`);
  }

  limit(state: InheritedState, message: string): SvgSignal {
    return failAt(this.#document, state.reportElement?.start ?? 0, 'svg_limit', message);
  }

  #checkBytes(state: InheritedState): void {
    if (this.#kept + this.#open <= SVG_DRAW_BYTES) return;
    const limit = SVG_DRAW_BYTES / MIB;
    const message = `the SVG takes too much memory to draw: its layers (opacity, masks, clips, filters) and shapes need more than ${limit} MiB`;
    throw this.limit(state, message);
  }
}
