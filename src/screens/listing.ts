/** One screen as a list shows it: what its metadata says, and what is wrong with it. */
import { describeFailure } from '../base/failure.ts';
import { VERSION } from '../base/version.ts';
import type { ParamSchema } from '../domain/params.ts';
import { compatWarning } from '../domain/service-version.ts';
import { NO_META } from './meta.ts';
import type { MetaStore } from './meta-store.ts';
import { isFileIn, type ScreenFiles } from './screen.ts';

/** A screen in a list. */
export interface ScreenListing {
  /** What a mapping writes to get it. */
  readonly ref: string;
  /** Of its source. */
  readonly handle: string;
  readonly title: string;
  readonly description: string | null;
  readonly params: ParamSchema;
  /** The engine that the screen asks for, as written. */
  readonly service: string | null;
  /** Why it may not work with this engine; null when it asks for nothing or is satisfied. */
  readonly compatWarning: string | null;
  /** Why it cannot be shown; null when nothing is known. */
  readonly problem: string | null;
  /** Relative to the roots of its source; null when there is no script. */
  readonly scriptFile: string | null;
}

/** Describe a screen. `files` is null when a folder or metadata file without a script was found. */
export function listScreen(
  screen: {
    readonly ref: string;
    readonly handle: string;
    readonly roots: readonly string[];
    readonly files: ScreenFiles | null;
  },
  metas: MetaStore,
): ScreenListing {
  const { ref, handle, roots, files } = screen;
  const loaded = files === null ? null : metas.load(roots, files.metaFile);
  const meta = loaded?.ok ? loaded.value.meta : NO_META;
  const metaProblem = loaded === null || loaded.ok ? null : describeFailure(loaded.error);
  return {
    ref,
    handle,
    title: meta.title ?? ref.slice(ref.lastIndexOf('/') + 1),
    description: meta.description,
    params: meta.params,
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
