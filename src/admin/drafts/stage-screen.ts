/** Finds the screen of a call: one that can be assigned, or a draft, whose files lie over those of its handle while the call lasts. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { BUILTIN_HANDLE, parseScreenRef } from '../../domain/screen-ref.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Result } from '../../platform/base/result.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import { otherScript, takenByOtherForm } from '../../screens/sources/forms.ts';
import { isFileIn, type Screen } from '../../screens/sources/screen.ts';
import type { ScreenSource } from '../../screens/sources/source.ts';
import { draftBody, readNested } from './draft-bodies.ts';
import { type DraftFile, readDraftFiles, writeDraft } from './draft-files.ts';

/** What a body says of its screen. */
export type ScreenRequest =
  | { readonly kind: 'screen'; readonly ref: string }
  | {
      readonly kind: 'draft';
      /** The screen that the files belong to, as `handle/path`; null where they stand alone. */
      readonly ref: string | null;
      readonly files: readonly DraftFile[];
    };

/** A screen that can be run and checked until it is removed. */
export interface StagedScreen {
  /** The name that pictures and lists have for it. */
  readonly name: string;
  /** Below the roots. */
  readonly path: string;
  readonly roots: readonly string[];
  /** Why it cannot be run, such as for its metadata. */
  readonly located: Result<Screen>;
  /** Forget the files of a draft. */
  remove(): void;
}

/** Where the screens of a server are. */
export interface ScreenSources {
  readonly catalogue: ScreenCatalogue;
  config(): ConfigSnapshot;
}

/** All drafts have one name, in metrics and in what is learnt of the time that screens take. */
const DRAFT = 'draft';

/** What can be exchanged in a screen without another program: its template, its metadata, its pictures. */
const NO_PROGRAM = /\.(?:svg|ya?ml|png|jpe?g|webp)$/i;

/** Read which screen is meant. @param fields  of a body, each of which fits its schema */
export function readScreenRequest(fields: {
  readonly screen?: string | undefined;
  readonly draft?: Readonly<Record<string, unknown>> | undefined;
}): { readonly request: ScreenRequest | null; readonly problems: readonly FieldProblem[] } {
  const { screen, draft } = fields;
  if ((screen === undefined) === (draft === undefined)) {
    const got = screen === undefined ? 'none' : 'both';
    const message = `screen: expected a screen or a draft, got ${got}`;
    return { request: null, problems: [{ field: 'screen', message }] };
  }
  if (screen !== undefined) return { request: { kind: 'screen', ref: screen }, problems: [] };
  const { fields: own, problems } = readNested('draft', draftBody, (draft ?? {}) as PlainValue);
  if (problems.length > 0) return { request: null, problems };
  const read = readDraftFiles(own.files ?? {}, own.assets ?? {});
  const request = { kind: 'draft', ref: own.screen ?? null, files: read.files } as const;
  return { request: read.problems.length > 0 ? null : request, problems: read.problems };
}

/**
 * Make a screen ready. The caller removes it.
 * @throws {AppError} invalid_body where there is no such screen
 */
export async function stageScreen(api: ScreenSources, request: ScreenRequest): Promise<StagedScreen> {
  if (request.kind === 'draft') return stageDraft(api, request);
  const { ref } = request;
  const located = api.catalogue.locate(ref, api.config());
  if (!located.ok && located.error.code === 'screen_missing')
    throw noScreen('screen', describeFailure(located.error));
  const parsed = parseScreenRef(ref);
  const roots = api.catalogue.source(parsed?.handle ?? '')?.roots ?? [];
  return { name: ref, path: parsed?.path ?? ref, roots, located, remove: () => undefined };
}

async function stageDraft(
  { catalogue }: ScreenSources,
  { ref, files }: Extract<ScreenRequest, { kind: 'draft' }>,
): Promise<StagedScreen> {
  const base = ref === null ? null : baseOf(catalogue, ref);
  requireOneForm(files, base?.source.roots ?? []);
  const folder = await writeDraft(files);
  try {
    const path = base?.path ?? onlyScreen(folder);
    const roots = [folder.path, ...(base?.source.roots ?? [])];
    // A program that came with the call must not reach more than the caller: the network of the server is not theirs.
    const isTrusted = files.every(({ name }) => NO_PROGRAM.test(name));
    const allowPrivateNetwork = isTrusted && (base?.source.allowPrivateNetwork ?? false);
    const located = locate(catalogue, { handle: DRAFT, roots, allowPrivateNetwork, problem: null }, path);
    if (!located.ok && located.error.code === 'screen_missing') {
      throw noScreen('draft', `there is no ${path}.lua and no ${path}/script.lua`);
    }
    return { name: ref ?? path, path, roots, located, remove: () => folder.remove() };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** A draft would show what its files never come to: a new one in the one form beside a screen in the other. */
function requireOneForm(files: readonly DraftFile[], roots: readonly string[]): void {
  const isSaved = (name: string): boolean => roots.some((root) => isFileIn(root, name));
  const names = new Set(files.map(({ name }) => name));
  for (const name of names) {
    const script = otherScript(name);
    if (script === null || isSaved(name) || !(names.has(script) || isSaved(script))) continue;
    throw noScreen('draft.files', takenByOtherForm(name, script));
  }
}

function baseOf(
  catalogue: ScreenCatalogue,
  ref: string,
): { readonly source: ScreenSource; readonly path: string } {
  const parsed = parseScreenRef(ref);
  const source = parsed?.handle == null ? undefined : catalogue.source(parsed.handle);
  if (parsed === null || source === undefined) {
    const handles = catalogue.sources().map(({ handle }) => handle);
    throw noScreen('draft.screen', `expected a handle out of ${handles.slice(0, 12).join(', ')}`);
  }
  return { source, path: parsed.path };
}

function onlyScreen(folder: OwnedFolder): string {
  const [path, ...more] = discoverPaths([folder.path]);
  if (path !== undefined && more.length === 0) return path;
  const got = path === undefined ? 'none' : [path, ...more].slice(0, 5).join(', ');
  throw noScreen('draft.screen', `expected files of one screen, or the name of one, got ${got}`);
}

/** A catalogue of its own reads the metadata: those of a draft are not kept. */
function locate(catalogue: ScreenCatalogue, source: ScreenSource, path: string): Result<Screen> {
  const builtinDir = catalogue.source(BUILTIN_HANDLE)?.roots[0] ?? '';
  const repos = new Map([[DRAFT, source]]);
  const own = new ScreenCatalogue({ builtinDir, localDir: null, repos: () => repos });
  const located = own.locate(`${DRAFT}/${path}`, { screens: new Map() });
  return located.ok ? { ok: true, value: { ...located.value, ref: DRAFT } } : located;
}

function noScreen(field: string, message: string): AppError {
  return new AppError('invalid_body', { problems: [{ field, message: `${field}: ${message}` }] });
}
