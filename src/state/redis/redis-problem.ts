/** Errors of Redis and its connection as sentences for the operator. None of them has a user or a password in it. */
import { StateError, type StateErrorKind } from '../state-error.ts';
import { LateError } from './deadline.ts';

/** Keyed by the first word of an error that the server answers with. */
const ANSWERS: Readonly<Record<string, readonly [StateErrorKind, string]>> = {
  WRONGPASS: ['unusable', 'the user or the password is wrong'],
  NOAUTH: ['unusable', 'it asks for a password'],
  NOPERM: ['unusable', 'the user may not run the commands that are needed'],
  READONLY: ['unavailable', 'it is a replica, which takes no writes'],
  LOADING: ['unavailable', 'it is loading its data'],
  MASTERDOWN: ['unavailable', 'it has lost its master'],
  CLUSTERDOWN: ['unavailable', 'its cluster is down'],
  MISCONF: ['unavailable', 'it cannot write its data to its disk, and refuses changes'],
  BUSY: ['unavailable', 'it is busy with a script'],
  WRONGTYPE: ['damaged', 'a key of it holds what Stipple has not written'],
  OOM: ['full', 'it has used up its memory (maxmemory)'],
  NOREPLICAS: ['unavailable', 'it has too few replicas for a write'],
};

/** The sentence for a wrong password that `AUTH` of older servers answers with. */
const OLD_WRONG_PASSWORD = /^ERR (?:invalid password|AUTH )/;

/** @param label  host and port of the server */
export function redisProblem(label: string, error: unknown): StateError {
  if (error instanceof StateError) return error;
  const message = error instanceof Error ? error.message : 'unknown error';
  const known = ANSWERS[message.split(' ', 1)[0] ?? ''];
  if (known !== undefined) return problem(known[0], label, known[1], error);
  if (OLD_WRONG_PASSWORD.test(message)) return problem('unusable', label, 'the password is wrong', error);
  if (error instanceof LateError) return problem('unavailable', label, message, error);
  return problem('unavailable', label, codeOf(error) ?? firstLine(message), error);
}

/** True for answers that a server gives which is the wrong one by now. */
export function isReplicaAnswer(error: unknown): boolean {
  return error instanceof Error && /^(?:READONLY|MASTERDOWN) /.test(error.message);
}

function problem(kind: StateErrorKind, label: string, reason: string, cause: unknown): StateError {
  return new StateError(kind, `The state store at ${label} cannot be used: ${reason}.`, cause);
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : null;
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/\.$/, '') ?? '';
}
