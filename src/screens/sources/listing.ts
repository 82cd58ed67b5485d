/** A screen as lists show it: its metadata, and what is wrong with it. */

import type { ParamSchema } from '../../domain/params.ts';
import { compatWarning } from '../../domain/service-version.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { VERSION } from '../../platform/base/version.ts';
import { NO_META } from './meta.ts';
import type { LoadedMeta, MetaStore } from './meta-store.ts';
import { isFileIn, type ScreenFiles } from './screen.ts';

/** A screen in a list. */
export interface ScreenListing {
  /** How a mapping names it. */
  readonly ref: string;
  /** Handle of its source. */
  readonly handle: string;
  readonly title: string;
  readonly description: string | null;
  readonly params: ParamSchema;
  /** The engine version that the screen was made for, as written. */
  readonly service: string | null;
  /** Why it may not work with this engine version; null when it asks for none or for a compatible one. */
  readonly compatWarning: string | null;
  /** Why it cannot be shown; null when nothing is wrong. */
  readonly problem: string | null;
  /** Relative to the roots of its source; null when there is no script. */
  readonly scriptFile: string | null;
}

/** The params of metadata as they count. */
export type ParamGuard = (files: ScreenFiles, loaded: LoadedMeta) => ParamSchema;

const unguarded: ParamGuard = (_files, { meta }) => meta.params;

/** Describe a screen. `files` is null for a folder or metadata file without a script. */
export function listScreen(
  screen: {
    readonly ref: string;
    readonly handle: string;
    readonly roots: readonly string[];
    readonly files: ScreenFiles | null;
  },
  metas: MetaStore,
  guard: ParamGuard = unguarded,
): ScreenListing {
  const { ref, handle, roots, files } = screen;
  const loaded = files === null ? null : metas.load(roots, files.metaFile);
  const meta = loaded?.ok ? loaded.value.meta : NO_META;
  const params = files !== null && loaded?.ok ? guard(files, loaded.value) : meta.params;
  const metaProblem = loaded === null || loaded.ok ? null : describeFailure(loaded.error);
  return {
    ref,
    handle,
    title: meta.title ?? ref.slice(ref.lastIndexOf('/') + 1),
    description: meta.description,
    params,
    service: meta.service,
    compatWarning: compatWarning(meta.service, VERSION),
    problem: metaProblem ?? missingFile(roots, files),
    scriptFile: files?.scriptFile ?? null,
  };
}

function missingFile(roots: readonly string[], files: ScreenFiles | null): string | null {
  if (files === null) return 'there is metadata, but no script';
  const missing = [files.scriptFile, files.templateFile].find(
    (file) => !roots.some((root) => isFileIn(root, file)),
  );
  return missing === undefined ? null : `${missing} does not exist`;
}
