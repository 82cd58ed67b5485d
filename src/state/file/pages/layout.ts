/**
 * How LMDB lays out its file on machines of 64 bits: where numbers stand in a page (`mdb.c` of the package `lmdb`, format 2).
 * Nothing is believed that a page says of itself before it was compared with the file.
 */

/** The head of every page: its number, the transaction that wrote it, flags, and the bounds of its free middle. */
export const PAGE = {
  head: 24,
  number: 0,
  txn: 8,
  flags: 18,
  lower: 20,
  upper: 22,
  overflowPages: 20,
} as const;

export const PAGE_FLAGS = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;

/** After the head of the first two pages. */
export const META = {
  magic: 24,
  version: 28,
  address: 32,
  mapBytes: 40,
  freeTree: 48,
  mainTree: 96,
  lastPage: 144,
  txn: 152,
  end: 168,
} as const;

export const MAGIC = 0xbeefc0de;
export const FORMAT = 2;

/** What is kept of a tree, in a meta page and as the value of its name. That of the free list has the size of pages in `pad`. */
export const TREE = {
  bytes: 48,
  pad: 0,
  flags: 4,
  depth: 6,
  branchPages: 8,
  leafPages: 16,
  overflowPages: 24,
  entries: 32,
  root: 40,
} as const;

/** The root of a tree without a page. */
export const NO_PAGE = 0xffff_ffff_ffff_ffffn;

/** One key with its value, or in a branch with its page. */
export const NODE = { head: 8, low: 0, flags: 4, keyBytes: 6 } as const;

export const NODE_FLAGS = { overflow: 0x01, tree: 0x02 } as const;

/** What stands in the place of a value that has pages of its own: their first, its transaction, how many. */
export const OVERFLOW = { bytes: 24, page: 0, pages: 16 } as const;

/** A number of 64 bits; what is too large for a number is larger than any file, too. */
export function readCount(page: Buffer, at: number): number {
  return Number(page.readBigUInt64LE(at));
}
