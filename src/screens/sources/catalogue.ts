/** Finds screens by their reference, again for every request, so that an edit takes effect at once. */

import type { ConfigSnapshot, ScreenDefinition } from '../../domain/config-snapshot.ts';
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE, parseScreenRef } from '../../domain/screen-ref.ts';
import { type Comparisons, nearest } from '../../platform/base/nearest.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { discoverInSlices, discoverPaths, UNNAMEABLE } from './discover.ts';
import { knownPaths } from './known-paths.ts';
import { listScreen, type ParamGuard, type ScreenListing } from './listing.ts';
import { type LoadedMeta, MetaStore } from './meta-store.ts';
import {
  findFiles,
  folderOf,
  isFileIn,
  metaFileOf,
  pathOfScript,
  type Screen,
  type ScreenFiles,
} from './screen.ts';
import type { GuardedParams, SensitiveMemory } from './sensitive-memory.ts';
import { builtinSource, examplesSource, localSource, type ScreenSource } from './source.ts';

/** The part of the config that a look-up needs. */
export type ScreenConfig = Pick<ConfigSnapshot, 'screens'> &
  Partial<Pick<ConfigSnapshot, 'authorsAllowPrivateNetwork'>>;

/** Most names that a message lists. */
const MAX_NAMES = 12;

/** All screens that can be assigned to a device. */
export class ScreenCatalogue {
  private readonly builtin: ScreenSource;
  private readonly examples: ScreenSource;
  private readonly local: ScreenSource;
  /** Roots for names without a handle: the screens directory first, then the embedded screens. */
  private readonly plainRoots: readonly string[];
  private readonly repos: () => ReadonlyMap<string, ScreenSource>;
  private readonly metas = new MetaStore();
  private readonly sensitive: SensitiveMemory | null;

  /**
   * @param options.builtinDir the embedded screens, absolute
   * @param options.examplesDir the embedded examples, absolute; absent where there are none
   * @param options.localDir   the screens directory, absolute; null when there is none
   * @param options.repos      sources of screen repos by handle, asked at every look-up
   * @param options.sensitive  what is known of params that were sensitive; absent for those who show nobody any
   */
  constructor(options: {
    readonly builtinDir: string;
    readonly examplesDir?: string;
    readonly localDir: string | null;
    readonly repos?: () => ReadonlyMap<string, ScreenSource>;
    readonly sensitive?: SensitiveMemory;
  }) {
    this.builtin = builtinSource(options.builtinDir);
    this.examples = examplesSource(options.examplesDir ?? null);
    this.local = localSource(options.localDir);
    this.plainRoots = [...this.local.roots, ...this.builtin.roots];
    this.sensitive = options.sensitive ?? null;
    const none = new Map<string, ScreenSource>();
    this.repos = options.repos ?? (() => none);
  }

  /** All sources, the embedded ones first. */
  sources(): readonly ScreenSource[] {
    const examples = this.examples.roots.length === 0 ? [] : [this.examples];
    return [this.builtin, ...examples, this.local, ...this.repos().values()];
  }

  /**
   * Find a screen. Its script and template are not opened; their readers report missing files.
   * @param comparisons  for those who look up many, of which each may be misspelt
   */
  locate(ref: string, config: ScreenConfig, comparisons?: Comparisons): Result<Screen> {
    const definition = this.definitionOf(ref, config);
    if (definition !== undefined) {
      const { script, template, defaultRefreshSeconds } = definition;
      const files = { scriptFile: script, templateFile: template, metaFile: metaFileOf(script) };
      return this.describe(
        ref,
        this.plainRoots,
        files,
        this.plainSource(script),
        config,
        defaultRefreshSeconds,
      );
    }
    const parsed = parseScreenRef(ref);
    if (parsed === null) return notFound(ref, 'expected a screen as name or handle/path');
    if (parsed.handle === null) {
      const files = findFiles(this.plainRoots, parsed.path);
      if (files === null) return notFound(ref, this.knownNames(parsed.path, config, comparisons));
      return this.describe(ref, this.plainRoots, files, this.plainSource(files.scriptFile), config);
    }
    const source = this.source(parsed.handle);
    if (source === undefined) return notFound(ref, this.knownHandles(parsed.handle, comparisons));
    if (source.problem !== null) return notFound(ref, source.problem);
    const files = findFiles(source.roots, parsed.path);
    if (files === null) return notFound(ref, namesIn(source, parsed.path, comparisons));
    return this.describe(ref, source.roots, files, source, config);
  }

