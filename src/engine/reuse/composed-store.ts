/**
 * Keeps what runs of screens have made, and finds it again for whoever would read the same. On the main thread; another
 * store, such as one that servers share, has to do the same.
 */
import { LRUCache } from 'lru-cache';
import type { RunReads } from '../../domain/reads.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { WHOLE_STORES } from '../../platform/base/memory-plan.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { ComposeResult } from '../jobs/jobs.ts';
import { Leaf, type Miss, ReadTree, type ReadWorld, type RunFacts } from './read-tree.ts';

/** What is kept of a run. */
export interface KeptRun {
  readonly result: ComposeResult;
  readonly lines: RunReads['lines'];
}

/** What a look-up needs of a screen. */
export type ScreenKey = Pick<
  Screen,
  'ref' | 'roots' | 'dir' | 'scriptFile' | 'templateFile' | 'allowPrivateNetwork' | 'trustsAuthors'
>;

/** Memory of an entry besides its texts. */
const ENTRY_BYTES = 1_024;
/** JavaScript keeps a text with any character beyond Latin-1 in two bytes a character. */
const BYTES_PER_CHARACTER = 2;

/** Figures for the metrics. */
interface ComposedStoreStats {
  readonly entries: number;
  readonly bytes: number;
}

export class ComposedStore {
  readonly #world: ReadWorld;
  readonly #trees = new Map<string, ReadTree<KeptRun>>();
  readonly #leaves: LRUCache<Leaf<KeptRun>, ReadTree<KeptRun>>;
  /** The fonts and the engine that all entries were made with. */
  #environment = '';

  constructor(world: ReadWorld, maxBytes: number = WHOLE_STORES.composed) {
    this.#world = world;
    this.#leaves = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (_tree, leaf) => sizeOf(leaf),
      dispose: (tree, leaf) => tree.remove(leaf),
    });
  }

  get stats(): ComposedStoreStats {
    return { entries: this.#leaves.size, bytes: this.#leaves.calculatedSize };
  }

  /**
   * The result of a run that has read what a run with these facts would read now, or the place where the search for it
   * has ended.
   * @param environment  digest of fonts and engine
   */
  find(screen: ScreenKey, facts: RunFacts, environment: string): KeptRun | Miss {
    const found = this.#treeOf(screen, environment).find(facts);
    if (!(found instanceof Leaf)) return found;
    this.#leaves.get(found);
    return found.result;
  }

  /**
   * Keep the result of a run. Nothing is kept that was made with other fonts than those in use, or is larger than the
   * store.
   * @param facts  what the run was asked for
   */
  put(screen: ScreenKey, facts: RunFacts, environment: string, run: RunReads, result: ComposeResult): void {
    if (environment !== this.#environment || run.unrepeatable !== null) return;
    const tree = this.#treeOf(screen, environment);
    const leaf = tree.add(run.reads, facts, { result, lines: run.lines });
    this.#leaves.set(leaf, tree);
    // Refused where it alone is larger than the store.
    if (!this.#leaves.has(leaf)) tree.remove(leaf);
  }

  #treeOf(screen: ScreenKey, environment: string): ReadTree<KeptRun> {
    if (environment !== this.#environment) {
      this.#trees.clear();
      this.#leaves.clear();
      this.#environment = environment;
    }
    const key = keyOf(screen);
    let tree = this.#trees.get(key);
    if (tree === undefined) {
      tree = new ReadTree<KeptRun>(this.#world, (leaf) => this.#leaves.delete(leaf));
      this.#forgetEmptyTrees();
      this.#trees.set(key, tree);
    }
    return tree;
  }

  /** Screens come and go, such as with each commit of a repo. */
  #forgetEmptyTrees(): void {
    if (this.#trees.size < LIMITS.composedScreens) return;
    for (const [key, tree] of this.#trees) if (tree.isEmpty) this.#trees.delete(key);
  }
}

function keyOf(screen: ScreenKey): string {
  const { ref, roots, dir, scriptFile, templateFile, allowPrivateNetwork, trustsAuthors } = screen;
  const reach = `${allowPrivateNetwork} ${trustsAuthors}`;
  return `${ref}\n${scriptFile}\n${templateFile}\n${dir}\n${reach}\n${roots.join('\n')}`;
}

function sizeOf({ result: { result, lines }, keyLength }: Leaf<KeptRun>): number {
  const text = result.kind === 'composed' ? result.svg.length + result.reads.length : result.reads.length;
  const logged = lines.reduce((sum, { message }) => sum + message.length, 0);
  const origins = result.kind === 'composed' ? result.origins.pieces.byteLength : 0;
  return ENTRY_BYTES + origins + (text + logged + keyLength) * BYTES_PER_CHARACTER;
}
