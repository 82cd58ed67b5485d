/**
 * Remembers which params screens have called sensitive. One that is called so no more stays sensitive until an admin says
 * otherwise: a new commit, an edit, a new name or another place of a screen uncovers nothing.
 */

import type { ParamSchema } from '../../domain/params.ts';
import type { SensitiveParam } from '../../domain/sensitive-param.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { isSameList } from '../../platform/base/plain.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { findFiles } from './screen.ts';

/** How much is remembered of params that were sensitive, each number beside its reason. */
export const SENSITIVE_LIMITS = {
  /**
   * Names of one source. A repo with a hundred screens has some two hundred; one that has more, by ever other names in each
   * commit, has all of its params hidden instead.
   */
  perSource: 2_000,
  /** How long it is remembered which screens are gone: a look costs the system a call or two for each. */
  goneMs: 1_000,
} as const;

/** In the place of a name: all params of a source. */
const ALL = '*';

/** A screen as it was found. */
interface FoundScreen {
  readonly handle: string;
  /** Below the source: that of its script. */
  readonly path: string;
  readonly roots: readonly string[];
}

/** What counts of a screen. */
export interface GuardedParams {
  readonly params: ParamSchema;
  /** Names that it does not declare any more. */
  readonly onceSensitive: readonly string[];
}

interface Guarded extends GuardedParams {
  readonly from: ParamSchema;
  readonly declared: ParamSchema;
  readonly version: number;
  readonly gone: ReadonlySet<string>;
}

interface Gone {
  readonly names: ReadonlySet<string>;
  readonly version: number;
  readonly roots: readonly string[];
  readonly untilMs: number;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export class SensitiveMemory {
  /** Receives each param that becomes sensitive, or is opened. */
  onChange: (param: SensitiveParam) => void = () => undefined;
  /** By source, by path, by name. */
  readonly #sources = new Map<string, Map<string, Map<string, SensitiveParam>>>();
  readonly #guarded = recentlyUsed<string, Guarded>(LIMITS.composedScreens);
  readonly #gone = new Map<string, Gone>();
  readonly #seen = recentlyUsed<string, true>(LIMITS.composedScreens);
  #version = 0;

  /**
   * What counts of the params of a screen.
   * @param declared  as its metadata has them
   * @param params    as they count without a memory
   */
  guard(screen: FoundScreen, declared: ParamSchema, params: ParamSchema): GuardedParams {
    const { handle, path } = screen;
    const ref = `${handle}/${path}`;
    const gone = this.#goneNames(screen);
    const before = this.#guarded.get(ref);
    if (before?.from === params && before.version === this.#version && sameNames(before.gone, gone))
      return before;
    for (const { name, sensitive } of declared) if (sensitive) this.#learn(handle, path, name);
    const version = this.#version;
    const guarded = { ...this.#apply(screen, params, gone), from: params, declared, version, gone };
    this.#guarded.set(ref, guarded);
    return guarded;
  }

  /** An admin says that a param is no secret. False for one that is not known. */
  open(screen: string, param: string): boolean {
    const [handle, path] = splitRef(screen);
    const known = this.#sources.get(handle)?.get(path)?.get(param);
    if (known === undefined || known.isOpen) return false;
    this.#change({ ...known, isOpen: true, changes: known.changes + 1, atMs: Date.now() });
    return true;
  }

  /** Whether a screen, as it was found last, calls a param sensitive itself. */
  isDeclared(screen: string, param: string): boolean {
    const declared = this.#guarded.get(screen)?.declared ?? [];
    return declared.some(({ name, sensitive }) => sensitive && name === param);
  }

  /** The params that stay hidden, in the order of their screens. */
  list(): readonly SensitiveParam[] {
    const all = [...this.#sources.values()].flatMap((paths) =>
      [...paths.values()].flatMap((names) => [...names.values()]),
    );
    const keyOf = ({ screen, param }: SensitiveParam): string => `${screen}\n${param}`;
    return all.filter(({ isOpen }) => !isOpen).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  /** Take over what was kept, or what another server knows. */
  take(param: SensitiveParam): void {
    const [handle, path] = splitRef(param.screen);
    const known = this.#sources.get(handle)?.get(path)?.get(param.param);
    if (known === undefined || known.changes < param.changes) this.#set(param);
  }

  #learn(handle: string, path: string, name: string): void {
    const paths = this.#sources.get(handle);
    const known = paths?.get(path)?.get(name);
    if (known !== undefined && !known.isOpen) return;
    const screen = `${handle}/${path}`;
    const isFull = paths !== undefined && countOf(paths) >= SENSITIVE_LIMITS.perSource;
    const changes = (known?.changes ?? 0) + 1;
    if (isFull && known === undefined) this.#learnAll(handle);
    else this.#change({ screen, param: name, isOpen: false, changes, atMs: Date.now() });
  }

  /** Nobody can say any more which they were. */
  #learnAll(handle: string): void {
    const known = this.#sources.get(handle)?.get(ALL)?.get(ALL);
    if (known !== undefined && !known.isOpen) return;
    const changes = (known?.changes ?? 0) + 1;
    this.#change({ screen: `${handle}/${ALL}`, param: ALL, isOpen: false, changes, atMs: Date.now() });
  }

  #change(param: SensitiveParam): void {
    this.#set(param);
    this.onChange(param);
  }

  #set(param: SensitiveParam): void {
    const [handle, path] = splitRef(param.screen);
    const paths = this.#sources.get(handle) ?? new Map<string, Map<string, SensitiveParam>>();
    const names = paths.get(path) ?? new Map<string, SensitiveParam>();
    names.set(param.param, param);
    paths.set(path, names);
    this.#sources.set(handle, paths);
    this.#version += 1;
  }

