/**
 * One instance of the Lua binary with one prepared Lua state, which can be put back to its first byte.
 *
 * The state is built once; its memory (C data and the used part of the heap, about 100 KB) is then copied aside.
 * Every run starts from that copy. So a run costs no set-up, sees nothing of earlier runs, starts at equal
 * addresses (table order is reproducible), and may end anywhere: by a thrown exception, out of memory, in mid-call.
 */
import { type WasmModule, wasm } from '../base/web-assembly.ts';
import { type AdapterKind, compileAdapter, connectAdapter } from './lua-adapter.ts';
import { LUA_MASK_COUNT, type LuaExports, type Pointer } from './lua-wasm.ts';
import { CALL_OUT_IMPORT } from './meter.ts';

const PAGE_BYTES = 64 * 1024;
/** Scratch memory for text on its way into Lua; what is longer takes a block of Lua's own. */
const SCRATCH_BYTES = 16 * 1024;
/** More than any freed gap among the blocks of a prepared state. */
const PROBE_BYTES = 256 * 1024;
/** malloc keeps a few words before and at the start of a free block. */
const CHUNK_HEADER_BYTES = 64;

/** Turns of loops between two looks at the clock: well under a millisecond. */
const METER_TURNS = 100_000;

/** What Lua's `longjmp` throws. One object for all, so that an error costs no stack trace. */
const LONGJMP = new Error('longjmp');

export interface MachineHooks {
  /** A Lua function implemented here was called: `callback` is its number, the result its count of results. */
  call(callback: number, L: Pointer): number;
  /** The meter ran out; it is full again. May throw to end the run, at a place where Lua may be in mid-change. */
  meter(): void;
  /** Lua is before an instruction after `interruptAtNextInstruction`. May throw to end the run. */
  interrupt(L: Pointer): void;
  /** Seconds and milliseconds for Lua's own needs (only `math.randomseed()` asks). */
  nowMs(): number;
  /** An error is being raised after the heap was refused more memory. */
  memoryRefused(): void;
}

export class LuaMachine {
  readonly exports: LuaExports;
  /** Main state. */
  readonly L: Pointer;
  /** A place for lengths and flags that C functions return through a pointer. */
  readonly cell: Pointer;
  readonly scratch: Pointer;
  /** The mode in which all chunks are loaded: source text, no bytecode. */
  readonly textMode: Pointer;
  readonly scratchBytes = SCRATCH_BYTES;
  /** The whole memory. Taken anew whenever it grows, so never keep a reference across a call into Lua. */
  memory: Buffer;
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

  /** The kinds of functions that the adapter for this many callbacks must have. */
  static adapter(callbacks: number): WasmModule {
    return compileAdapter([...Array<AdapterKind>(callbacks).fill('callback'), 'hook']);
  }

  /** Number of a callback in Lua's function table, as `lua_pushcclosure` wants it. */
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

  /** Keep the present content as what every run starts from. */
  takeSnapshot(): void {
    // A block too large for any gap lies behind everything in use; its address tells where that ends.
    const probe = this.exports.malloc(PROBE_BYTES);
    this.exports.free(probe);
    const end = probe + CHUNK_HEADER_BYTES;
    this.#endMarks = this.#wordsBehind(end);
    this.#data = Uint8Array.prototype.slice.call(this.memory, 0, this.#dataEnd);
    this.#heap = Uint8Array.prototype.slice.call(this.memory, this.#heapStart, end);
  }

  /**
   * What malloc has written behind the blocks in use (it marks the end of its region): the memory is new, so every
   * word that is not zero. Without these, malloc would take what a run left there for its own.
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

  /** Back to the snapshot, with a new memory limit. */
  reset(limitBytes: number): void {
    this.memory.set(this.#data, 0);
    this.memory.set(this.#heap, this.#heapStart);
    for (const [word, value] of this.#endMarks) this.words[word] = value;
    this.exports.stackRestore(this.#heapStart);
    this.#limitBytes = this.#heapStart + limitBytes;
    this.#refused = false;
    this.exports.fuel.value = METER_TURNS;
  }

  /** True once the memory has grown: it never shrinks, so such a machine is thrown away. */
  get grown(): boolean {
    return this.#grown;
  }

  /** Call `interrupt` as soon as the main state is before its next instruction: there its line is known. */
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

  /** Everything that the binary may ask of the outside. There is no file, no environment, no process behind it. */
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
   * `setjmp` of emscripten: a call under which Lua's own errors land. Anything else that is thrown goes on through
   * all Lua frames, past every `pcall`; that is how a run is stopped for good.
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

  /** Lua raises an error. Only here, not inside an allocation, is its state fit to be looked at. */
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
