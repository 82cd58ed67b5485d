/**
 * One instance of the Lua binary with one Lua state, which can be reset to a snapshot byte by byte.
 *
 * The state is built once; then its memory (C data and the used part of the heap, about 100 KB) is copied. Every run
 * starts from that copy. So a run needs no set-up, sees nothing of earlier runs, starts with the same addresses (which
 * makes the order of tables reproducible), and may end at any point: by an exception, without memory, or within a call.
 */
import { type WasmModule, wasm } from '../../platform/base/web-assembly.ts';
import { LUA_MASK_COUNT, type LuaExports, type Pointer } from './lua-wasm.ts';
import { CALL_OUT_IMPORT } from './meter.ts';
import { nameBytes, unsignedLeb } from './wasm-bytes.ts';

/** `callback` is a `lua_CFunction` (L → count of results); `hook` is a `lua_Hook` (L, lua_Debug → nothing). */
type AdapterKind = 'callback' | 'hook';

const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
/** WebAssembly 1.0, binary format: magic and version. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const SECTION = { type: 1, import: 2, export: 7 } as const;
const TYPES: Record<AdapterKind, { index: number; bytes: number[] }> = {
  callback: { index: 0, bytes: [FUNCTION_TYPE, 1, I32, 1, I32] },
  hook: { index: 1, bytes: [FUNCTION_TYPE, 2, I32, I32, 0] },
};

/** Compile an adapter for functions of the given kinds; entry n is imported as `f.n` and exported as `n`. */
function compileAdapter(kinds: readonly AdapterKind[]): WasmModule {
  const types = vector(Object.values(TYPES).map((type) => type.bytes));
  const imports = vector(
    kinds.map((kind, n) => [...nameBytes('f'), ...nameBytes(String(n)), 0x00, TYPES[kind].index]),
  );
  const exports = vector(kinds.map((_, n) => [...nameBytes(String(n)), 0x00, ...unsignedLeb(n)]));
  return new wasm.Module(
    Uint8Array.from([
      ...HEADER,
      ...section(SECTION.type, types),
      ...section(SECTION.import, imports),
      ...section(SECTION.export, exports),
    ]),
  );
}

/** Connect the functions, in the order of the kinds that the adapter was compiled for. */
function connectAdapter(module: WasmModule, functions: readonly unknown[]): unknown[] {
  const imports = Object.fromEntries(functions.map((entry, n) => [String(n), entry]));
  const exports = new wasm.Instance(module, { f: imports }).exports as Record<string, unknown>;
  return functions.map((_, n) => exports[String(n)]);
}

