/** The nodes of one page, once it is sure that they lie within it and beside each other. */
import { NODE, NODE_FLAGS, OVERFLOW, PAGE, PAGE_FLAGS, readCount } from './layout.ts';

export interface Node {
  readonly flags: number;
  readonly key: Buffer;
  /** How long the value of a leaf is, wherever that lies. */
  readonly valueBytes: number;
  /** The value of a leaf, or where it lies. */
  readonly rest: Buffer;
  /** The page below a branch. */
  readonly child: number;
}

const LEAST_CHILDREN = 2;

export interface TreePage {
  readonly isLeaf: boolean;
  /** In the order of their keys. */
  readonly nodes: readonly Node[];
}

/**
 * Read a page of a tree.
 * @param lastTxn  of the file: no page can be newer
 * @returns else what is wrong, for a sentence
 */
export function readTreePage(page: Buffer, number: number, lastTxn: number): TreePage | string {
  if (readCount(page, PAGE.number) !== number) return 'it has the number of another one';
  if (readCount(page, PAGE.txn) > lastTxn) return 'it is newer than the file';
  const flags = page.readUInt16LE(PAGE.flags);
  if (flags !== PAGE_FLAGS.branch && flags !== PAGE_FLAGS.leaf) return 'it is none of a tree';
  const isLeaf = flags === PAGE_FLAGS.leaf;
  const body = page.subarray(PAGE.head);
  const lower = page.readUInt16LE(PAGE.lower);
  const upper = page.readUInt16LE(PAGE.upper);
  if (lower % 2 !== 0 || lower > upper || upper > body.length) return 'its bounds are wrong';
  const offsets = Array.from({ length: lower / 2 }, (_, index) => body.readUInt16LE(index * 2));
  // A branch with one page below it would end LMDB.
  if (!isLeaf && offsets.length < LEAST_CHILDREN) return 'it branches to nothing';
  const ends = endsOf(offsets, upper, body.length);
  if (ends === null) return 'its entries are not where they should be';
  const nodes: Node[] = [];
  for (const offset of offsets) {
    const node = readNode(body, offset, ends.get(offset) ?? 0, isLeaf);
    if (node === null) return 'an entry does not fill its place';
    nodes.push(node);
  }
  return { isLeaf, nodes };
}

/** Where the place of each node ends: they fill the page from `upper` on, one after the other. Null where they cannot. */
function endsOf(offsets: readonly number[], upper: number, end: number): ReadonlyMap<number, number> | null {
  const places = [...offsets].sort((a, b) => a - b);
  if ((places[0] ?? end) !== upper) return null;
  const ends = new Map<number, number>();
  for (const [index, offset] of places.entries()) {
    const next = places[index + 1] ?? end;
    if (next - offset < NODE.head || offset % 2 !== 0) return null;
    ends.set(offset, next);
  }
  return ends;
}

function readNode(body: Buffer, offset: number, end: number, isLeaf: boolean): Node | null {
  const low = body.readUInt32LE(offset + NODE.low);
  const flags = body.readUInt16LE(offset + NODE.flags);
  const restAt = offset + NODE.head + body.readUInt16LE(offset + NODE.keyBytes);
  const inPlace = isLeaf ? (flags === NODE_FLAGS.overflow ? OVERFLOW.bytes : low) : 0;
  const room = end - restAt - inPlace;
  // Nodes begin at even places.
  if (room !== 0 && room !== 1) return null;
  return {
    flags,
    key: body.subarray(offset + NODE.head, restAt),
    valueBytes: low,
    rest: body.subarray(restAt, restAt + inPlace),
    child: isLeaf ? 0 : low + flags * 2 ** 32,
  };
}
