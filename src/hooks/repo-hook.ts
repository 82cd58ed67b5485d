/** `POST /api/hooks/repo/{handle}`: a git host says that a screen repo has a new commit. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, tooManyAttempts } from '../base/errors.ts';
import { secretsEqual } from '../base/hash.ts';
import type { Logger } from '../base/logger.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../base/plain.ts';
import type { RepoInfo } from '../repos/repo-info.ts';

export interface HookApi {
  /** The secret of a handle; null where there is none, or no such handle. */
  secretOf(handle: string): string | null;
  info(handle: string): Pick<RepoInfo, 'pin' | 'pinKind'> | undefined;
  /** Start a fetch, or ask for one after the running one, however many ask. */
  fetch(handle: string): void;
  /** Counts calls with wrong secrets; false for one too many from an address. */
  readonly attempts: { take(address: string, nowMs: number): boolean };
  nowMs(): number;
}

/** What a git host shows to prove that it knows the secret; what it does not send is null. */
export interface HookProof {
  /** HMAC-SHA-256 of the body, in hex: of GitHub, Gitea, Forgejo and Gogs. */
  readonly signature: string | null;
  /** The secret itself: of GitLab, or a bearer token. */
  readonly secret: Buffer | null;
}

export interface HookCall {
  readonly handle: string;
  readonly proof: HookProof;
  readonly body: Buffer;
  readonly address: string;
  readonly log: Logger;
}

/** What came of a call. */
export type HookOutcome = 'fetching' | 'nothing_to_do';

/** Longer names of branches are made to fill logs. */
const MAX_NAME = 256;

/** In the place of a secret that does not exist: the comparison takes as long, and fails. */
const NO_SECRET = randomBytes(32).toString('hex');

/**
 * Fetch a repo for a git host that knows its secret. A handle without a secret looks like a wrong secret.
 * @throws {AppError} hook_refused, too_many_attempts
 */
export function callRepoHook(api: HookApi, { handle, proof, body, address, log }: HookCall): HookOutcome {
  const known = api.secretOf(handle);
  const isRight = proves(proof, known ?? NO_SECRET, body);
  if (known === null || !isRight) {
    const isGuess = proof.signature !== null || proof.secret !== null;
    if (isGuess && !api.attempts.take(address, api.nowMs())) throw tooManyAttempts();
    throw new AppError('hook_refused');
  }
  const push = readPush(body);
  const outcome = concerns(push, api.info(handle)) ? 'fetching' : 'nothing_to_do';
  if (outcome === 'fetching') api.fetch(handle);
  log.info({ handle, ref: push.ref, outcome }, 'webhook of a screen repo');
  return outcome;
}

/** True when one of the proofs is right. Compares in constant time. */
function proves({ signature, secret }: HookProof, expected: string, body: Buffer): boolean {
  const signed = createHmac('sha256', expected).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  const isSigned = given.length === signed.length && timingSafeEqual(given, signed);
  const isShown = secretsEqual(secret ?? '', expected);
  return isSigned || isShown;
}

/** What a payload says; null where it does not, as in a test call. */
interface Push {
  readonly ref: string | null;
  readonly defaultBranch: string | null;
}

/** Git hosts agree in `ref`. A payload that is no JSON says nothing. */
function readPush(body: Buffer): Push {
  let payload: PlainValue;
  try {
    payload = JSON.parse(body.toString('utf8'));
  } catch {
    return { ref: null, defaultBranch: null };
  }
  const map = asMap(payload);
  const of = asMap(map['repository'])['default_branch'] ?? asMap(map['project'])['default_branch'];
  return { ref: asName(map['ref']), defaultBranch: asName(of) };
}

/** False for a push to another branch or tag than the pin, and for a pin that nothing moves. */
function concerns(
  { ref, defaultBranch }: Push,
  info: Pick<RepoInfo, 'pin' | 'pinKind'> | undefined,
): boolean {
  if (info === undefined || info.pinKind === 'sha') return false;
  const name = info.pin ?? defaultBranch;
  if (ref === null || name === null) return true;
  return [name, `refs/heads/${name}`, `refs/tags/${name}`].includes(ref);
}

function asMap(value: PlainValue | undefined): PlainObject {
  return isPlainObject(value) ? value : {};
}

function asName(value: PlainValue | undefined): string | null {
  return typeof value === 'string' && value.length <= MAX_NAME ? value : null;
}