  #apply({ handle, path }: FoundScreen, params: ParamSchema, gone: ReadonlySet<string>): GuardedParams {
    const paths = this.#sources.get(handle);
    const own = paths?.get(path);
    const hidden = new Set(gone);
    for (const [name, { isOpen }] of own ?? []) {
      if (isOpen) hidden.delete(name);
      else hidden.add(name);
    }
    const isAll = paths?.get(ALL)?.get(ALL)?.isOpen === false;
    if (hidden.size === 0 && !isAll) return { params, onceSensitive: [] };
    const declared = new Set(params.map(({ name }) => name));
    return {
      params: params.map((field) =>
        isAll || hidden.has(field.name) ? { ...field, sensitive: true } : field,
      ),
      onceSensitive: [...hidden].filter((name) => !declared.has(name)),
    };
  }

  /** Names of screens of the same source that are not there any more: this one may be one of them. */
  #goneNames({ handle, path, roots }: FoundScreen): ReadonlySet<string> {
    const paths = this.#sources.get(handle);
    if (paths === undefined || (paths.size === 1 && paths.has(path))) return NO_NAMES;
    const nowMs = monotonicMs();
    const ref = `${handle}/${path}`;
    const before = this.#gone.get(handle);
    // A screen that was not there before may have been moved just now.
    const isNew = !this.#seen.has(ref);
    this.#seen.set(ref, true);
    const isFresh = before?.version === this.#version && isSameList(before.roots, roots);
    if (!isNew && before !== undefined && isFresh && nowMs < before.untilMs) return before.names;
    const names = new Set<string>();
    for (const [other, known] of paths) {
      if (other === ALL || findFiles(roots, other) !== null) continue;
      for (const [name, { isOpen }] of known) if (!isOpen) names.add(name);
    }
    const untilMs = nowMs + SENSITIVE_LIMITS.goneMs;
    this.#gone.set(handle, { names, version: this.#version, roots, untilMs });
    return names;
  }
}

function splitRef(screen: string): readonly [handle: string, path: string] {
  const at = screen.indexOf('/');
  return [screen.slice(0, at), screen.slice(at + 1)];
}

function countOf(paths: ReadonlyMap<string, ReadonlyMap<string, SensitiveParam>>): number {
  let count = 0;
  for (const { size } of paths.values()) count += size;
  return count;
}

function sameNames(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b || (a.size === b.size && [...a].every((name) => b.has(name)));
}
