/** The few parts of the WebAssembly API in use, typed here because Node's own types leave them out. */

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

/** True for what a call into a module throws when it traps, or when there is no more memory for it. */
export function isTrap(error: unknown): boolean {
  return error instanceof wasm.RuntimeError || error instanceof RangeError;
}
