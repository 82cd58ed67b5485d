/** Opens a store for a command that knows its address. */

import { isIdentity } from '../../fleet/register/device-texts.ts';
import { statFile } from '../../platform/files/files.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { readStateUrl, stateLabel } from '../../state/state-url.ts';
import { EXIT, ExitError } from '../exit.ts';

/** No device waits for a command. */
const COMMAND_MS = 10_000;

/** `read` makes no store where there is none. */
export type StateAccess = 'read' | 'write';

/**
 * Work with the store at an address, and close it.
 * @param unusable  exit code where the work finds that it cannot use what it meets
 * @throws {ExitError} 78 for a store that cannot be used, 1 for one that fails or does not answer
 */
export async function withStateAt<T>(
  storeUrl: string,
  access: StateAccess,
  work: (state: State, label: string) => Promise<T>,
  unusable: number = EXIT.failed,
): Promise<T> {
  const address = readStateUrl(storeUrl);
  if (!address.ok) throw new ExitError(EXIT.config, address.error);
  const label = stateLabel(address.value);
  const isMissing = address.value.kind === 'file' && statFile(address.value.folder) === undefined;
  if (access === 'read' && isMissing) throw new ExitError(EXIT.config, `STORE_URL: ${label} does not exist`);
  const opened = await openState(storeUrl, { commandMs: COMMAND_MS, isIdentity });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const state = opened.value;
  try {
    if (!state.health.isUp) {
      throw new ExitError(EXIT.failed, state.health.problem ?? `${label} does not answer`);
    }
    return await work(state, label);
  } catch (error) {
    requireStateError(error);
    throw new ExitError(error.kind === 'unusable' ? unusable : EXIT.failed, error.message);
  } finally {
    await state.close();
  }
}
