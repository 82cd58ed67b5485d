/** Encodes the basic parts of WebAssembly binaries (WebAssembly specification, "Binary Format"). */

/** An unsigned integer of at most 32 bits as LEB128 (5.2.2). */
export function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** A name: its length and its UTF-8 bytes (5.2.4). */
export function nameBytes(name: string): number[] {
  const bytes = [...Buffer.from(name, 'utf8')];
  return [...unsignedLeb(bytes.length), ...bytes];
}
