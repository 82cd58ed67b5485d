/** The parts of the WebAssembly API that are used here; Node's own types do not have them. */

export interface WasmModule {
  readonly kind?: 'module';
}

export interface WasmMemory {
  /** Replaced by a new object whenever the memory grows. */
  readonly buffer: ArrayBuffer;
  /** Grow by pages of 64 KiB. Throws a RangeError when there is no more memory. */
  grow(pages: number): number;
}

export interface WasmGlobal {
  value: number;
}

export interface WasmTable {
  readonly length: number;
  get(index: number): unknown;
  set(index: number, value: unknown): void;
  grow(by: number): number;
}

interface WasmApi {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Module: {
    new (bytes: Uint8Array): WasmModule;
    imports(module: WasmModule): { module: string; name: string }[];
    exports(module: WasmModule): { name: string }[];
  };
  readonly Instance: new (
    module: WasmModule,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: unknown };
  readonly RuntimeError: new () => Error;
}

export const wasm: WasmApi = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly;

/** True for the error of a call into a module that traps or has no memory left. */
export function isTrap(error: unknown): boolean {
  return error instanceof wasm.RuntimeError || error instanceof RangeError;
}
