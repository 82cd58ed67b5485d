/** One font instance inside HarfBuzz: metrics, shaping, outlines. */
import type { HarfBuzz } from './harfbuzz.ts';
import type { AxisLocation } from './match.ts';
import { type GlyphOutline, packOutline, stemWidth } from './outline.ts';
import { tagNumber } from './sfnt.ts';

/** `HB_DIRECTION_LTR`. */
const LEFT_TO_RIGHT = 4;
/** Bytes of `hb_glyph_info_t` and of `hb_glyph_position_t`, and the offsets of their fields, in words. */
const RECORD_WORDS = 5;
const INFO = { glyph: 0, cluster: 2 } as const;
const POSITION = { xAdvance: 0, xOffset: 2, yOffset: 3 } as const;
/** Approximate bytes of a cache entry besides its numbers. */
const ENTRY_BYTES = 120;

export interface ShapedGlyph {
  readonly glyph: number;
  /** Offset in the text of the first UTF-16 unit that the glyph stands for. */
  readonly cluster: number;
  /** Font units. */
  readonly advance: number;
  readonly xOffset: number;
  /** Upwards. */
  readonly yOffset: number;
}

/** In font units, y upwards. */
interface FontMetrics {
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Below the baseline, so negative. */
  readonly descent: number;
  /** Height of the letter x as drawn; 0 for a font without one. */
  readonly xHeight: number;
  /** Height of x as declared by the font; `middle` baselines are at half of it. */
  readonly namedXHeight: number;
  /** Middle of the line. */
  readonly underline: { readonly position: number; readonly thickness: number };
  readonly strikeout: { readonly position: number; readonly thickness: number };
  /** How far the baseline goes down for a subscript, and up for a superscript. */
  readonly subscript: number;
  readonly superscript: number;
  /** Width of an upright stem; 0 when there is none to measure. */
  readonly stem: number;
}

interface FontSource {
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly location: AxisLocation;
  /** Identifies the instance. Never used twice in a process. */
  readonly key: number;
}

export class OpenFont {
  readonly key: number;
  readonly fileBytes: number;
  readonly metrics: FontMetrics;
  readonly #hb: HarfBuzz;
  readonly #font: number;
  readonly #close: () => void;
  readonly #shapes = new Map<string, readonly ShapedGlyph[]>();
  readonly #outlines = new Map<number, GlyphOutline | null>();
  #cachedBytes = 0;

  private constructor(hb: HarfBuzz, source: FontSource, face: number, font: number, close: () => void) {
    this.#hb = hb;
    this.#font = font;
    this.#close = close;
    this.key = source.key;
    this.fileBytes = source.bytes.length;
    this.metrics = this.#readMetrics(hb.calls.hb_face_get_upem(face));
  }

  /** Open a font. Invalid bytes give a font without glyphs. */
  static open(hb: HarfBuzz, source: FontSource): OpenFont {
    const { calls } = hb;
    const data = hb.put(source.bytes);
    const blob = hb.blob(data, source.bytes.length);
    const face = calls.hb_face_create(blob, source.index);
    const font = calls.hb_font_create(face);
    setLocation(hb, font, source.location);
    const close = (): void => {
      calls.hb_font_destroy(font);
      calls.hb_face_destroy(face);
      calls.hb_blob_destroy(blob);
      calls.free(data);
    };
    return new OpenFont(hb, source, face, font, close);
  }

  get cachedBytes(): number {
    return this.#cachedBytes;
  }

  /** Forget all cached shapes and outlines. */
  forget(): void {
    this.#shapes.clear();
    this.#outlines.clear();
    this.#cachedBytes = 0;
  }

  close(): void {
    this.forget();
    this.#close();
  }

  /** Glyphs of a text in one direction, left to right, in the order in which they are drawn. */
  shape(text: string): readonly ShapedGlyph[] {
    const known = this.#shapes.get(text);
    if (known !== undefined) return known;
    const shaped = this.#shape(text);
    this.#shapes.set(text, shaped);
    this.#cachedBytes += ENTRY_BYTES + text.length * 2 + shaped.length * ENTRY_BYTES;
    return shaped;
  }

  /** The outline of a glyph, or null for one beyond the kernel's limits. */
  outline(glyph: number): GlyphOutline | null {
    const known = this.#outlines.get(glyph);
    if (known !== undefined) return known;
    const outline = packOutline((sink) => {
      this.#hb.sink = sink;
      this.#hb.calls.hb_font_draw_glyph(this.#font, glyph, this.#hb.drawFunctions, 0);
      this.#hb.sink = null;
    });
    this.#outlines.set(glyph, outline);
    this.#cachedBytes += ENTRY_BYTES + (outline?.stream.byteLength ?? 0);
    return outline;
  }

