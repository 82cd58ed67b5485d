/** The files that a screen may name in its script and template: those of its own repo. */
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { HIDDEN, isSafeRelativePath, type OnSeenFile, readScreenFile, type ScreenFile } from './files.ts';
import type { Screen } from './screen.ts';

/** A file, and its name relative to the root of the repo. */
export interface OwnFile {
  readonly name: string;
  readonly file: ScreenFile;
}

/** A source file (a module, a template), named relative to the screen's folder or to the root of the repo. */
export function readBeside(
  screen: Pick<Screen, 'roots' | 'dir'>,
  name: string,
  onSeen?: OnSeenFile,
): Result<OwnFile> {
  const beside =
    screen.dir === '' ? null : readOwnFile(screen, `${screen.dir}/${name}`, LIMITS.sourceFileBytes, onSeen);
  return beside !== null && (beside.ok || beside.error.code !== 'asset_missing')
    ? beside
    : readOwnFile(screen, name, LIMITS.sourceFileBytes, onSeen);
}

/** A file, named relative to the root of the repo. */
export function readOwnFile(
  { roots }: Pick<Screen, 'roots'>,
  name: string,
  maxBytes: number,
  onSeen?: OnSeenFile,
): Result<OwnFile> {
  // Each file must have only one name, so that a module is loaded once.
  if (name.split('/').includes('.') && isSafeRelativePath(name)) {
    return err({ code: 'asset_refused', message: HIDDEN, file: name });
  }
  const file = readScreenFile(roots, name, maxBytes, onSeen);
  return file.ok ? ok({ name, file: file.value }) : file;
}
