/** Cuts the bytes of a connection so that no piece contains the heads of two requests. */

const [LF, CR] = [0x0a, 0x0d];

/** Bytes of a head that are examined together: the head of a device's call fits. */
const PIECE_BYTES = 2048;

/**
 * Where the first piece of some bytes ends: after the first empty line, or else after some 2 KB. Empty lines at the
 * beginning are a piece of their own: they may end a head that began in earlier bytes. The parser decides what the bytes
 * mean, wherever they are cut.
 */
export function pieceEnd(bytes: Buffer): number {
  const most = Math.min(bytes.length, PIECE_BYTES);
  let end = 0;
  while (end < most && (bytes[end] === LF || bytes[end] === CR)) end++;
  if (end > 0) return end;
  const piece = most === bytes.length ? bytes : bytes.subarray(0, most);
  for (let at = piece.indexOf(LF); at >= 0; at = piece.indexOf(LF, at + 1)) {
    if (piece[at + 1] === LF) return at + 2;
    if (piece[at + 1] === CR && piece[at + 2] === LF) return at + 3;
  }
  return most;
}
