/**
 * What the runs of one screen have read, as a tree. A run is deterministic: the first thing that it reads is always the same,
 * and what it reads next depends only on what it has read so far. So each inner node stands for one read, and the values
 * that runs have found there lead on to the next; a leaf is a result. A look-up costs as many steps as the run had reads,
 * however many results there are.
 */

import type { Read } from '../../domain/reads.ts';
import { isSameList, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';

/** A text for a value; undefined stands for a field that is not there. Equal maps in another order count as others. */
export function valueKey(value: PlainValue | undefined): string {
  switch (typeof value) {
    case 'undefined':
      return 'absent';
    case 'string':
      return `"${value}`;
    case 'number':
      return numberKey(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return JSON.stringify(value, unusualNumbers);
  }
}

/** JSON knows neither these numbers nor the sign of zero, and a script can tell them apart. */
function unusualNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { number: numberKey(value) };
}

function numberKey(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** What a run is asked for: everything that it may read apart from the world. */
export interface RunFacts {
  readonly params: PlainObject;
  readonly device: PlainObject;
  readonly layout: PlainObject;
  readonly hasPrevious: boolean;
  readonly hasAlternative?: boolean;
  /** The time that the run takes for the present, ms since 1970. */
  readonly nowMs: number;
}

/** What runs read that changes by itself. */
export interface ReadWorld {
  /** State of a file, as `fileState` gives it. */
  fileState(path: string): string | null;
  /** True when a request that accepts an answer of that age would get that of the entry. */
  isCurrent(entry: number, ttlSeconds: number): boolean;
  /** Version of pushed data; null where there are none. */
  dataVersion(name: string): string | null;
}

type FactRead = Extract<Read, readonly ['field' | 'all' | 'previous' | 'alternative', ...unknown[]]>;
type WorldRead = Extract<Read, readonly ['clock' | 'file' | 'http' | 'data', ...unknown[]]>;

type TreeNode<Result> = Choice<Result> | Guard<Result> | Leaf<Result>;

/** What nodes hang from: another node, or the top of the tree. */
interface Parent<Result> {
  child(key: string): TreeNode<Result> | undefined;
  attach(key: string, node: TreeNode<Result>): void;
  /** True when nothing hangs from it any more. */
  detach(key: string): boolean;
}

/** A result, and its place in the tree. */
export class Leaf<Result> {
  readonly kind = 'leaf';
  readonly result: Result;
  readonly parent: Parent<Result>;
  readonly key: string;
  /** Length of the values on the way to it. */
  readonly keyLength: number;

  constructor(result: Result, parent: Parent<Result>, key: string, keyLength: number) {
    this.result = result;
    this.parent = parent;
    this.key = key;
    this.keyLength = keyLength;
  }
}

/** A read of a fact. Facts come back, so each value that was found has its own branch. */
class Choice<Result> implements Parent<Result> {
  readonly kind = 'choice';
  readonly read: FactRead;
  readonly parent: Parent<Result>;
  readonly key: string;
  readonly #children = new Map<string, TreeNode<Result>>();

  constructor(read: FactRead, parent: Parent<Result>, key: string) {
    this.read = read;
    this.parent = parent;
    this.key = key;
  }

  child(key: string): TreeNode<Result> | undefined {
    return this.#children.get(key);
  }

  attach(key: string, node: TreeNode<Result>): void {
    this.#children.set(key, node);
  }

  detach(key: string): boolean {
    this.#children.delete(key);
    return this.#children.size === 0;
  }

  get children(): Iterable<TreeNode<Result>> {
    return this.#children.values();
  }
}

/** Has one node at a time, whatever its key. */
class OnlyChild<Result> implements Parent<Result> {
  #node: TreeNode<Result> | undefined;

  child(): TreeNode<Result> | undefined {
    return this.#node;
  }

  attach(_key: string, node: TreeNode<Result>): void {
    this.#node = node;
  }

  detach(): boolean {
    this.#node = undefined;
    return true;
  }

  get children(): Iterable<TreeNode<Result>> {
    return this.#node === undefined ? [] : [this.#node];
  }
}

/** A read of the world. An earlier state of it does not come back, so only the last one has a branch. */
class Guard<Result> extends OnlyChild<Result> {
  readonly kind = 'guard';
  readonly read: WorldRead;
  readonly parent: Parent<Result>;
  readonly key: string;

  constructor(read: WorldRead, parent: Parent<Result>, key: string) {
    super();
    this.read = read;
    this.parent = parent;
    this.key = key;
  }
}

/** The place at which a look-up has found no way on. Runs that miss at one place are likely to make the same result. */
export interface Miss {
  readonly place: object;
  readonly key: string;
}

export class ReadTree<Result> {
  /** The node of the first read hangs from it. */
  readonly #top = new OnlyChild<Result>();
  readonly #world: ReadWorld;
  readonly #onGone: (leaf: Leaf<Result>) => void;

  /** @param onGone  receives each leaf that others have replaced */
  constructor(world: ReadWorld, onGone: (leaf: Leaf<Result>) => void) {
    this.#world = world;
    this.#onGone = onGone;
  }

  get isEmpty(): boolean {
    return this.#top.child() === undefined;
  }

  /** The result of an earlier run that has read what a run with these facts would read now; else where the way ends. */
  find(facts: RunFacts): Leaf<Result> | Miss {
    let place: Parent<Result> = this.#top;
    let key = '';
    let node = this.#top.child();
    while (node !== undefined && node.kind !== 'leaf') {
      place = node;
      if (node.kind === 'guard') {
        key = '';
        if (!this.#holds(node.read, facts.nowMs)) break;
      } else key = keyOf(node.read, facts);
      node = node.child(key);
    }
    return node?.kind === 'leaf' ? node : { place, key };
  }

  /** Add the result of a run. It replaces what runs that took another way with the same values have left. */
  add(reads: readonly Read[], facts: RunFacts, result: Result): Leaf<Result> {
    let parent: Parent<Result> = this.#top;
    let key = '';
    let keyLength = 0;
    for (const read of reads) {
      if (read[0] === 'fonts') continue;
      const node: Choice<Result> | Guard<Result> = this.#nodeFor(read, parent, key);
      parent = node;
      key = node.kind === 'choice' ? keyOf(node.read, facts) : '';
      keyLength += key.length;
    }
    const leaf = new Leaf(result, parent, key, keyLength);
    this.#replace(parent, key, leaf);
    return leaf;
  }

  /** Take a leaf away, and the nodes that have led only to it. */
  remove(leaf: Leaf<Result>): void {
    let at: TreeNode<Result> = leaf;
    // Another node may have taken its place, or that of a node above.
    while (at.parent.child(at.key) === at) {
      const { parent, key }: TreeNode<Result> = at;
      const isEmpty = parent.detach(key);
      if (!isEmpty || !(parent instanceof Choice || parent instanceof Guard)) return;
      at = parent;
    }
  }

  /** The node of a read below another: the one that is there, if it stands for the same read, or a new one. */
  #nodeFor(read: FactRead | WorldRead, parent: Parent<Result>, key: string): Choice<Result> | Guard<Result> {
    const there = parent.child(key);
    if (there !== undefined && there.kind !== 'leaf' && isSameList<unknown>(there.read, read)) return there;
    const node = isFactRead(read)
      ? new Choice<Result>(read, parent, key)
      : new Guard<Result>(read, parent, key);
    this.#replace(parent, key, node);
    return node;
  }

  /** Put a node in the place of another, if there is one, and report all leaves of that. */
  #replace(parent: Parent<Result>, key: string, by: TreeNode<Result>): void {
    const former = parent.child(key);
    parent.attach(key, by);
    if (former === undefined) return;
    const waiting: TreeNode<Result>[] = [former];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next.kind === 'leaf') this.#onGone(next);
      else for (const child of next.children) waiting.push(child);
    }
  }

  #holds(read: WorldRead, nowMs: number): boolean {
    switch (read[0]) {
      case 'clock':
        return read[1] <= nowMs && nowMs < read[2];
      case 'file':
        return this.#world.fileState(read[1]) === read[2];
      case 'http':
        return this.#world.isCurrent(read[1], read[2]);
      case 'data':
        return this.#world.dataVersion(read[1]) === read[2];
    }
  }
}

function isFactRead(read: FactRead | WorldRead): read is FactRead {
  return read[0] === 'field' || read[0] === 'all' || read[0] === 'previous' || read[0] === 'alternative';
}

/** The value that a run with these facts would read, as a text. */
function keyOf(read: FactRead, facts: RunFacts): string {
  switch (read[0]) {
    case 'previous':
      return String(facts.hasPrevious);
    case 'alternative':
      return String(facts.hasAlternative === true);
    case 'all':
      return valueKey(facts[read[1]]);
    case 'field': {
      const fields = facts[read[1]];
      return Object.hasOwn(fields, read[2]) ? valueKey(fields[read[2]]) : 'absent';
    }
  }
}
