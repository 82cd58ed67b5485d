/** Opens the store that STORE_URL names, for a command. */
import type { State } from '../../state/state.ts';
import { EXIT, ExitError } from '../exit.ts';
import { loadSettings } from '../settings.ts';
import { type StateAccess, withStateAt } from './with-state-at.ts';

/**
 * Work with the store of the settings, and close it.
 * @throws {ExitError} 78 without STORE_URL, and what `withStateAt` throws
 */
export async function withState(
  access: StateAccess,
  work: (state: State, label: string) => Promise<void>,
): Promise<void> {
  return withStateAt(storeUrlOf(), access, work);
}

/** @throws {ExitError} 78 without STORE_URL */
export function storeUrlOf(): string {
  const { storeUrl } = loadSettings();
  if (storeUrl !== null) return storeUrl;
  const expected = 'expected an address such as file:/data/state, got none';
  throw new ExitError(EXIT.config, `STORE_URL: ${expected}; without it a server keeps its state in memory`);
}
