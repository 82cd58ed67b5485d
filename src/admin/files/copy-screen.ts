/** `POST /api/admin/files:copy`: a screen from any source becomes one of the screens directory, to be edited there. */

import { LOCAL_HANDLE, parseScreenRef } from '../../domain/screen-ref.ts';
import { AppError } from '../../platform/base/errors.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { flatFiles, folderFiles, type Screen } from '../../screens/sources/screen.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { copyScreenBody, type screenCopiedSchema } from './file-bodies.ts';
import { requireNewName, requireSafePath } from './file-paths.ts';
import { type LocalFiles, withLocalFiles } from './local-files.ts';
import { type CopiedFiles, gatherFiles } from './screen-files.ts';
import { writableRoot } from './write-files.ts';

/**
 * Copy all files of a screen, with those that they name.
 * @throws {AppError} invalid_body, source_read_only, file_refused, file_exists, file_not_written
 */
export async function copyScreen(
  api: Pick<AdminApi, 'catalogue' | 'config' | 'hub'>,
  call: AdminCall,
  body: PlainValue,
): Promise<View<typeof screenCopiedSchema>> {
  const root = writableRoot(api.catalogue, LOCAL_HANDLE);
  const { screen, to } = readRequest(api, body);
  requireSafePath(to);
  requireNewName(root, `${to}.lua`);
  const gathered = await gatherFiles(screen, to);
  const files = await withLocalFiles(root, call.caller, async (local) => {
    requireFree(local, to);
    return writeAll(local, gathered);
  });
  api.hub.lookAtScreens();
  const copied = { screen: `${LOCAL_HANDLE}/${to}`, files };
  call.noteChange({
    changes: [{ path: `files.${copied.screen}`, after: screen.ref }],
    more: 0,
    devices: [],
  });
  call.log.info({ from: screen.ref, ...copied }, 'admin: screen copied');
  return copied;
}

function readRequest(
  { catalogue, config }: Pick<AdminApi, 'catalogue' | 'config'>,
  body: PlainValue,
): { readonly screen: Screen; readonly to: string } {
  const { fields, problems } = readBodyFields(copyScreenBody, body);
  const { from, to } = fields;
  if (problems.length > 0 || from === undefined || to === undefined) {
    throw new AppError('invalid_body', { problems });
  }
  const located = catalogue.locate(from, config());
  if (!located.ok) throw wrong('from', describeFailure(located.error));
  if (parseScreenRef(`${LOCAL_HANDLE}/${to}`) !== null) return { screen: located.value, to };
  const expected = 'expected segments of letters, digits, ".", "_" and "-" with "/" between them';
  throw wrong('to', `${expected}, got ${quoteShort(to)}`);
}

/** A screen of this name in either form would hide the copy, or be hidden by it. */
function requireFree(local: LocalFiles, to: string): void {
  const names = [flatFiles(to), folderFiles(to)].flatMap((files) => Object.values(files));
  const taken = names.find((name) => local.has(name));
  if (taken === undefined) return;
  throw new AppError('file_exists', { detail: `There is a file ${quoteShort(taken)} already.` });
}

/** Write the files, those with the script last: until then there is no screen. Files that are there already stay. */
async function writeAll(local: LocalFiles, gathered: CopiedFiles): Promise<readonly string[]> {
  const missing = [...gathered].filter(([name, bytes]) => {
    const there = local.read(name);
    if (there === null) return true;
    if (there.equals(bytes)) return false;
    const detail = `There is another file ${quoteShort(name)} already; copy the screen into a folder of its own.`;
    throw new AppError('file_exists', { detail });
  });
  for (const [name] of missing) local.requireOneForm(name);
  for (const [name, bytes] of missing.toReversed()) await local.write(name, bytes, null);
  return missing.map(([name]) => name).sort();
}

function wrong(field: string, message: string): AppError {
  return new AppError('invalid_body', { problems: [{ field, message: `${field}: ${message}` }] });
}
