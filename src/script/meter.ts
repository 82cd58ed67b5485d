/**
 * Puts a meter into a WebAssembly binary: every turn of every loop counts down a number, and at zero the binary
 * calls out. So whatever it does (Lua code, a pattern match, a copy, the garbage collector), somebody can look at
 * the clock again and again, and stop it. Lua's own count hook sees none but Lua instructions, and costs more.
 *
 * Each `loop` gets, as its first instructions:
 *     fuel = fuel - 1;  if (fuel == 0) callOut(0)
 * The numbers of functions and types stay as they are: the call goes to an import that the binary has already and
 * that is of no other use. References are to the WebAssembly specification, "Binary Format".
 */

/** Name of the exported global that holds what is left. */
export const FUEL_EXPORT = 'fuel';

/** Import (i32 → nothing) that is called at zero: nothing in the binary ends the process, so `exit` is free. */
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
  i32Eqz: 0x45,
  i32Sub: 0x6b,
  prefix: 0xfc,
  voidBlock: 0x40,
} as const;

/** Count of LEB128 numbers that follow an opcode; opcodes that are not listed have none. */
const IMMEDIATES: Readonly<Record<number, number>> = {
  ...immediates(1, [0x02, OP.loop, OP.if, 0x0c, 0x0d, OP.call, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26]),
  ...immediates(1, [0x3f, 0x40, OP.i32Const, 0x42, 0xd0, 0xd2]),
  ...immediates(2, [0x11, ...range(0x28, 0x3e)]),
};
/** The same for the opcodes after the prefix 0xfc: saturating conversions, then memory and table instructions. */
const PREFIXED_IMMEDIATES = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];
const FIXED_BYTES: Readonly<Record<number, number>> = { 67: 4, 68: 8 };

/** The binary with a meter. @throws {Error} when it is not a binary that this knows how to read */
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
      written = appended(content, [...nameBytes(FUEL_EXPORT), KIND.global, ...leb(fuel)]);
    }
    if (id === SECTION.code) written = meteredCode(content, meterBytes(fuel, callOut));
    parts.push(Uint8Array.of(id, ...leb(written.length)), written);
  }
  if (callOut < 0 || fuel < 0) throw new Error('the WebAssembly binary has no place for a meter');
  return Buffer.concat(parts);
}

function meterBytes(fuel: number, callOut: number): Uint8Array {
  const index = leb(fuel);
  return Uint8Array.from([
    ...[OP.globalGet, ...index, OP.i32Const, 1, OP.i32Sub, OP.globalSet, ...index],
    ...[OP.globalGet, ...index, OP.i32Eqz, OP.if, OP.voidBlock],
    ...[OP.i32Const, 0, OP.call, ...leb(callOut), OP.end],
  ]);
}

/** The number of an imported function. */
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

/** A vector with one more element at its end. */
function appended(vector: Uint8Array, element: readonly number[]): Uint8Array {
  const reader = new BinaryReader(vector);
  const count = reader.unsigned();
  return Buffer.concat([
    Uint8Array.from(leb(count + 1)),
    vector.subarray(reader.at),
    Uint8Array.from(element),
  ]);
}

function meteredCode(section: Uint8Array, meter: Uint8Array): Uint8Array {
  const reader = new BinaryReader(section);
  const count = reader.unsigned();
  const parts: Uint8Array[] = [Uint8Array.from(leb(count))];
  for (let left = count; left > 0; left--) {
    const body = meteredBody(reader.bytes(reader.unsigned()), meter);
    parts.push(Uint8Array.from(leb(body.length)), body);
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
  while (!reader.atEnd()) {
    if (reader.instruction() !== OP.loop) continue;
    parts.push(body.subarray(from, reader.at), meter);
    from = reader.at;
  }
  return from === 0 ? body : Buffer.concat([...parts, body.subarray(from)]);
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

  /** Step over one instruction and return its opcode. */
  instruction(): number {
    const opcode = this.byte();
    if (opcode === OP.prefix) {
      const prefixed = PREFIXED_IMMEDIATES[this.unsigned()];
      if (prefixed === undefined) throw new Error('the WebAssembly binary has an unknown instruction');
      this.#skipNumbers(prefixed);
    } else if (opcode === OP.brTable) this.#skipNumbers(this.unsigned() + 1);
    else if (opcode === OP.selectTyped) this.#skipNumbers(this.unsigned());
    else if (opcode > 0xd2) throw new Error('the WebAssembly binary has an unknown instruction');
    else {
      this.#skipNumbers(IMMEDIATES[opcode] ?? 0);
      this.at += FIXED_BYTES[opcode] ?? 0;
    }
    return opcode;
  }

  #skipNumbers(count: number): void {
    for (let left = count; left > 0; left--) while (this.byte() >= 0x80);
  }
}

function immediates(count: number, opcodes: readonly number[]): Record<number, number> {
  return Object.fromEntries(opcodes.map((opcode) => [opcode, count]));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

function nameBytes(name: string): number[] {
  const bytes = [...Buffer.from(name, 'utf8')];
  return [...leb(bytes.length), ...bytes];
}
