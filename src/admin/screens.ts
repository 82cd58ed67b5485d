/** What can be assigned: the screens of all sources, the panels, the dither algorithms. */
import { LIMITS } from '../base/limits.ts';
import type { PlainValue } from '../base/plain.ts';
import { DITHER_ALGORITHMS } from '../domain/algorithm.ts';
import { FOUR_GREYS } from '../domain/palette.ts';
import type { Panel } from '../domain/panel.ts';
import type { ParamField, ParamOption } from '../domain/params.ts';
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE } from '../domain/screen-ref.ts';
import { readScreenFile } from '../screens/files.ts';
import type { ScreenListing } from '../screens/listing.ts';
import { MANIFEST_FILE, type Manifest, NO_MANIFEST, parseManifest } from '../screens/manifest.ts';
import type { ScreenSource } from '../screens/source.ts';
import type { AdminApi } from './admin-api.ts';

export interface ParamView extends Omit<ParamField, 'default' | 'options'> {
  /** Null when there is none. */
  readonly default: PlainValue;
  readonly options?: readonly ParamOption[];
}

export interface ScreenView {
  /** `handle/path`. */
  readonly ref: string;
  readonly title: string;
  readonly description: string;
  readonly params: readonly ParamView[];
  readonly service: string;
  readonly compat_warning: string | null;
}

export interface BrokenScreenView {
  readonly ref: string;
  /** Why no device can be given it. */
  readonly problem: string;
}

export interface ScreenSourceView {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly screens: readonly ScreenView[];
  /** What looks like a screen and cannot be shown as it is on disk. */
  readonly broken: readonly BrokenScreenView[];
}

export interface PanelView {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly colors: string;
}

export interface AssignableView {
  readonly screen_repos: readonly ScreenSourceView[];
  readonly panels: readonly PanelView[];
  readonly dither_algorithms: readonly string[];
}

/** What the sources that are no repositories are called, unless a manifest says it. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  [BUILTIN_HANDLE, 'Built-in screens'],
  [EXAMPLES_HANDLE, 'Examples'],
  [LOCAL_HANDLE, 'Local screens'],
]);

/** Everything that a device can be given, and apart from it the screens that cannot be shown as they are on disk. */
export function assignable(api: AdminApi): AssignableView {
  const config = api.config();
  const listed = api.catalogue.list(config);
  const sources = api.catalogue
    .sources()
    .filter(({ handle, roots }) => roots.length > 0 || !OWN_NAMES.has(handle));
  return {
    screen_repos: sources.map((source) => {
      const own = listed.filter(({ ref }) => ref.startsWith(`${source.handle}/`));
      return {
        ...describeSource(source),
        screens: own.filter(({ problem }) => problem === null).map(screenView),
        broken: own.flatMap(({ ref, problem }) => (problem === null ? [] : [{ ref, problem }])),
      };
    }),
    panels: [...config.panels.values()].map(panelView),
    dither_algorithms: DITHER_ALGORITHMS,
  };
}

function describeSource(source: ScreenSource): Omit<ScreenSourceView, 'screens' | 'broken'> {
  const { name, description, author, license } = source.manifest ?? readManifest(source.roots);
  return {
    handle: source.handle,
    name: name ?? OWN_NAMES.get(source.handle) ?? source.handle,
    description: description ?? '',
    author: author ?? '',
    license: license ?? '',
  };
}

/** The manifest beside the embedded or local screens; a broken one costs them nothing but their names. */
function readManifest(roots: readonly string[]): Manifest {
  const file = readScreenFile(roots, MANIFEST_FILE, LIMITS.metaFileBytes);
  const parsed = file.ok ? parseManifest(file.value.bytes.toString('utf8')) : null;
  return parsed?.ok ? parsed.value : NO_MANIFEST;
}

function screenView({ ref, title, description, params, service, compatWarning }: ScreenListing): ScreenView {
  return {
    ref,
    title,
    description: description ?? '',
    params: params.map((field) => ({ ...field, default: field.default ?? null })),
    service: service ?? '',
    compat_warning: compatWarning,
  };
}

function panelView({ name, size, palette }: Panel): PanelView {
  return {
    name,
    width: size?.widthPx ?? null,
    height: size?.heightPx ?? null,
    colors: (palette ?? FOUR_GREYS).join(','),
  };
}
