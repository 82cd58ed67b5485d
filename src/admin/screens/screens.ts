/** What a device can be given: the screens of all sources, the panels, the dither algorithms. */
import { z } from 'zod';
import { DITHER_ALGORITHMS } from '../../domain/algorithm.ts';
import { PARAM_TYPES, type ParamField } from '../../domain/params.ts';
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import type { ScreenListing } from '../../screens/sources/listing.ts';
import { MANIFEST_FILE, type Manifest, NO_MANIFEST, parseManifest } from '../../screens/sources/manifest.ts';
import type { ScreenSource } from '../../screens/sources/source.ts';
import type { AdminApi } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import type { View } from '../view.ts';
import { panelSchema, panelView } from './panel-view.ts';

export const paramSchema = z
  .object({
    name: z.string(),
    type: z.enum(PARAM_TYPES),
    required: z.boolean(),
    default: z.unknown().describe('Null when there is none'),
    label: z.string().optional(),
    description: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().optional(),
    unit: z.string().optional(),
    mode: z.string().optional(),
    options: z
      .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() }))
      .optional(),
    sensitive: z.boolean(),
    multiline: z.boolean(),
    hidden: z.boolean(),
    advanced: z.boolean(),
  })
  .describe('What a screen takes; optional keys are absent where the metadata has none')
  .meta({ id: 'Param' });

const screenSchema = z
  .object({
    ref: z.string().describe('`handle/path`: what a device is given'),
    title: z.string(),
    description: z.string(),
    params: z.array(paramSchema),
    service: z.string().describe('The engine that the screen asks for; empty when it does not'),
    compat_warning: z.string().nullable().describe('Why it may not work with this engine'),
  })
  .meta({ id: 'Screen' });

const sourceSchema = z
  .object({
    handle: z.string(),
    name: z.string(),
    description: z.string(),
    author: z.string(),
    license: z.string(),
    screens: z.array(screenSchema),
    broken: z
      .array(z.object({ ref: z.string(), problem: z.string() }))
      .describe('What looks like a screen and cannot be shown as it is on disk'),
  })
  .meta({ id: 'ScreenSource' });

const assignableSchema = z
  .object({
    screen_repos: z.array(sourceSchema),
    panels: z.array(panelSchema.meta({ id: 'Panel' })),
    dither_algorithms: z.array(z.string()),
  })
  .meta({ id: 'Assignable' });

/** Names of the sources that are not repositories, unless a manifest gives them others. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  [BUILTIN_HANDLE, 'Built-in screens'],
  [EXAMPLES_HANDLE, 'Examples'],
  [LOCAL_HANDLE, 'Local screens'],
]);

/** Everything that a device can be given, and the screens that cannot be shown as they are on disk. */
function* assignable(api: AdminApi): Slices<View<typeof assignableSchema>> {
  const config = api.config();
  const sources = api.catalogue
    .sources()
    .filter(({ handle, roots }) => roots.length > 0 || !OWN_NAMES.has(handle));
  const described: DescribedSource[] = [];
  for (const source of sources) {
    described.push({ ...describeSource(source), screens: [], broken: [] });
    yield;
  }
  const byHandle = new Map(described.map((one) => [one.handle, one]));
  for (const listing of api.catalogue.listings(config)) {
    yield;
    const source = listing === null ? undefined : byHandle.get(handleOf(listing));
    if (listing === null || source === undefined) continue;
    const { ref, problem } = listing;
    if (problem === null) source.screens.push(screenView(listing));
    else source.broken.push({ ref, problem });
  }
  return {
    screen_repos: described,
    panels: [...config.panels.values()].map(panelView),
    dither_algorithms: DITHER_ALGORITHMS,
  };
}

/** The handle that its name begins with; that of an entry of the section `screens` does not. */
function handleOf({ ref }: ScreenListing): string {
  return ref.slice(0, Math.max(ref.indexOf('/'), 0));
}

interface DescribedSource extends View<typeof sourceSchema> {
  readonly screens: View<typeof screenSchema>[];
  readonly broken: View<typeof sourceSchema>['broken'][number][];
}

function describeSource(source: ScreenSource): Omit<View<typeof sourceSchema>, 'screens' | 'broken'> {
  const { name, description, author, license } = source.manifest ?? readManifest(source.roots);
  return {
    handle: source.handle,
    name: name ?? plainNameOf(source.handle),
    description: description ?? '',
    author: author ?? '',
    license: license ?? '',
  };
}

/** The name of a source for people. */
export function sourceName({ handle, manifest, roots }: ScreenSource): string {
  return (manifest ?? readManifest(roots)).name ?? plainNameOf(handle);
}

function plainNameOf(handle: string): string {
  return OWN_NAMES.get(handle) ?? handle;
}

/** The manifest of the embedded or local screens; a broken one counts as none. */
function readManifest(roots: readonly string[]): Manifest {
  const file = readScreenFile(roots, MANIFEST_FILE, LIMITS.metaFileBytes);
  const parsed = file.ok ? parseManifest(file.value.bytes.toString('utf8')) : null;
  return parsed?.ok ? parsed.value : NO_MANIFEST;
}

/** A param as callers see it. */
export function paramView(field: ParamField): View<typeof paramSchema> {
  return { ...field, default: field.default ?? null };
}

function screenView({
  ref,
  title,
  description,
  params,
  service,
  compatWarning,
}: ScreenListing): View<typeof screenSchema> {
  return {
    ref,
    title,
    description: description ?? '',
    params: params.map(paramView),
    service: service ?? '',
    compat_warning: compatWarning,
  };
}

export const SCREEN_CALLS = {
  listScreens: adminCall({
    method: 'GET',
    path: '/screens',
    role: 'viewer',
    summary: 'Screens, panels and dither algorithms that a device can be given',
    answer: { schema: assignableSchema, description: 'What there is', isCompressed: true },
    run: ({ api, exchange }) => exchange.make(assignable(api)),
  }),
};
