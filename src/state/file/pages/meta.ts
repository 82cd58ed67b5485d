/** The first two pages: each says where the trees of one of the last two transactions are. The later one counts. */
import { FORMAT, MAGIC, META, NO_PAGE, PAGE, PAGE_FLAGS, readCount, TREE } from './layout.ts';
import type { PageFile } from './page-file.ts';

/** What a meta page, or the main tree, says of a tree. */
export interface TreeHead {
  readonly pad: number;
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  /** Null for an empty one. */
  readonly root: number | null;
}

export interface Meta {
  readonly lastPage: number;
  readonly txn: number;
  readonly free: TreeHead;
  readonly main: TreeHead;
}

export function readTreeHead(bytes: Buffer, at = 0): TreeHead {
  const root = bytes.readBigUInt64LE(at + TREE.root);
  return {
    pad: bytes.readUInt32LE(at + TREE.pad),
    flags: bytes.readUInt16LE(at + TREE.flags),
    depth: bytes.readUInt16LE(at + TREE.depth),
    branchPages: readCount(bytes, at + TREE.branchPages),
    leafPages: readCount(bytes, at + TREE.leafPages),
    overflowPages: readCount(bytes, at + TREE.overflowPages),
    entries: readCount(bytes, at + TREE.entries),
    root: root === NO_PAGE ? null : Number(root),
  };
}

/** @returns the state of the last transaction; else what is wrong, for a sentence */
export function readMetas(file: PageFile): Meta | string {
  const metas = [readMeta(file, 0), readMeta(file, 1)] as const;
  const wrong = metas.find((meta) => typeof meta === 'string');
  if (wrong !== undefined) return wrong;
  const [first, second] = metas as readonly [Meta, Meta];
  return first.txn >= second.txn ? first : second;
}

function readMeta(file: PageFile, number: number): Meta | string {
  const page = file.page(number);
  if (page === null) return `page ${number} is not there`;
  const isMeta =
    page.readUInt16LE(PAGE.flags) === PAGE_FLAGS.meta &&
    readCount(page, PAGE.number) === number &&
    page.readUInt32LE(META.magic) === MAGIC &&
    page.readUInt32LE(META.version) === FORMAT &&
    readCount(page, META.address) === 0;
  const meta = {
    lastPage: readCount(page, META.lastPage),
    txn: readCount(page, META.txn),
    free: readTreeHead(page, META.freeTree),
    main: readTreeHead(page, META.mainTree),
  };
  const mapBytes = readCount(page, META.mapBytes);
  const fits =
    meta.free.pad === file.pageBytes &&
    meta.main.pad === 0 &&
    meta.lastPage < file.pages &&
    mapBytes <= MAX_MAP_BYTES &&
    Number.isSafeInteger(meta.txn);
  return isMeta && fits ? meta : `page ${number} does not describe this file`;
}

/** More than any disk, and less than what a process may map. */
const MAX_MAP_BYTES = 2 ** 46;