  /**
   * The entry of the `screens` section for a name; undefined without any, and for one whose files are embedded while the
   * screens directory has a screen of this name: the nearest one wins, as it does where the embedded files have its paths.
   */
  private definitionOf(ref: string, { screens }: ScreenConfig): ScreenDefinition | undefined {
    const definition = ref.includes('/') ? undefined : screens.get(ref);
    return definition === undefined || this.isTakenOver(definition) ? undefined : definition;
  }

  private isTakenOver({ name, script }: ScreenDefinition): boolean {
    if (pathOfScript(script) !== name || this.plainSource(script) !== this.builtin) return false;
    return findFiles(this.local.roots, name) !== null;
  }

  /** The names of embedded screens by which a screen of the screens directory is drawn. Reads the file system. */
  takenOver(config: ScreenConfig): readonly string[] {
    return discoverPaths(this.builtin.roots).filter((name) => {
      const meant = this.embeddedName(name, config);
      return meant?.handle === LOCAL_HANDLE && meant.path === name;
    });
  }

  /** What is drawn by a plain name that an embedded screen has; null for a name that none has. */
  embeddedName(
    name: string,
    config: ScreenConfig,
  ): { readonly handle: string; readonly path: string } | null {
    if (findFiles(this.builtin.roots, name) === null) return null;
    const script = this.definitionOf(name, config)?.script ?? findFiles(this.plainRoots, name)?.scriptFile;
    if (script === undefined) return null;
    return { handle: this.plainSource(script).handle, path: pathOfScript(script) };
  }

  /**
   * Every screen of every source, with what is wrong with it; and the entries of the `screens` section that are not
   * other names of these. Reads the file system: not for display calls.
   */
  list(config: ScreenConfig): readonly ScreenListing[] {
    return [...this.listings(config)].filter((listing) => listing !== null);
  }

  /** The same one by one, for callers that let others run in between; null while screens are looked for. */
  *listings(config: ScreenConfig): Generator<ScreenListing | null> {
    const known = new Set<string | null>();
    for (const source of this.sources()) {
      const { handle, roots } = source;
      const { paths, unnameable } = yield* nullsOf(discoverInSlices(roots));
      const list = (path: string, files: ScreenFiles | null): ScreenListing =>
        listScreen({ ref: `${handle}/${path}`, handle, roots, files }, this.metas, this.guardOf(source));
      for (const path of paths) {
        const listing = list(path, findFiles(roots, path));
        known.add(listing.scriptFile);
        yield listing;
      }
      for (const path of unnameable) yield { ...list(path, null), problem: UNNAMEABLE };
    }
    for (const definition of config.screens.values()) {
      if (!known.has(definition.script)) yield this.listDefinition(definition);
    }
  }

  /** The references of all screens, without a look at them, as they were at most a second ago. */
  refs(): readonly string[] {
    return this.sources().flatMap(({ handle, roots }) =>
      knownPaths(roots).map((path) => `${handle}/${path}`),
    );
  }

  /** The source with a handle. */
  source(handle: string): ScreenSource | undefined {
    if (handle === BUILTIN_HANDLE) return this.builtin;
    if (handle === EXAMPLES_HANDLE) return this.examples;
    if (handle === LOCAL_HANDLE) return this.local;
    return this.repos().get(handle);
  }

