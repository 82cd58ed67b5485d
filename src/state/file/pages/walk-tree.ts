/** Walks through one tree of a file of LMDB, page by page, and notes what cannot be as it is. */
import { NODE_FLAGS, OVERFLOW, PAGE, PAGE_FLAGS, readCount } from './layout.ts';
import type { TreeHead } from './meta.ts';
import { type Node, readTreePage } from './nodes.ts';
import type { PageFile, UsedPages } from './page-file.ts';

/** What all trees of a file share while they are walked through. */
export interface Walk {
  readonly file: PageFile;
  readonly used: UsedPages;
  readonly lastTxn: number;
  /** Note a fault in a page. */
  fault(table: string, page: number, why: string): void;
  /** Note a key that is not where it can be found. */
  misplaced(table: string): void;
  /** Let others have a turn. */
  pause(): Promise<void>;
}

export interface TreeOptions {
  /** For people. */
  readonly name: string;
  readonly head: TreeHead;
  /** The order of keys. */
  compare(a: Buffer, b: Buffer): number;
  /** Look at an entry of a leaf. @returns what is wrong with it; null for nothing */
  look(node: Node, page: number): string | null;
}

/** The limit of LMDB: deeper than any tree that fits on a disk. */
const MAX_DEPTH = 32;

const DEPTH = 'its depth is wrong';
const COUNTS = ['branchPages', 'leafPages', 'overflowPages', 'entries'] as const;

interface Place {
  readonly page: number;
  readonly depth: number;
  /** No key below it is before this one; null for none. */
  readonly from: Buffer | null;
}

export function walkPageTree(walk: Walk, options: TreeOptions): Promise<void> {
  return new TreeWalker(walk, options).run();
}

class TreeWalker {
  readonly #walk: Walk;
  readonly #options: TreeOptions;
  /** What is found, which the head should say, too. */
  readonly #found = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
  /** Pages that are left to read, the next one last: so they come in the order of their keys. */
  readonly #places: Place[] = [];
  #lastKey: Buffer | null = null;
  #isWhole = true;

  constructor(walk: Walk, options: TreeOptions) {
    this.#walk = walk;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { head } = this.#options;
    if (head.depth > MAX_DEPTH || (head.root === null) !== (head.depth === 0)) this.#fault(0, DEPTH);
    if (head.root !== null) this.#places.push({ page: head.root, depth: 1, from: null });
    for (let place = this.#places.pop(); place !== undefined; place = this.#places.pop()) {
      await this.#walk.pause();
      this.#visit(place);
    }
    const isRight = COUNTS.every((count) => this.#found[count] === head[count]);
    if (this.#isWhole && !isRight) this.#fault(head.root ?? 0, 'its counts are wrong');
  }

  #visit(place: Place): void {
    const read = takePage(this.#walk, place.page);
    if (typeof read === 'string') this.#fault(place.page, read);
    else if (read.isLeaf !== (place.depth === this.#options.head.depth)) this.#fault(place.page, DEPTH);
    else if (read.isLeaf) this.#visitLeaf(place, read.nodes);
    else this.#visitBranch(place, read.nodes);
  }

  #visitBranch({ depth, from }: Place, nodes: readonly Node[]): void {
    this.#found.branchPages++;
    // The first key of a branch stands for all that are smaller.
    const below = nodes.map(({ child, key }, index) => ({
      page: child,
      depth: depth + 1,
      from: index === 0 ? from : key,
    }));
    this.#places.push(...below.reverse());
  }

  #visitLeaf({ page, from }: Place, nodes: readonly Node[]): void {
    const { name, compare, look } = this.#options;
    this.#found.leafPages++;
    this.#found.entries += nodes.length;
    for (const [index, node] of nodes.entries()) {
      const isBeforeItsPage = index === 0 && from !== null && compare(from, node.key) > 0;
      const isAfterLast = this.#lastKey === null || compare(this.#lastKey, node.key) < 0;
      if (isBeforeItsPage || !isAfterLast) this.#walk.misplaced(name);
      this.#lastKey = node.key;
      const pages = overflowOf(this.#walk, node);
      if (typeof pages === 'number') this.#found.overflowPages += pages;
      const why = typeof pages === 'string' ? pages : look(node, page);
      if (why !== null) this.#fault(page, why);
    }
  }

  #fault(page: number, why: string): void {
    this.#isWhole = false;
    this.#walk.fault(this.#options.name, page, why);
  }
}

function takePage({ file, used, lastTxn }: Walk, number: number) {
  if (!used.take(number)) return 'it is used twice, or is none of the file';
  const page = file.page(number);
  return page === null ? 'it is not there' : readTreePage(page, number, lastTxn);
}

/** How many pages a value has of its own; else what is wrong with them. */
function overflowOf({ file, used, lastTxn }: Walk, { flags, rest, valueBytes }: Node): number | string {
  if (flags !== NODE_FLAGS.overflow) return 0;
  const first = readCount(rest, OVERFLOW.page);
  const count = Math.floor((PAGE.head - 1 + valueBytes) / file.pageBytes) + 1;
  if (readCount(rest, OVERFLOW.pages) !== count) return 'a large value has the wrong number of pages';
  if (!used.take(first, count)) return 'pages of a large value are used twice, or are none of the file';
  const head = file.head(first);
  const isSound =
    head !== null &&
    readCount(head, PAGE.number) === first &&
    readCount(head, PAGE.txn) <= lastTxn &&
    head.readUInt16LE(PAGE.flags) === PAGE_FLAGS.overflow &&
    head.readUInt32LE(PAGE.overflowPages) === count;
  return isSound ? count : 'pages of a large value are none';
}