  #glyphOf(codePoint: number): number | null {
    return this.#withWords(1, (pointer) => {
      const found = this.#hb.calls.hb_font_get_glyph(this.#font, codePoint, 0, pointer);
      return found === 0 ? null : (this.#hb.words[pointer >> 2] ?? null);
    });
  }

  #shape(text: string): readonly ShapedGlyph[] {
    const { calls, buffer } = this.#hb;
    const units = new Uint16Array(text.length);
    for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i);
    const pointer = this.#hb.put(new Uint8Array(units.buffer));
    calls.hb_buffer_reset(buffer);
    calls.hb_buffer_add_utf16(buffer, pointer, text.length, 0, text.length);
    calls.free(pointer);
    calls.hb_buffer_guess_segment_properties(buffer);
    calls.hb_buffer_set_direction(buffer, LEFT_TO_RIGHT);
    calls.hb_shape(this.#font, buffer, 0, 0);
    return this.#readGlyphs();
  }

  #readGlyphs(): readonly ShapedGlyph[] {
    const { calls, buffer } = this.#hb;
    const count = calls.hb_buffer_get_length(buffer);
    const info = calls.hb_buffer_get_glyph_infos(buffer, 0) >> 2;
    const position = calls.hb_buffer_get_glyph_positions(buffer, 0) >> 2;
    const { words } = this.#hb;
    return Array.from({ length: count }, (_, i) => ({
      glyph: words[info + i * RECORD_WORDS + INFO.glyph] ?? 0,
      cluster: words[info + i * RECORD_WORDS + INFO.cluster] ?? 0,
      advance: words[position + i * RECORD_WORDS + POSITION.xAdvance] ?? 0,
      xOffset: words[position + i * RECORD_WORDS + POSITION.xOffset] ?? 0,
      yOffset: words[position + i * RECORD_WORDS + POSITION.yOffset] ?? 0,
    }));
  }

  /** The scale of a font, which is its units per em unless it is set. */
  #readMetrics(unitsPerEm: number): FontMetrics {
    const { calls } = this.#hb;
    const [ascent = 0, descent = 0] = this.#withWords(12, (pointer) => {
      calls.hb_font_get_h_extents(this.#font, pointer);
      return this.#hb.words.slice(pointer >> 2, (pointer >> 2) + 2);
    });
    const xHeight = this.#topOf('x');
    return {
      unitsPerEm,
      ascent,
      descent,
      xHeight,
      namedXHeight: this.#metric('xhgt') ?? xHeight,
      underline: {
        position: this.#metric('undo') ?? -unitsPerEm / 9,
        thickness: this.#metric('unds') ?? unitsPerEm / 12,
      },
      strikeout: {
        position: this.#metric('stro') ?? xHeight / 2,
        thickness: this.#metric('strs') ?? unitsPerEm / 12,
      },
      subscript: this.#metric('sbyo') ?? unitsPerEm / 5,
      superscript: this.#metric('spyo') ?? unitsPerEm / 3,
      stem: this.#measureStem(xHeight),
    };
  }

  #metric(tag: string): number | null {
    return this.#withWords(1, (pointer) => {
      const found = this.#hb.calls.hb_ot_metrics_get_position(this.#font, tagNumber(tag), pointer);
      return found === 0 ? null : (this.#hb.words[pointer >> 2] ?? null);
    });
  }

  #topOf(character: string): number {
    const glyph = this.#glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === null) return 0;
    return this.#withWords(4, (pointer) => {
      const found = this.#hb.calls.hb_font_get_glyph_extents(this.#font, glyph, pointer);
      return found === 0 ? 0 : Math.max(0, this.#hb.words[(pointer >> 2) + 1] ?? 0);
    });
  }

  #measureStem(xHeight: number): number {
    for (const letter of ['l', 'I']) {
      const glyph = this.#glyphOf(letter.codePointAt(0) ?? 0);
      const outline = glyph === null ? null : this.outline(glyph);
      if (outline !== null && outline.stream.length > 0) return stemWidth(outline.stream, xHeight / 2);
    }
    return 0;
  }

  /** Call `work` with space for some words in the heap. */
  #withWords<T>(count: number, work: (pointer: number) => T): T {
    const pointer = this.#hb.put(new Uint8Array(count * 4));
    try {
      return work(pointer);
    } finally {
      this.#hb.calls.free(pointer);
    }
  }
}

function setLocation(hb: HarfBuzz, font: number, location: AxisLocation): void {
  if (location.length === 0) return;
  // `hb_variation_t`: tag, value.
  const bytes = new Uint8Array(location.length * 8);
  const view = new DataView(bytes.buffer);
  location.forEach(([tag, value], i) => {
    view.setUint32(i * 8, tagNumber(tag), true);
    view.setFloat32(i * 8 + 4, value, true);
  });
  const list = hb.put(bytes);
  hb.calls.hb_font_set_variations(font, list, location.length);
  hb.calls.free(list);
}
