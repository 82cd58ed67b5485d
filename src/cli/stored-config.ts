/** The config in the state store, for commands: opened, read, saved as a revision. */

import { plainContent } from '../config/edit/content.ts';
import type { EnvSettings } from '../config/env/env.ts';
import { ConfigParser } from '../config/read/parse.ts';
import { boundedNote } from '../config/source/revision-note.ts';
import { revisionText } from '../config/source/revisions.ts';
import type { PlainObject } from '../platform/base/plain.ts';
import type { ConfigRevision, State } from '../state/state.ts';
import { auditCommand, ownUserName } from './audit-command.ts';
import { EXIT, ExitError } from './exit.ts';
import { withStateAt } from './state/with-state-at.ts';

/** Where nothing names a store that lasts. */
export const NO_STORE =
  'the config in the state store needs STORE_URL, such as redis://host:6379 or file:/data/state';

/**
 * Work with the state store of STORE_URL, and close it.
 * @throws {ExitError} 78 without a store that can be used, 1 where it does not answer
 */
export async function withStoredConfig<T>(
  { storeUrl }: Pick<EnvSettings, 'storeUrl'>,
  work: (state: State) => Promise<T>,
): Promise<T> {
  if (storeUrl === null) throw new ExitError(EXIT.config, NO_STORE);
  return withStateAt(storeUrl, 'write', work, EXIT.config);
}

/** @throws {ExitError} 1 for an empty store */
export async function currentRevision({ config }: Pick<State, 'config'>): Promise<ConfigRevision> {
  const current = await config.current();
  if (current !== null) return current;
  const hint = 'a server saves the embedded one at its first start, and `stipple config push` a file';
  throw new ExitError(EXIT.failed, `the state store has no config yet; ${hint}`);
}

/** @throws {ExitError} 1 for a revision that is not kept */
export async function textOfRevision({ config }: Pick<State, 'config'>, revision: number): Promise<string> {
  const text = await revisionText(config, revision);
  if (text.ok) return text.value;
  throw new ExitError(EXIT.failed, text.error);
}

/**
 * Save a text, enter that into the audit trail, and tell the servers.
 * @param expected the revision that it is to follow; 0 for none
 * @param what     what is done, for the note
 * @returns the new revision
 * @throws {ExitError} 1 where another revision is current
 */
export async function saveRevision(
  state: Pick<State, 'config' | 'notices' | 'audit'>,
  expected: number,
  text: string,
  what: string,
): Promise<number> {
  const { config, notices } = state;
  const before = await config.text(expected);
  const note = boundedNote(`${what}, by ${ownUserName()}`);
  const { won, revision } = await config.save(expected, { text, savedMs: Date.now(), note });
  if (!won) {
    const now = revision === 0 ? 'there is no config in the state store' : `revision ${revision} is current`;
    const hint = revision === 0 ? '' : ': pull it, and make your change again';
    throw new ExitError(EXIT.failed, `nothing was saved: ${now}, not ${expected}${hint}`);
  }
  await auditCommand(state, what, plainConfig(before ?? ''), plainConfig(text));
  // Servers that miss it look by themselves.
  await notices.publish('config', String(revision)).catch(() => undefined);
  return revision;
}

/** The values of a text; none where it is no config. */
function plainConfig(text: string): PlainObject {
  const read = new ConfigParser('config').read(text);
  return read.ok ? (plainContent(read.value) ?? {}) : {};
}

/**
 * A number of a revision in a command line.
 * @throws {ExitError} 64
 */
export function revisionNumber(name: string, given: string, least = 1): number {
  const revision = /^\d{1,12}$/.test(given) ? Number(given) : -1;
  if (revision >= least) return revision;
  throw new ExitError(EXIT.usage, `${name}: expected the number of a revision, got "${given}"`);
}
