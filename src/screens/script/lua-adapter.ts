/**
 * Wraps JavaScript functions as WebAssembly functions, for Lua's function table.
 *
 * The table accepts only functions with a WebAssembly type. So this builds a small module that imports each JavaScript
 * function with its type and exports it again, whereby V8 makes the wrapper.
 */
import { type WasmModule, wasm } from '../../platform/base/web-assembly.ts';
import { nameBytes, unsignedLeb } from './wasm-bytes.ts';

/** `callback` is a `lua_CFunction` (L → count of results); `hook` is a `lua_Hook` (L, lua_Debug → nothing). */
export type AdapterKind = 'callback' | 'hook';

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
export function compileAdapter(kinds: readonly AdapterKind[]): WasmModule {
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
export function connectAdapter(module: WasmModule, functions: readonly unknown[]): unknown[] {
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
