/** HarfBuzz as WebAssembly: one instance with a heap of its own, its calls, and callbacks into JavaScript. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type WasmModule, type WasmTable, wasm } from '../../platform/base/web-assembly.ts';

/** The exports of `harfbuzz.wasm` that are used. Pointers and handles are numbers. */
interface HarfBuzzCalls {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly __indirect_function_table: WasmTable;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_get_upem(face: number): number;
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_font_set_variations(font: number, variations: number, count: number): void;
  hb_font_get_glyph(font: number, codePoint: number, selector: number, glyph: number): number;
  hb_font_get_glyph_extents(font: number, glyph: number, extents: number): number;
  hb_font_get_h_extents(font: number, extents: number): number;
  hb_font_draw_glyph(font: number, glyph: number, functions: number, data: number): void;
  hb_ot_metrics_get_position(font: number, tag: number, position: number): number;
  hb_buffer_create(): number;
  hb_buffer_reset(buffer: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, count: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
  hb_draw_funcs_create(): number;
  hb_draw_funcs_set_move_to_func(functions: number, call: number, user: number, destroy: number): void;
  hb_draw_funcs_set_line_to_func(functions: number, call: number, user: number, destroy: number): void;
  hb_draw_funcs_set_quadratic_to_func(functions: number, call: number, user: number, destroy: number): void;
  hb_draw_funcs_set_cubic_to_func(functions: number, call: number, user: number, destroy: number): void;
}

/** `hb_memory_mode_t`: the bytes stay where they are and are not written. */
const READ_ONLY = 1;
const PAGE_BYTES = 65_536;
const I32 = 0x7f;
const F32 = 0x7d;

const require = createRequire(import.meta.url);
let compiled: WasmModule | undefined;

/** A call that draws part of an outline: points in font units, y upwards. */
export interface OutlineSink {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticTo(controlX: number, controlY: number, x: number, y: number): void;
  cubicTo(c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number): void;
}

/** The compiled module, read from its file at the first call: a process that may open no files later calls it before. */
export function loadHarfBuzz(): WasmModule {
  compiled ??= new wasm.Module(readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz.wasm')));
  return compiled;
}

/**
 * One instance. With a damaged font or a full heap it may trap: then a RuntimeError or RangeError is thrown, and the
 * instance is in an unknown state and must be discarded.
 */
export class HarfBuzz {
  readonly calls: HarfBuzzCalls;
  /** `hb_draw_funcs_t` that passes each part of an outline to `sink`. */
  readonly drawFunctions: number;
  /** `hb_buffer_t` that is reused for all shaping. */
  readonly buffer: number;
  sink: OutlineSink | null = null;

  constructor() {
    const instance = new wasm.Instance(loadHarfBuzz(), {
      wasi_snapshot_preview1: { proc_exit: trap },
      env: {
        _abort_js: trap,
        _emscripten_runtime_keepalive_clear: () => undefined,
        _setitimer_js: () => 0,
        emscripten_resize_heap: (bytes: number) => this.#growTo(bytes),
      },
    });
    this.calls = instance.exports as HarfBuzzCalls;
    this.calls.__wasm_call_ctors();
    this.drawFunctions = this.#makeDrawFunctions();
    this.buffer = this.calls.hb_buffer_create();
  }

  get heapBytes(): number {
    return this.calls.memory.buffer.byteLength;
  }

  /** Views of the heap. They must be made anew for each use, since any call may have grown the heap. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.calls.memory.buffer);
  }

  get words(): Int32Array {
    return new Int32Array(this.calls.memory.buffer);
  }

  /** Copies bytes into the heap; the caller frees them. */
  put(bytes: Uint8Array): number {
    const pointer = this.calls.malloc(Math.max(1, bytes.length));
    if (pointer === 0) throw new RangeError('the heap of the text shaper is full');
    this.bytes.set(bytes, pointer);
    return pointer;
  }

  /** A blob over bytes of the heap, which must outlive it. */
  blob(pointer: number, length: number): number {
    return this.calls.hb_blob_create(pointer, length, READ_ONLY, 0, 0);
  }

  #growTo(bytes: number): number {
    const { memory } = this.calls;
    try {
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES));
      return 1;
    } catch {
      return 0;
    }
  }

  #makeDrawFunctions(): number {
    const { calls } = this;
    // The points are preceded by functions, data and state, and followed by user data, which are not used.
    const parts = [
      {
        points: 1,
        call: (_f: number, _d: number, _s: number, x: number, y: number) => this.sink?.moveTo(x, y),
      },
      {
        points: 1,
        call: (_f: number, _d: number, _s: number, x: number, y: number) => this.sink?.lineTo(x, y),
      },
      {
        points: 2,
        call: (_f: number, _d: number, _s: number, a: number, b: number, x: number, y: number) =>
          this.sink?.quadraticTo(a, b, x, y),
      },
      {
        points: 3,
        call: (
          ...[, , , a, b, c, d, x, y]: [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
          ]
        ) => this.sink?.cubicTo(a, b, c, d, x, y),
      },
    ] as const;
    const [move, line, quadratic, cubic] = this.#callbacks(parts) as [number, number, number, number];
    const functions = calls.hb_draw_funcs_create();
    calls.hb_draw_funcs_set_move_to_func(functions, move, 0, 0);
    calls.hb_draw_funcs_set_line_to_func(functions, line, 0, 0);
    calls.hb_draw_funcs_set_quadratic_to_func(functions, quadratic, 0, 0);
    calls.hb_draw_funcs_set_cubic_to_func(functions, cubic, 0, 0);
    return functions;
  }

  /** Add JavaScript functions to the table of functions that compiled code can call; returns their indices. */
  #callbacks(parts: readonly { readonly points: number; readonly call: unknown }[]): readonly number[] {
    const module = new wasm.Module(callbackModule(parts.map(({ points }) => points * 2)));
    const imports = Object.fromEntries(parts.map(({ call }, i) => [String.fromCharCode(97 + i), call]));
    const instance = new wasm.Instance(module, { e: imports });
    const exported = instance.exports as Record<string, unknown>;
    const table = this.calls.__indirect_function_table;
    const first = table.grow(parts.length);
    return parts.map((_, i) => {
      table.set(first + i, exported[String.fromCharCode(97 + i)]);
      return first + i;
    });
  }
}

function trap(): never {
  throw new RangeError('the text shaper gave up');
}

/**
 * A module that only exports its imports `e.a`, `e.b` and so on, since a table accepts functions of modules only, not of
 * JavaScript. Each takes three integers, the given number of floats, and an integer (WebAssembly 1.0 §5).
 */
function callbackModule(floats: readonly number[]): Uint8Array {
  const count = floats.length;
  const types = floats.flatMap((n) => [0x60, n + 4, I32, I32, I32, ...Array<number>(n).fill(F32), I32, 0]);
  const imports = floats.flatMap((_, i) => [1, 0x65, 1, 97 + i, 0, i]);
  const exports = floats.flatMap((_, i) => [1, 97 + i, 0, i]);
  const section = (id: number, bytes: readonly number[]): number[] => [id, bytes.length + 1, count, ...bytes];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(2, imports),
    ...section(7, exports),
  ]);
}
