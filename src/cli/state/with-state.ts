/** Opens the store that STORE_URL names, for a command. */
import { statFile } from '../../files/files.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/state.ts';
import { StateError } from '../../state/state-error.ts';
import { readStateUrl, stateLabel } from '../../state/state-url.ts';
import { EXIT, ExitError } from '../exit.ts';
import { loadSettings } from '../setup.ts';

/** No device waits for a command. */
const COMMAND_MS = 10_000;

/**
 * Work with the store, and close it.
 * @param access  `read` makes no store where there is none
 * @throws {ExitError} 78 for a store that cannot be used, 1 for one that fails or does not answer
 */
export async function withState(
  access: 'read' | 'write',
  work: (state: State, label: string) => Promise<void>,
): Promise<void> {
  const { storeUrl } = loadSettings();
  if (storeUrl === null) {
    const expected = 'expected an address such as file:/data/state, got none';
    throw new ExitError(EXIT.config, `STORE_URL: ${expected}; without it a server keeps its state in memory`);
  }
  const address = readStateUrl(storeUrl);
  if (!address.ok) throw new ExitError(EXIT.config, address.error);
  const label = stateLabel(address.value);
  const isMissing = address.value.kind === 'file' && statFile(address.value.folder) === undefined;
  if (access === 'read' && isMissing) throw new ExitError(EXIT.config, `STORE_URL: ${label} does not exist`);
  const opened = await openState(storeUrl, { commandMs: COMMAND_MS });
  if (!opened.ok) throw new ExitError(EXIT.config, opened.error);
  const state = opened.value;
  try {
    if (!state.health.isUp) {
      throw new ExitError(EXIT.failed, state.health.problem ?? `${label} does not answer`);
    }
    await work(state, label);
  } catch (error) {
    if (error instanceof StateError) throw new ExitError(EXIT.failed, error.message);
    throw error;
  } finally {
    await state.close();
  }
}
