/**
 * Adds a meter to a WebAssembly binary: every turn of every loop decreases a counter, and at zero the binary calls an
 * import. So the host can check the clock at short intervals and stop the binary, whatever it does: Lua code, a pattern
 * match, a copy, garbage collection. Lua's own count hook covers Lua instructions only, and costs more.
 *
 * Each `loop` gets, as its first instructions:
 *     fuel = fuel - 1;  if (fuel == 0) callOut(0)
 * Functions and types keep their indices: the call goes to an import that the binary has already and does not use. References are to the WebAssembly specification, "Binary Format".
 */

import { nameBytes, unsignedLeb } from './wasm-bytes.ts';

/** Name of the exported global that holds the counter. */
export const FUEL_EXPORT = 'fuel';

/** Import (i32 → nothing) that is called at zero: Lua without `os.exit` does not use `exit`. */
export const CALL_OUT_IMPORT = 'exit';

const SECTION = { import: 2, global: 6, export: 7, code: 10 } as const;
const HEADER_BYTES = 8;
const KIND = { function: 0, table: 1, memory: 2, global: 3 } as const;
const I32 = 0x7f;
const OP = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  brTable: 0x0e,
  call: 0x10,
  selectTyped: 0x1c,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32Sub: 0x6b,
  prefix: 0xfc,
  voidBlock: 0x40,
} as const;

/** For opcodes whose count of immediate numbers depends on the first of them. */
const COUNTED = 255;
/** Count of LEB128 numbers behind each opcode. */
const NUMBERS = Uint8Array.from({ length: 256 }, (_, opcode) => numbersAfter(opcode));
/** The same for the opcodes behind the prefix 0xfc: saturating conversions, then memory and table instructions. */
const PREFIXED_NUMBERS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * The binary with a meter.
 * @throws {Error} it has instructions, imports or sections that are not supported here
 */
export function addMeter(binary: Uint8Array): Uint8Array {
  const reader = new BinaryReader(binary);
  reader.at = HEADER_BYTES;
  const parts: Uint8Array[] = [binary.subarray(0, HEADER_BYTES)];
  let callOut = -1;
  let fuel = -1;
  while (!reader.atEnd()) {
    const id = reader.byte();
    const content = reader.bytes(reader.unsigned());
    let written = content;
    if (id === SECTION.import) callOut = functionImport(content, CALL_OUT_IMPORT);
    if (id === SECTION.global) {
      fuel = new BinaryReader(content).unsigned();
      written = appended(content, [I32, 1, OP.i32Const, 0, OP.end]);
    }
    if (id === SECTION.export) {
      written = appended(content, [...nameBytes(FUEL_EXPORT), KIND.global, ...unsignedLeb(fuel)]);
    }
    if (id === SECTION.code) written = meteredCode(content, meterBytes(fuel, callOut));
    parts.push(Uint8Array.of(id, ...unsignedLeb(written.length)), written);
  }
  if (callOut < 0 || fuel < 0) throw new Error('the WebAssembly binary has no place for a meter');
  return Buffer.concat(parts);
}

function meterBytes(fuel: number, callOut: number): Uint8Array {
  const index = unsignedLeb(fuel);
  return Uint8Array.from([
    ...[OP.globalGet, ...index, OP.i32Const, 1, OP.i32Sub, OP.globalSet, ...index],
    ...[OP.globalGet, ...index, OP.i32Eqz, OP.if, OP.voidBlock],
    ...[OP.i32Const, 0, OP.call, ...unsignedLeb(callOut), OP.end],
  ]);
}

/** The index of an imported function; -1 when it is not imported. */
function functionImport(section: Uint8Array, wanted: string): number {
  const reader = new BinaryReader(section);
  let number = 0;
  for (let left = reader.unsigned(); left > 0; left--) {
    reader.bytes(reader.unsigned());
    const name = Buffer.from(reader.bytes(reader.unsigned())).toString('utf8');
    const kind = reader.byte();
    if (kind !== KIND.function) throw new Error('the WebAssembly binary imports more than functions');
    reader.unsigned();
    if (name === wanted) return number;
    number += 1;
  }
  return -1;
}

