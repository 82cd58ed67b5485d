/** Shapes text and gives outlines of glyphs, with HarfBuzz. Fonts are opened once and kept, within limits. */
import { readFileSync } from 'node:fs';
import { isTrap } from '../../platform/base/web-assembly.ts';
import { isShortage } from '../../platform/files/files.ts';
import type { FontChoice } from './font-finder.ts';
import { HarfBuzz } from './harfbuzz.ts';
import { OpenFont } from './open-font.ts';

/** Bytes of font files in the heap at one time; a bundled text face has 0.2 to 0.7 MB, a CJK face up to 20. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A larger font file is not opened. */
const MAX_FONT_BYTES = 32 * 1024 * 1024;
/** Open instances at one time, and of one picture: opening more would only take time, as an attacker may want. */
const MAX_FONTS = 64;
/** A larger heap is discarded, since it never shrinks. */
const MAX_HEAP_BYTES = 192 * 1024 * 1024;
/** Bytes of cached shapes and outlines. */
const MAX_CACHE_BYTES = 4 * 1024 * 1024;

/** The keys of fonts in the kernel's cache of glyphs, which all shapers of a thread share. */
let nextKey = 1;

export class TextShaper {
  #harfbuzz: HarfBuzz | null = null;
  /** Null stands for a font that cannot be opened. The least recently used comes first. */
  readonly #fonts = new Map<string, OpenFont | null>();
  /** Names of the fonts of the current picture. */
  readonly #ofPicture = new Set<string>();
  readonly #names = new WeakMap<FontChoice, string>();

  /** The font; null when it cannot be used for shaping, or the picture has too many. Valid until the next picture. */
  open(choice: FontChoice): OpenFont | null {
    const name = this.#nameOf(choice);
    if (!this.#ofPicture.has(name) && this.#ofPicture.size >= MAX_FONTS) return null;
    const known = this.#fonts.get(name);
    if (known !== undefined) {
      this.#fonts.delete(name);
      this.#fonts.set(name, known);
      this.#ofPicture.add(name);
      return known;
    }
    if (!this.#makeRoom()) return null;
    this.#ofPicture.add(name);
    const font = this.#guard(() => this.#load(choice));
    this.#fonts.set(name, font);
    return font;
  }

  /**
   * Run something that uses open fonts. Returns null after a trap in HarfBuzz; all fonts are then opened anew.
   */
  use<T>(work: () => T): T | null {
    return this.#guard(work);
  }

  /** Bytes of font files, and of shapes and outlines, in use. */
  get size(): { readonly files: number; readonly cached: number } {
    const fonts = [...this.#fonts.values()];
    return {
      files: fonts.reduce((sum, font) => sum + (font?.fileBytes ?? 0), 0),
      cached: fonts.reduce((sum, font) => sum + (font?.cachedBytes ?? 0), 0),
    };
  }

  /** Begin another picture: discard shapes and outlines if they take too much, and a heap that has grown too large. */
  nextPicture(): void {
    this.#ofPicture.clear();
    if (this.#harfbuzz !== null && this.#harfbuzz.heapBytes > MAX_HEAP_BYTES) this.#reset();
    let bytes = this.size.cached;
    for (const font of this.#fonts.values()) {
      if (bytes <= MAX_CACHE_BYTES) return;
      bytes -= font?.cachedBytes ?? 0;
      font?.forget();
    }
  }

  /** Names by choice: there are few choices, and their names take time to make. */
  #nameOf(choice: FontChoice): string {
    let name = this.#names.get(choice);
    if (name === undefined) {
      name = nameOf(choice);
      this.#names.set(choice, name);
    }
    return name;
  }

  #load({ face, location }: FontChoice): OpenFont | null {
    let bytes: Buffer;
    try {
      bytes = readFileSync(face.file);
    } catch (error) {
      // What is returned is kept.
      if (isShortage(error)) throw error;
      // The file has been removed since it was indexed; the author is warned when a font file is made for resvg.
      return null;
    }
    if (bytes.length > MAX_FONT_BYTES) return null;
    this.#harfbuzz ??= new HarfBuzz();
    const key = nextKey;
    nextKey += 1;
    return OpenFont.open(this.#harfbuzz, { bytes, index: face.index, location, key });
  }

  /** Close fonts until there is room for one more. False when all that are left belong to the picture. */
  #makeRoom(): boolean {
    const isFull = (): boolean => this.#fonts.size >= MAX_FONTS || this.size.files > MAX_FILE_BYTES;
    for (const [name, font] of this.#fonts) {
      if (!isFull()) return true;
      if (this.#ofPicture.has(name)) continue;
      this.#fonts.delete(name);
      font?.close();
    }
    return !isFull();
  }

  #guard<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#reset();
      return null;
    }
  }

  #reset(): void {
    this.#fonts.clear();
    this.#harfbuzz = null;
  }
}

function nameOf({ face, location }: FontChoice): string {
  return `${face.fingerprint}|${face.file}|${face.index}|${location.map(([tag, value]) => `${tag}=${value}`).join(',')}`;
}
