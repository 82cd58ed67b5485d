/** Packs laid-out texts in the format that the kernel reads (`native/bind_text.cc`). */
import type { OpenFont } from '../fonts/open-font.ts';
import type { GlyphOutline } from '../fonts/outline.ts';
import { kernelConstants } from '../native/constants.ts';
import type { PackedText } from '../native/draw-text.ts';
import type { Box } from '../svg/values/box.ts';
import type { Matrix } from '../svg/values/matrix.ts';
import type { LaidBar, LaidRun, LaidText } from './layout.ts';

export class TextPacker {
  readonly #fonts: number[] = [];
  readonly #glyphs: number[] = [];
  readonly #positions: number[] = [];
  readonly #runs: number[] = [];
  readonly #bars: number[] = [];
  readonly #order: number[] = [];
  readonly #outlines: Int32Array[] = [];
  #outlineLength = 0;
  readonly #fontPlaces = new Map<OpenFont, number>();
  readonly #glyphPlaces = new Map<OpenFont, Map<number, number>>();

  /** @param matrix  from the text's user units to device pixels: a translation and a scale only */
  add(text: LaidText, matrix: Matrix): void {
    for (const bar of text.bars) if (!bar.over) this.#addBar(bar, matrix);
    for (const run of text.runs) this.#addRun(run, matrix);
    for (const bar of text.bars) if (bar.over) this.#addBar(bar, matrix);
  }

  /** @param clip  whole device pixels, outside which nothing is drawn */
  finish(clip: Box): PackedText {
    const outlines = new Int32Array(this.#outlineLength);
    let at = 0;
    for (const stream of this.#outlines) {
      outlines.set(stream, at);
      at += stream.length;
    }
    const counts = [
      this.#fonts.length / 4,
      this.#glyphs.length / 4,
      this.#positions.length / 2,
      this.#runs.length / 5,
      this.#bars.length / 5,
      this.#order.length,
    ];
    const sections = [
      [clip.left, clip.top, clip.right, clip.bottom],
      counts,
      this.#fonts,
      this.#glyphs,
      this.#positions,
      this.#runs,
      this.#bars,
      this.#order,
    ];
    const numbers = new Float64Array(sections.reduce((sum, section) => sum + section.length, 0));
    let place = 0;
    for (const section of sections) {
      numbers.set(section, place);
      place += section.length;
    }
    return { numbers, outlines };
  }

  #addRun({ font, style, ink, baseline, glyphs }: LaidRun, [a, , , d, e, f]: Matrix): void {
    const first = this.#positions.length / 2;
    for (const { glyph, x } of glyphs) {
      const place = this.#glyphPlace(font, glyph);
      if (place !== null) this.#positions.push(place, a * x + e);
    }
    const count = this.#positions.length / 2 - first;
    if (count === 0) return;
    this.#order.push(this.#runs.length / 5);
    this.#runs.push(ink ?? 0, style.fontSize * d, d * baseline + f, first, count);
  }

  #addBar({ ink, box }: LaidBar, [a, , , d, e, f]: Matrix): void {
    this.#order.push(kernelConstants().textBar + this.#bars.length / 5);
    this.#bars.push(ink ?? 0, a * box.left + e, d * box.top + f, a * box.right + e, d * box.bottom + f);
  }

  /** The index of a glyph; null for one that draws nothing. */
  #glyphPlace(font: OpenFont, glyph: number): number | null {
    let places = this.#glyphPlaces.get(font);
    if (places === undefined) {
      places = new Map();
      this.#glyphPlaces.set(font, places);
    }
    const known = places.get(glyph);
    if (known !== undefined) return known;
    const outline = font.outline(glyph);
    if (outline === null || outline.stream.length === 0) return null;
    const place = this.#glyphs.length / 4;
    this.#glyphs.push(this.#fontPlace(font), glyph, this.#addOutline(outline), outline.stream.length);
    places.set(glyph, place);
    return place;
  }

  #addOutline({ stream }: GlyphOutline): number {
    const start = this.#outlineLength;
    this.#outlines.push(stream);
    this.#outlineLength += stream.length;
    return start;
  }

  #fontPlace(font: OpenFont): number {
    const known = this.#fontPlaces.get(font);
    if (known !== undefined) return known;
    const place = this.#fonts.length / 4;
    const { unitsPerEm, xHeight, stem } = font.metrics;
    this.#fonts.push(font.key, unitsPerEm, xHeight, stem / unitsPerEm);
    this.#fontPlaces.set(font, place);
    return place;
  }
}
