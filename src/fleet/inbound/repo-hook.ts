/** `POST /api/hooks/repo/{handle}`: a git host says that a screen repo has a new commit. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { secretsEqual } from '../../platform/base/hash.ts';
import { LateSchema, type SchemaValue } from '../../platform/base/late-schema.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import type { RepoInfo } from '../../screens/repos/repo-info.ts';

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

/** What is known of a call before its body is read. */
export interface HookCaller {
  readonly handle: string;
  readonly proof: HookProof;
  readonly address: string;
}

export interface HookCall extends HookCaller {
  readonly body: Buffer;
  readonly log: Logger;
}

/** What a git host is told. */
export const hookSchema = new LateSchema('HookTaken', (z) =>
  z.object({
    status: z
      .enum(['fetching', 'nothing_to_do'])
      .describe('`nothing_to_do`: the push was to another branch, or the pin is a commit'),
  }),
);

/** What came of a call. */
type HookOutcome = SchemaValue<typeof hookSchema>['status'];

/** Bytes of a body: a push of some hundred commits; git hosts send nothing larger that is of use here. */
export const MAX_HOOK_BYTES = 1024 * 1024;

/** Longer names of branches are made to fill logs. */
const MAX_NAME = 256;

/** Stands in for a secret that does not exist: the comparison takes as long, and fails. */
const NO_SECRET = randomBytes(32).toString('hex');

/**
 * Look at what the headers of a call prove. A handle without a secret looks like a wrong secret.
 * @returns true where they show the secret; false where its HMAC is to be compared with that of the body
 * @throws {AppError} hook_refused, too_many_attempts
 */
export function admitHook(api: HookApi, { handle, proof, address }: HookCaller): boolean {
  const known = api.secretOf(handle);
  const isShown = secretsEqual(proof.secret ?? '', known ?? NO_SECRET) && known !== null;
  if (!isShown && proof.signature === null) throw refusal(api, proof, address);
  return isShown;
}

/**
 * Fetch a repo for a git host that knows its secret.
 * @param isShown  what `admitHook` has said of the call
 * @throws {AppError} hook_refused, too_many_attempts
 */
export function callRepoHook(api: HookApi, call: HookCall, isShown: boolean): HookOutcome {
  const { handle, proof, body, address, log } = call;
  const known = api.secretOf(handle);
  const isSigned = hasSigned(proof, known ?? NO_SECRET, body);
  if (known === null || !(isShown || isSigned)) throw refusal(api, proof, address);
  const push = readPush(body);
  const outcome = concerns(push, api.info(handle)) ? 'fetching' : 'nothing_to_do';
  if (outcome === 'fetching') api.fetch(handle);
  log.info({ handle, ref: push.ref, outcome }, 'webhook of a screen repo');
  return outcome;
}

function refusal(api: HookApi, { signature, secret }: HookProof, address: string): AppError {
  const isGuess = signature !== null || secret !== null;
  return isGuess && !api.attempts.take(address, api.nowMs())
    ? tooManyAttempts()
    : new AppError('hook_refused');
}

/** True for the HMAC of the body. Compares in constant time. */
function hasSigned({ signature }: HookProof, expected: string, body: Buffer): boolean {
  const signed = createHmac('sha256', expected).update(body).digest();
  const given = Buffer.from(signature ?? '', 'hex');
  return given.length === signed.length && timingSafeEqual(given, signed);
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
