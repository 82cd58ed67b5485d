/** The revisions of the config that the state store keeps: to look at, and to go back to. */
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { ConfigRevision, State } from '../../state/state.ts';

type Revisions = Pick<State['config'], 'history' | 'text'>;

/**
 * The text of a revision.
 * @returns else which ones are kept
 * @throws {StateError}
 */
export async function revisionText(config: Revisions, revision: number): Promise<Result<string, string>> {
  const text = await config.text(revision);
  if (text !== null) return ok(text);
  const kept = (await config.history()).map((info) => info.revision);
  const which = kept.length === 0 ? 'there is none' : `kept are ${kept[0]} to ${kept.at(-1)}`;
  return err(`there is no revision ${revision}; ${which}`);
}

/**
 * What to go back to.
 * @param wanted  null for the revision before the current one
 * @returns else why there is nothing to go back to
 * @throws {StateError}
 */
export async function revisionToUndo(
  config: Revisions,
  current: Pick<ConfigRevision, 'revision' | 'text'>,
  wanted: number | null,
): Promise<Result<Pick<ConfigRevision, 'revision' | 'text'>, string>> {
  const before = wanted ?? (await lastBefore(config, current.revision));
  if (before === null) return err(`nothing to undo: there is no revision before ${current.revision}`);
  const text = await revisionText(config, before);
  return text.ok ? ok({ revision: before, text: text.value }) : text;
}

async function lastBefore(config: Revisions, current: number): Promise<number | null> {
  return (await config.history()).findLast((info) => info.revision < current)?.revision ?? null;
}
