/** What is wrong with the screens of the commits that serve: each commit is checked once, one after the other, behind everything else. */
import { type ConfigSnapshot, namedScreens } from '../../domain/config-snapshot.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { discoverInSlices, UNNAMEABLE } from '../sources/discover.ts';
import { keepPaths } from '../sources/known-paths.ts';
import type { ServedCheckout } from './fetch-run.ts';
import type { CheckScreens } from './safe-switch.ts';
import { Slots } from './slots.ts';

type UsingConfig = Pick<ConfigSnapshot, 'devices' | 'frames' | 'groups' | 'defaultScreen'>;

/** Paths of the screens that a config names. Those of the config in use are kept: a list of many repos asks for each of them. */
export class UsedPaths {
  #config: UsingConfig | null = null;
  #paths: ReadonlyMap<string, readonly string[]> = new Map();

  /** Paths of the screens of a handle. */
  of(config: UsingConfig, handle: string): readonly string[] {
    if (config !== this.#config) {
      this.#paths = byHandle(config);
      this.#config = config;
    }
    return this.#paths.get(handle) ?? [];
  }
}

function byHandle(config: UsingConfig): Map<string, string[]> {
  const { defaultScreen } = config;
  const refs = new Set(namedScreens(config).map(({ screen }) => screen));
  if (defaultScreen !== null) refs.add(defaultScreen);
  const paths = new Map<string, string[]>();
  for (const ref of refs) {
    const slash = ref.indexOf('/');
    if (slash === -1) continue;
    const handle = ref.slice(0, slash);
    const known = paths.get(handle);
    if (known === undefined) paths.set(handle, [ref.slice(slash + 1)]);
    else known.push(ref.slice(slash + 1));
  }
  return paths;
}

/** A problem of a commit. */
export interface RepoProblem {
  /** Path of the screen; null for the commit as a whole. */
  readonly path: string | null;
  readonly problem: string;
  /** Whether a device or a frame shows the screen. */
  readonly used: boolean;
}

type ServedCommit = Pick<ServedCheckout, 'repo' | 'sha' | 'checkout'>;

/** The check of one commit. */
interface Examined {
  readonly commit: string;
  readonly controller: AbortController;
  /** Its screens; and what is wrong with them, by path: null until it is known. */
  paths: ReadonlySet<string>;
  problems: ReadonlyMap<string, string> | null;
}

/** More screens of one commit than anybody reads of. */
const MAX_PROBLEMS = 200;

export class ServedProblems {
  readonly #check: CheckScreens;
  readonly #log: Logger;
  readonly #slots = new Slots(1);
  readonly #examined = new Map<string, Examined>();
  readonly #running = new Set<Promise<void>>();

  constructor(check: CheckScreens, log: Logger) {
    this.#check = check;
    this.#log = log;
  }

  /**
   * The problems of a commit, those of used screens first; null while they are not known.
   * @param used paths of the screens that are shown
   */
  of(handle: string, served: ServedCommit | null, used: readonly string[]): readonly RepoProblem[] | null {
    if (served === null) return [];
    this.look(handle, served);
    const { paths, problems } = this.#examined.get(handle) ?? { paths: new Set<string>(), problems: null };
    if (problems === null) return null;
    const gone = used
      .filter((path) => !paths.has(path))
      .map((path) => [path, 'this commit does not have it']);
    const found = [...gone, ...problems].map(([path = '', problem = '']) => ({
      path,
      problem,
      used: used.includes(path),
    }));
    const sorted = found.toSorted((a, b) => Number(b.used) - Number(a.used)).slice(0, MAX_PROBLEMS);
    if (paths.size > 0) return sorted;
    return [{ path: null, problem: 'there is no screen in this commit', used: false }, ...sorted];
  }

  /** Check a commit that serves, unless that was done or is under way. */
  look(handle: string, served: ServedCommit | null): void {
    const commit = served === null ? '' : `${served.repo} ${served.sha}`;
    if (served === null || this.#examined.get(handle)?.commit === commit) return;
    this.forget(handle);
    const controller = new AbortController();
    const examined: Examined = { commit, controller, paths: new Set(), problems: null };
    this.#examined.set(handle, examined);
    const running = this.#slots
      .run(controller.signal, () => this.#examine(handle, examined, served))
      .then(() => undefined)
      .catch((cause: unknown) => this.#log.error({ handle, err: cause }, 'screens of a repo not checked'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** The handle serves another commit, or none. */
  forget(handle: string): void {
    this.#examined.get(handle)?.controller.abort();
    this.#examined.delete(handle);
  }

  async stop(): Promise<void> {
    for (const handle of [...this.#examined.keys()]) this.forget(handle);
    await Promise.all(this.#running);
  }

  async #examine(handle: string, examined: Examined, { sha, checkout }: ServedCommit): Promise<void> {
    const { roots } = checkout;
    const { signal } = examined.controller;
    const { paths, unnameable } = await mainTurns.do('repos', discoverInSlices(roots));
    keepPaths(roots, paths);
    const broken = paths.length === 0 ? new Map<string, string>() : await this.#check(roots, paths, signal);
    if (signal.aborted) return;
    examined.paths = new Set([...paths, ...unnameable]);
    examined.problems = new Map([...broken, ...unnameable.map((path) => [path, UNNAMEABLE] as const)]);
    const count = examined.problems.size;
    if (count === 0) return;
    const [first] = examined.problems;
    const facts = { handle, sha, broken: count, first: first?.join(': ') };
    this.#log.warn(facts, 'screen repo has screens that cannot be shown');
  }
}