function vector(items: readonly number[][]): number[] {
  return [...unsignedLeb(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsignedLeb(content.length), ...content];
}

const PAGE_BYTES = 64 * 1024;
/** Scratch memory for text that is passed to Lua; longer text is put into a block that Lua owns. */
const SCRATCH_BYTES = 16 * 1024;
/** Larger than any gap that was freed among the blocks of a prepared state. */
const PROBE_BYTES = 256 * 1024;
/** `malloc` keeps a few words before and at the start of a free block. */
const CHUNK_HEADER_BYTES = 64;

/** Turns of loops between two calls of `meter`: well under a millisecond. */
const METER_TURNS = 100_000;

/** The exception for Lua's `longjmp`. One object for all calls, so that no stack traces are made. */
const LONGJMP = new Error('longjmp');

/** Called by the machine while Lua runs. */
export interface MachineHooks {
  /** Lua calls the function with the number `callback`; returns the count of its results. */
  call(callback: number, L: Pointer): number;
  /** The meter has reached zero and was refilled. May throw to end the run; Lua's state may be inconsistent then. */
  meter(): void;
  /** Lua is about to run an instruction, after `interruptAtNextInstruction`. May throw to end the run. */
  interrupt(L: Pointer): void;
  /** Milliseconds since the epoch; Lua itself uses them only in `math.randomseed()`. */
  nowMs(): number;
  /** Lua raises an error after it was refused more memory. */
  memoryRefused(): void;
}

/** One instance of the Lua binary. */
export class LuaMachine {
  readonly exports: LuaExports;
  /** The main state. */
  readonly L: Pointer;
  /** Memory for lengths and flags that C functions return through a pointer. */
  readonly cell: Pointer;
  /** Memory of `scratchBytes` for passing text to Lua. */
  readonly scratch: Pointer;
  /** C string of the mode in which all chunks are loaded: source text, no bytecode. */
  readonly textMode: Pointer;
  readonly scratchBytes = SCRATCH_BYTES;
  /** The whole memory. Replaced whenever it grows, so do not keep a reference across a call into Lua. */
  memory: Buffer;
  /** The same memory as 32-bit words. */
  words: Int32Array;
  readonly #hooks: MachineHooks;
  readonly #firstSlot: number;
  readonly #callbacks: number;
  readonly #dataEnd: Pointer;
  readonly #heapStart: Pointer;
  #limitBytes = Number.MAX_SAFE_INTEGER;
  #grown = false;
  #refused = false;
  #data = new Uint8Array(0);
  #heap = new Uint8Array(0);
  #endMarks: [word: number, value: number][] = [];

  constructor(module: WasmModule, adapter: WasmModule, callbacks: number, hooks: MachineHooks) {
    this.#hooks = hooks;
    this.#callbacks = callbacks;
    this.exports = new wasm.Instance(module, this.#imports(module)).exports as LuaExports;
    this.memory = Buffer.from(this.exports.memory.buffer);
    this.words = new Int32Array(this.exports.memory.buffer);
    this.exports.__wasm_call_ctors();
    this.exports.emscripten_stack_init();
    this.#dataEnd = this.exports.emscripten_stack_get_end();
    this.#heapStart = this.exports.emscripten_stack_get_base();
    this.#firstSlot = this.#installCallbacks(adapter);
    this.scratch = this.exports.malloc(SCRATCH_BYTES);
    this.cell = this.exports.malloc(16);
    this.textMode = this.constant('t');
    this.L = this.exports.luaL_newstate();
  }

  /** Compile the adapter that a machine with this many callbacks needs. */
  static adapter(callbacks: number): WasmModule {
    return compileAdapter([...Array<AdapterKind>(callbacks).fill('callback'), 'hook']);
  }

  /** Index of a callback in Lua's function table, for `lua_pushcclosure`. */
  slot(callback: number): number {
    return this.#firstSlot + callback;
  }

  /** Copy a C string into memory that lives as long as the machine. */
  constant(text: string): Pointer {
    const pointer = this.exports.malloc(Buffer.byteLength(text) + 1);
    const end = pointer + this.memory.write(text, pointer, 'utf8');
    this.memory[end] = 0;
    return pointer;
  }

  /** Copy the current memory, for `reset`. */
  takeSnapshot(): void {
    // A block that fits into no gap is placed behind all blocks in use, so that its address is their end.
    const probe = this.exports.malloc(PROBE_BYTES);
    this.exports.free(probe);
    const end = probe + CHUNK_HEADER_BYTES;
    this.#endMarks = this.#wordsBehind(end);
    this.#data = Uint8Array.prototype.slice.call(this.memory, 0, this.#dataEnd);
    this.#heap = Uint8Array.prototype.slice.call(this.memory, this.#heapStart, end);
  }

  /**
   * The words that `malloc` has written behind the blocks in use to mark the end of its region. The memory is new there,
   * so they are the only ones that are not zero. `malloc` would misread what a run leaves there without them.
   */
  #wordsBehind(start: Pointer): [word: number, value: number][] {
    const found: [number, number][] = [];
    const last = (start + 2 * PROBE_BYTES) >> 2;
    for (let word = start >> 2; word < last; word++) {
      const value = this.words[word] ?? 0;
      if (value !== 0) found.push([word, value]);
    }
    return found;
  }

  /** Go back to the snapshot, with a new memory limit. */
  reset(limitBytes: number): void {
    this.memory.set(this.#data, 0);
    this.memory.set(this.#heap, this.#heapStart);
    for (const [word, value] of this.#endMarks) this.words[word] = value;
    this.exports.stackRestore(this.#heapStart);
    this.#limitBytes = this.#heapStart + limitBytes;
    this.#refused = false;
    this.exports.fuel.value = METER_TURNS;
  }

  /** True when the memory has grown. As it cannot shrink, such a machine must be replaced. */
  get grown(): boolean {
    return this.#grown;
  }

  /** Have `interrupt` called before the next instruction of the main state, where the current line is known. */
  interruptAtNextInstruction(): void {
    this.exports.lua_sethook(this.L, this.slot(this.#callbacks), LUA_MASK_COUNT, 1);
  }

  #installCallbacks(adapter: WasmModule): number {
    const call = (n: number) => (L: Pointer) => this.#hooks.call(n, L);
    const callbacks = Array.from({ length: this.#callbacks }, (_, n) => call(n));
    const hook = (L: Pointer) => this.#hooks.interrupt(L);
    const entries = connectAdapter(adapter, [...callbacks, hook]);
    const table = this.exports.__indirect_function_table;
    const first = table.grow(entries.length);
    for (const [n, entry] of entries.entries()) table.set(first + n, entry);
    return first;
  }

  /** The imports of the binary. They give it no access to files, environment or processes. */
  #imports(module: WasmModule): Record<string, Record<string, unknown>> {
    const imports: Record<string, Record<string, unknown>> = {};
    for (const entry of wasm.Module.imports(module)) {
      imports[entry.module] ??= {};
      Object.assign(imports[entry.module] ?? {}, { [entry.name]: () => -1 });
    }
    Object.assign(imports['env'] ?? {}, {
      _emscripten_throw_longjmp: () => this.#longjmp(),
      [CALL_OUT_IMPORT]: () => {
        this.exports.fuel.value = METER_TURNS;
        this.#hooks.meter();
      },
      invoke_vii: (slot: number, a: number, b: number) => this.#invoke(slot, a, b),
      emscripten_resize_heap: (bytes: number) => this.#grow(bytes >>> 0),
      emscripten_date_now: () => this.#hooks.nowMs(),
      abort: () => {
        throw new Error('the Lua machine aborted');
      },
    });
    Object.assign(imports['wasi_snapshot_preview1'] ?? {}, {
      environ_sizes_get: (count: Pointer, bytes: Pointer) => {
        const words = new Int32Array(this.exports.memory.buffer);
        words[count >> 2] = 0;
        words[bytes >> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
    });
    return imports;
  }

  /**
   * emscripten's `setjmp`: calls a function and catches Lua's own errors. Any other exception passes through all Lua
   * frames and every `pcall`; so it ends a run whatever the script does.
   */
  #invoke(slot: number, a: number, b: number): void {
    const { exports } = this;
    const stack = exports.stackSave();
    try {
      (exports.__indirect_function_table.get(slot) as (a: number, b: number) => void)(a, b);
    } catch (error) {
      if (error !== LONGJMP) throw error;
      exports.stackRestore(stack);
      exports.setThrew(1, 0);
    }
  }

  /** Lua raises an error. Its state can be read here, but not yet in the allocation that failed. */
  #longjmp(): never {
    if (this.#refused) {
      this.#refused = false;
      this.#hooks.memoryRefused();
    }
    throw LONGJMP;
  }

  #grow(wantedBytes: number): number {
    if (wantedBytes > this.#limitBytes) {
      this.#refused = true;
      return 0;
    }
    const { memory } = this.exports;
    const now = memory.buffer.byteLength;
    const target = Math.min(this.#limitBytes, Math.max(wantedBytes, now * 1.25));
    try {
      memory.grow(Math.ceil((target - now) / PAGE_BYTES));
    } catch {
      return 0;
    }
    this.#grown = true;
    this.memory = Buffer.from(memory.buffer);
    this.words = new Int32Array(memory.buffer);
    return 1;
  }
}