  private listDefinition({ name, script, template }: ScreenDefinition): ScreenListing {
    const files = { scriptFile: script, templateFile: template, metaFile: metaFileOf(script) };
    const source = this.plainSource(script);
    const { handle } = source;
    return listScreen({ ref: name, handle, roots: this.plainRoots, files }, this.metas, this.guardOf(source));
  }

  private plainSource(scriptFile: string): ScreenSource {
    const isLocal = this.local.roots.some((root) => isFileIn(root, scriptFile));
    return isLocal ? this.local : this.builtin;
  }

  private describe(
    ref: string,
    roots: readonly string[],
    files: ScreenFiles,
    source: ScreenSource,
    { authorsAllowPrivateNetwork: trustsAuthors = false }: ScreenConfig,
    definedRefreshSeconds: number | null = null,
  ): Result<Screen> {
    const loaded = this.metas.load(roots, files.metaFile);
    if (!loaded.ok) return loaded;
    const { meta, present, isAuthored = false } = loaded.value;
    const { params, onceSensitive } = this.guarded(source, files, loaded.value);
    return ok({
      ref,
      handle: source.handle,
      title: meta.title ?? ref.slice(ref.lastIndexOf('/') + 1),
      roots,
      dir: folderOf(files.scriptFile),
      scriptFile: files.scriptFile,
      templateFile: files.templateFile,
      metaFile: present ? files.metaFile : null,
      defaultRefreshSeconds: definedRefreshSeconds ?? meta.defaultRefreshSeconds,
      text: meta.text,
      params,
      onceSensitive,
      service: meta.service,
      // An author's defaults of params would lead the script of somebody else.
      allowPrivateNetwork: source.allowPrivateNetwork && (trustsAuthors || !isAuthored),
      trustsAuthors,
    });
  }

  /** The params of a screen as they count: what was sensitive once is. */
  private guarded(
    { handle, roots }: ScreenSource,
    { scriptFile }: ScreenFiles,
    { declared, meta: { params } }: LoadedMeta,
  ): GuardedParams {
    const found = { handle, path: pathOfScript(scriptFile), roots };
    return this.sensitive?.guard(found, declared, params) ?? { params, onceSensitive: [] };
  }

  private guardOf(source: ScreenSource): ParamGuard {
    return (files, loaded) => this.guarded(source, files, loaded).params;
  }

  private knownNames(wanted: string, config: ScreenConfig, comparisons?: Comparisons): string {
    const names = new Set([...config.screens.keys(), ...knownPaths(this.plainRoots)]);
    const hint = this.local.roots.length === 0 ? '; SCREENS_DIR is not set' : '';
    return listNames('screens', wanted, [...names], comparisons) + hint;
  }

  private knownHandles(wanted: string, comparisons?: Comparisons): string {
    const handles = this.sources().map((source) => source.handle);
    return `there is no screen repo ${JSON.stringify(wanted)}; ${listNames('repos', wanted, handles, comparisons)}`;
  }
}

function namesIn({ handle, roots }: ScreenSource, wanted: string, comparisons?: Comparisons): string {
  return listNames(`screens in ${handle}`, wanted, knownPaths(roots), comparisons);
}

function* nullsOf<T>(work: Slices<T>): Generator<null, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield null;
  }
}

function listNames(
  what: string,
  wanted: string,
  names: readonly string[],
  comparisons?: Comparisons,
): string {
  if (names.length === 0) return `there are no ${what}`;
  const close = nearest(wanted, names, comparisons);
  const meant = close === null ? '' : `did you mean ${JSON.stringify(close)}? `;
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${meant}known ${what}: ${shown}${more}`;
}

function notFound(ref: string, why: string): Result<never> {
  const shown = ref.length > 80 ? `${ref.slice(0, 77)}...` : ref;
  return err({ code: 'screen_missing', message: `screen ${JSON.stringify(shown)} not found: ${why}` });
}
