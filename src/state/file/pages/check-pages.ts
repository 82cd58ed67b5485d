/**
 * Looks whether a file of LMDB is whole: LMDB itself believes what is in it, and ends the process where that is wrong. Each
 * page is read once at most, so it takes time in proportion to the file, and large values are passed over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAGIC, META, NODE_FLAGS, OVERFLOW, readCount, TREE } from './layout.ts';
import { readMetas, readTreeHead, type TreeHead } from './meta.ts';
import type { Node } from './nodes.ts';
import { PageFile, UsedPages } from './page-file.ts';
import { type Walk, walkPageTree } from './walk-tree.ts';

export interface PageFault {
  /** The table that lies there: a shelf, or a tree of LMDB's own. */
  readonly table: string;
  readonly page: number;
  readonly why: string;
}

export interface PageReport {
  readonly pages: number;
  /** What keeps the file from being opened; at most `MAX_FAULTS`. */
  readonly faults: readonly PageFault[];
  /** By table, keys that cannot be found; the file can be opened all the same. */
  readonly misplaced: ReadonlyMap<string, number>;
}

/** More tell nobody anything. */
const MAX_FAULTS = 100;
/** Pages that are read in one turn: some milliseconds. */
const TURN_PAGES = 512;

const FREE = 'free pages';
const NAMES = 'names of tables';

/**
 * @param pageBytes  as the first page has it
 * @throws errors of `node:fs`
 */
export async function checkPages(data: string, pageBytes: number): Promise<PageReport> {
  const file = new PageFile(data, pageBytes);
  const faults: PageFault[] = [];
  const misplaced = new Map<string, number>();
  const fault = (table: string, page: number, why: string): void => {
    if (faults.length < MAX_FAULTS) faults.push({ table, page, why });
  };
  try {
    const meta = readMetas(file);
    if (typeof meta === 'string') {
      fault('head', 0, meta);
      return { pages: file.pages, faults, misplaced };
    }
    let read = 0;
    const walk: Walk = {
      file,
      used: new UsedPages(meta.lastPage + 1),
      lastTxn: meta.txn,
      fault,
      misplaced: (table) => void misplaced.set(table, (misplaced.get(table) ?? 0) + 1),
      pause: async () => {
        if (++read % TURN_PAGES === 0) await nextTurn();
      },
    };
    await walkTables(walk, meta.main);
    await walkFreeList(walk, meta.free);
    return { pages: file.pages, faults, misplaced };
  } finally {
    file.close();
  }
}

/** The tree of names, and that of each table. */
async function walkTables(walk: Walk, head: TreeHead): Promise<void> {
  const tables: { readonly name: string; readonly head: TreeHead }[] = [];
  await walkPageTree(walk, {
    name: NAMES,
    head,
    compare: Buffer.compare,
    look: ({ key, flags, rest }) => {
      if (flags !== NODE_FLAGS.tree || rest.length !== TREE.bytes) return 'an entry is no table';
      tables.push({ name: key.toString().replace(/\0$/, ''), head: readTreeHead(rest) });
      return null;
    },
  });
  for (const table of tables) {
    if (table.head.flags !== 0 || table.head.pad !== 0)
      walk.fault(table.name, table.head.root ?? 0, 'it is of another kind');
    await walkPageTree(walk, { ...table, compare: Buffer.compare, look: lookAtValue });
  }
}

function lookAtValue({ flags }: Node): string | null {
  return flags === 0 || flags === NODE_FLAGS.overflow ? null : 'an entry is of another kind';
}

const ID_BYTES = 8;

/** By transaction, the pages that it has freed. They are given out again, so none of them may be in use. */
async function walkFreeList(walk: Walk, head: TreeHead): Promise<void> {
  await walkPageTree(walk, {
    name: FREE,
    head: { ...head, pad: 0 },
    compare: (a, b) =>
      a.length === ID_BYTES && b.length === ID_BYTES ? readCount(a, 0) - readCount(b, 0) : 0,
    look: (node) => {
      const { key, flags, rest, valueBytes } = node;
      const isOfTxn = key.length === ID_BYTES && readCount(key, 0) > 0 && readCount(key, 0) <= walk.lastTxn;
      if (!isOfTxn || lookAtValue(node) !== null) return 'an entry is none of a transaction';
      const isApart = flags === NODE_FLAGS.overflow;
      const list = isApart ? walk.file.overflow(readCount(rest, OVERFLOW.page), valueBytes) : rest;
      return takeFree(walk, list) ? null : 'a free page is in use, or is none of the file';
    },
  });
}

/** A list begins with its length. A number below zero is how many pages follow the one behind it; zero is nothing. */
function takeFree({ used }: Walk, list: Buffer): boolean {
  const room = Math.floor(list.length / ID_BYTES) - 1;
  if (room < 0 || list.length % ID_BYTES !== 0) return false;
  const count = readCount(list, 0);
  if (count > room) return false;
  const at = (index: number): number => Number(list.readBigInt64LE(index * ID_BYTES));
  for (let index = 1; index <= count; index++) {
    const entry = at(index);
    if (entry === 0) continue;
    if (entry < 0 && index === count) return false;
    const isTaken = entry > 0 ? used.take(entry) : used.take(at(++index), -entry);
    if (!isTaken) return false;
  }
  return true;
}

/** Whether a first page is one of such a file. */
export function isHead(head: Buffer): boolean {
  return head.length >= META.end && head.readUInt32LE(META.magic) === MAGIC;
}
