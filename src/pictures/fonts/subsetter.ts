/** Makes a small static font from a large or variable one, with HarfBuzz's subsetter in WebAssembly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isTrap, type WasmModule, wasm } from '../../platform/base/web-assembly.ts';
import type { AxisLocation } from './match.ts';
import { tagNumber } from './sfnt.ts';

/** What to make of a font. */
interface SubsetRequest {
  readonly index: number;
  /** Every axis and its value; empty for a static font. */
  readonly location: AxisLocation;
  /** First and last code points to keep. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Layout features to keep. */
  readonly features: readonly string[];
}

/** The exports of `harfbuzz-subset.wasm` that are used. Pointers and handles are numbers. */
interface HarfBuzz {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_set_invert(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** `hb_memory_mode_t`: the bytes stay where they are and are not written. */
const READ_ONLY = 1;
/** `hb_subset_sets_t`. */
const SET = { dropTables: 3, nameIds: 4, layoutFeatures: 6 } as const;
/** `hb_subset_flags_t`: hints are dropped, since resvg does not use them; the box for missing glyphs is kept. */
const FLAGS = 0x1 | 0x40;
/** Tables that neither layout nor drawing of outlines reads. */
const DROPPED = ['DSIG', 'STAT', 'FFTM', 'BASE', 'gasp', 'hdmx', 'VDMX', 'LTSH', 'PCLT', 'meta', 'MATH'];
/** A larger heap is discarded, since it never shrinks. */
const MAX_HEAP_BYTES = 192 * 1024 * 1024;

const require = createRequire(import.meta.url);

/** One HarfBuzz instance; it is replaced after a trap, and when its heap has grown too large. */
export class Subsetter {
  readonly #module: WasmModule;
  #harfbuzz: HarfBuzz | null = null;

  private constructor(module: WasmModule) {
    this.#module = module;
  }

  static create(): Subsetter {
    return new Subsetter(
      new wasm.Module(readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
    );
  }

  /** The subset, or null when HarfBuzz cannot make one of this font. */
  subset(font: Uint8Array, request: SubsetRequest): Buffer | null {
    const harfbuzz = this.#open();
    try {
      return subsetWith(harfbuzz, font, request);
    } catch (error) {
      // A trap (damaged font, heap exhausted) leaves the instance in an unknown state.
      this.#harfbuzz = null;
      if (isTrap(error)) return null;
      throw error;
    }
  }

  #open(): HarfBuzz {
    if (this.#harfbuzz !== null && this.#harfbuzz.memory.buffer.byteLength > MAX_HEAP_BYTES) {
      this.#harfbuzz = null;
    }
    if (this.#harfbuzz === null) {
      this.#harfbuzz = new wasm.Instance(this.#module, {}).exports as HarfBuzz;
      this.#harfbuzz._initialize();
    }
    return this.#harfbuzz;
  }
}

function subsetWith(hb: HarfBuzz, font: Uint8Array, request: SubsetRequest): Buffer | null {
  const bytes = hb.malloc(font.length);
  if (bytes === 0) return null;
  new Uint8Array(hb.memory.buffer).set(font, bytes);
  const blob = hb.hb_blob_create(bytes, font.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, request.index);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    fillInput(hb, input, face, request);
    const subset = hb.hb_subset_or_fail(face, input);
    return subset === 0 ? null : takeBytes(hb, subset);
  } finally {
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(bytes);
  }
}

function fillInput(hb: HarfBuzz, input: number, face: number, request: SubsetRequest): void {
  hb.hb_subset_input_set_flags(input, FLAGS);
  const unicodes = hb.hb_subset_input_unicode_set(input);
  for (const [first, last] of request.ranges) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) hb.hb_set_add(unicodes, codePoint);
  }
  const features = hb.hb_subset_input_set(input, SET.layoutFeatures);
  hb.hb_set_clear(features);
  for (const tag of request.features) hb.hb_set_add(features, tagNumber(tag));
  // The name table is rebuilt by the caller.
  hb.hb_set_clear(hb.hb_subset_input_set(input, SET.nameIds));
  const dropped = hb.hb_subset_input_set(input, SET.dropTables);
  for (const tag of DROPPED) hb.hb_set_add(dropped, tagNumber(tag));
  if (request.location.length === 0) return;
  // A font stays variable unless all axes are pinned, so all are set to their defaults first.
  hb.hb_subset_input_pin_all_axes_to_default(input, face);
  for (const [tag, value] of request.location) {
    hb.hb_subset_input_pin_axis_location(input, face, tagNumber(tag), value);
  }
}

/** Copy the font out of the heap and release it. The view is made last, since any call may have grown the heap. */
function takeBytes(hb: HarfBuzz, subset: number): Buffer {
  const blob = hb.hb_face_reference_blob(subset);
  const data = hb.hb_blob_get_data(blob, 0);
  const copy = Buffer.from(new Uint8Array(hb.memory.buffer, data, hb.hb_blob_get_length(blob)));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(subset);
  return copy;
}
