/** Answers of Redis by their form: one that is none of a command, of a proxy between for example, counts as no answer. */
import { StateError } from '../state-error.ts';

/** @throws {StateError} unavailable: it is no list */
export function listOf<Item>(reply: unknown): readonly Item[] {
  if (Array.isArray(reply)) return reply as readonly Item[];
  const got = reply === null ? 'nothing' : `a ${typeof reply}`;
  throw new StateError('unavailable', `The state store has answered with ${got}, expected a list.`);
}
