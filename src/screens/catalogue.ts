/** Finds screens by their reference, again for every request, so that an edit takes effect at once. */
import { type Comparisons, nearest } from '../base/nearest.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ConfigSnapshot, ScreenDefinition } from '../domain/mapping.ts';
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE, parseScreenRef } from '../domain/screen-ref.ts';
import { discoverPaths, discoverScreens, UNNAMEABLE } from './discover.ts';
import { listScreen, type ScreenListing } from './listing.ts';
import { MetaStore } from './meta-store.ts';
import { findFiles, folderOf, isFileIn, metaFileOf, type Screen, type ScreenFiles } from './screen.ts';
import { builtinSource, examplesSource, localSource, type ScreenSource } from './source.ts';

/** The part of the config that a look-up needs. */
export type ScreenConfig = Pick<ConfigSnapshot, 'screens'>;

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

  /**
   * @param options.builtinDir the embedded screens, absolute
   * @param options.examplesDir the embedded examples, absolute; absent where there are none
   * @param options.localDir   the screens directory, absolute; null when there is none
   * @param options.repos      sources of screen repos by handle, asked at every look-up
   */
  constructor(options: {
    readonly builtinDir: string;
    readonly examplesDir?: string;
    readonly localDir: string | null;
    readonly repos?: () => ReadonlyMap<string, ScreenSource>;
  }) {
    this.builtin = builtinSource(options.builtinDir);
    this.examples = examplesSource(options.examplesDir ?? null);
    this.local = localSource(options.localDir);
    this.plainRoots = [...this.local.roots, ...this.builtin.roots];
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
    const definition = ref.includes('/') ? undefined : config.screens.get(ref);
    if (definition !== undefined) {
      const { script, template, defaultRefreshSeconds } = definition;
      const files = { scriptFile: script, templateFile: template, metaFile: metaFileOf(script) };
      return this.describe(ref, this.plainRoots, files, this.plainSource(script), defaultRefreshSeconds);
    }
    const parsed = parseScreenRef(ref);
    if (parsed === null) return notFound(ref, 'expected a screen as name or handle/path');
    if (parsed.handle === null) {
      const files = findFiles(this.plainRoots, parsed.path);
      if (files === null) return notFound(ref, this.knownNames(parsed.path, config, comparisons));
      return this.describe(ref, this.plainRoots, files, this.plainSource(files.scriptFile), null);
    }
    const source = this.source(parsed.handle);
    if (source === undefined) return notFound(ref, this.knownHandles(parsed.handle, comparisons));
    if (source.problem !== null) return notFound(ref, source.problem);
    const files = findFiles(source.roots, parsed.path);
    if (files === null) return notFound(ref, knownPaths(source, parsed.path, comparisons));
    return this.describe(ref, source.roots, files, source, null);
  }

  /**
   * Every screen of every source, with what is wrong with it; and the entries of the `screens` section that are not
   * other names of these. Reads the file system: not for display calls.
   */
  list(config: ScreenConfig): readonly ScreenListing[] {
    return [...this.listings(config)];
  }

  /** The same one by one, for callers that let others run in between. */
  *listings(config: ScreenConfig): Generator<ScreenListing> {
    const known = new Set<string | null>();
    for (const { handle, roots } of this.sources()) {
      const { paths, unnameable } = discoverScreens(roots);
      const list = (path: string, files: ScreenFiles | null): ScreenListing =>
        listScreen({ ref: `${handle}/${path}`, handle, roots, files }, this.metas);
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

  /** The source with a handle. */
  source(handle: string): ScreenSource | undefined {
    if (handle === BUILTIN_HANDLE) return this.builtin;
    if (handle === EXAMPLES_HANDLE) return this.examples;
    if (handle === LOCAL_HANDLE) return this.local;
    return this.repos().get(handle);
  }

  private listDefinition({ name, script, template }: ScreenDefinition): ScreenListing {
    const files = { scriptFile: script, templateFile: template, metaFile: metaFileOf(script) };
    const { handle } = this.plainSource(script);
    return listScreen({ ref: name, handle, roots: this.plainRoots, files }, this.metas);
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
    definedRefreshSeconds: number | null,
  ): Result<Screen> {
    const loaded = this.metas.load(roots, files.metaFile);
    if (!loaded.ok) return loaded;
    const { meta, present, isAuthored = false } = loaded.value;
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
      params: meta.params,
      service: meta.service,
      // An author's defaults of params would lead the script of somebody else.
      allowPrivateNetwork: source.allowPrivateNetwork && !isAuthored,
    });
  }

  private knownNames(wanted: string, config: ScreenConfig, comparisons?: Comparisons): string {
    const names = new Set([...config.screens.keys(), ...discoverPaths(this.plainRoots)]);
    const hint = this.local.roots.length === 0 ? '; SCREENS_DIR is not set' : '';
    return listNames('screens', wanted, [...names], comparisons) + hint;
  }

  private knownHandles(wanted: string, comparisons?: Comparisons): string {
    const handles = this.sources().map((source) => source.handle);
    return `there is no screen repo ${JSON.stringify(wanted)}; ${listNames('repos', wanted, handles, comparisons)}`;
  }
}

function knownPaths(source: ScreenSource, wanted: string, comparisons?: Comparisons): string {
  return listNames(`screens in ${source.handle}`, wanted, discoverPaths(source.roots), comparisons);
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