/** A vector with an element appended. */
function appended(vector: Uint8Array, element: readonly number[]): Uint8Array {
  const reader = new BinaryReader(vector);
  const count = reader.unsigned();
  return Buffer.concat([
    Uint8Array.from(unsignedLeb(count + 1)),
    vector.subarray(reader.at),
    Uint8Array.from(element),
  ]);
}

function meteredCode(section: Uint8Array, meter: Uint8Array): Uint8Array {
  const reader = new BinaryReader(section);
  const count = reader.unsigned();
  const parts: Uint8Array[] = [Uint8Array.from(unsignedLeb(count))];
  for (let left = count; left > 0; left--) {
    const body = meteredBody(reader.bytes(reader.unsigned()), meter);
    parts.push(Uint8Array.from(unsignedLeb(body.length)), body);
  }
  return Buffer.concat(parts);
}

function meteredBody(body: Uint8Array, meter: Uint8Array): Uint8Array {
  const reader = new BinaryReader(body);
  for (let groups = reader.unsigned(); groups > 0; groups--) {
    reader.unsigned();
    reader.byte();
  }
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const start of loopStarts(body, reader.at)) {
    parts.push(body.subarray(from, start), meter);
    from = start;
  }
  return from === 0 ? body : Buffer.concat([...parts, body.subarray(from)]);
}

/**
 * Offsets of the loop bodies of a function, behind their block types. This is one plain walk for speed, since it reads
 * all instructions of the binary at every start of the server.
 */
function loopStarts(code: Uint8Array, first: number): number[] {
  const starts: number[] = [];
  let at = first;
  while (at < code.length) {
    const opcode = code[at] ?? 0;
    at += 1;
    let numbers = NUMBERS[opcode] ?? 0;
    if (numbers === COUNTED) {
      const reader = new BinaryReader(code);
      reader.at = at;
      numbers = countedNumbers(opcode, reader);
      at = reader.at;
    }
    at = skipNumbers(code, at, numbers);
    if (opcode === OP.loop) starts.push(at);
    else if (opcode === OP.f32Const) at += 4;
    else if (opcode === OP.f64Const) at += 8;
  }
  return starts;
}

function skipNumbers(code: Uint8Array, start: number, count: number): number {
  let at = start;
  for (let left = count; left > 0; left--) {
    while ((code[at] ?? 0) > 0x7f) at += 1;
    at += 1;
  }
  return at;
}

/** Count of numbers behind an opcode of which the first number tells how many follow. */
function countedNumbers(opcode: number, reader: BinaryReader): number {
  const first = reader.unsigned();
  if (opcode === OP.brTable) return first + 1;
  if (opcode === OP.selectTyped) return first;
  const numbers = opcode === OP.prefix ? PREFIXED_NUMBERS[first] : undefined;
  if (numbers === undefined) throw new Error('the WebAssembly binary has an unknown instruction');
  return numbers;
}

function numbersAfter(opcode: number): number {
  if (opcode === OP.brTable || opcode === OP.selectTyped || opcode > 0xd2) return COUNTED;
  // call_indirect, loads and stores
  if (opcode === 0x11 || (opcode >= 0x28 && opcode <= 0x3e)) return 2;
  // blocks, branches, call, variables, tables
  const hasOne =
    (opcode >= 0x02 && opcode <= 0x04) || opcode === 0x0c || opcode === 0x0d || opcode === OP.call;
  if (hasOne || (opcode >= 0x20 && opcode <= 0x26)) return 1;
  // memory.size and .grow, i32.const, i64.const, ref.null, ref.func
  return (opcode >= 0x3f && opcode <= 0x42) || opcode === 0xd0 || opcode === 0xd2 ? 1 : 0;
}

class BinaryReader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  atEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new Error('the WebAssembly binary ends too early');
    this.at += 1;
    return byte;
  }

  bytes(length: number): Uint8Array {
    const start = this.at;
    this.at += length;
    return this.#bytes.subarray(start, this.at);
  }

  /** Unsigned LEB128 of at most 32 bits. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
