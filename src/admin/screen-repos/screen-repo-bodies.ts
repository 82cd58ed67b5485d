/** The bodies of `/api/admin/screen-repos`: schemas and readers. No message repeats an address or a token. */
import { z } from 'zod';
import { isWebhookSecret, WEBHOOK_SECRET_EXPECTED } from '../../domain/repo-hook.ts';
import { PIN_EXPECTED, parsePin } from '../../domain/repo-pin.ts';
import { parseRepoUrl } from '../../domain/repo-url.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXPECTED, flag } from '../bodies.ts';
import { describeValue, readBodyFields } from '../read-fields.ts';

const handle = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
  .describe('First segment of the references to its screens')
  .register(EXPECTED, { text: 'a handle of letters, digits, ".", "_" and "-"' });

const FIELDS = {
  repo: z
    .string()
    .describe('https, http, ssh, git or file URL, `user@host:path`, or `host/owner/name` for https')
    .optional(),
  pin: z
    .string()
    .nullable()
    .describe('Commit of 40 hex digits, tag or branch; null or empty for the default branch')
    .optional(),
  token: z
    .string()
    .regex(/^\s*(?:[\x21-\x7e]{1,1000}\s*)?$/)
    .nullable()
    .describe(
      'Token for reading the repository, or `user:token`; null or empty removes it. It is in no answer',
    )
    .optional(),
  webhook_secret: z
    .string()
    .regex(/^\s*(?:[\x21-\x7e]{16,1000}\s*)?$/)
    .nullable()
    .describe(
      'With it, a git host may say that there is a new commit; null or empty removes it. It is in no answer',
    )
    .optional(),
  allow_private_network: flag(
    'Whether its scripts and its fetch may reach loopback and private addresses; without it, the fetch may where an entry of the config leads to the same host',
  ).optional(),
};

export const createRepoBody = z.strictObject({ handle, ...FIELDS }).meta({
  id: 'CreateScreenRepo',
  examples: [{ handle: 'garden', repo: 'https://example.org/garden-screens.git', pin: 'v1.2.0' }],
});

export const updateRepoBody = z
  .strictObject(FIELDS)
  .meta({ id: 'UpdateScreenRepo', examples: [{ pin: 'v1.3.0' }] });

export const fetchRepoBody = z
  .strictObject({
    accept: flag('Take a commit that breaks screens which devices show').optional(),
  })
  .meta({ id: 'FetchScreenRepo', examples: [{ accept: true }] });

/** What a request changes in an entry: a value to set, or null to remove it; absent for what stays. */
export type RepoChange = {
  readonly [Key in 'repo' | 'pin' | 'token' | 'webhook_secret' | 'allow_private_network']?:
    | string
    | boolean
    | null;
};

const MAX_TOKEN = 1000;

/** Read a body that creates an entry. */
export function readNewRepo(
  body: PlainValue,
): Result<{ readonly handle: string; readonly change: RepoChange }, AppError> {
  const { fields, problems } = readBodyFields(
    createRepoBody.pick({ handle: true, allow_private_network: true }),
    plain(body),
  );
  const { handle: name } = fields;
  const change = readChange(body, fields.allow_private_network, problems);
  if (!change.ok) return change;
  return name === undefined ? err(invalid(problems)) : ok({ handle: name, change: change.value });
}

/** Read a body that changes an entry. */
export function readRepoChange(body: PlainValue): Result<RepoChange, AppError> {
  const { fields, problems } = readBodyFields(
    updateRepoBody.pick({ allow_private_network: true }),
    plain(body),
  );
  return readChange(body, fields.allow_private_network, problems);
}

/** Readers of the fields whose values a message must not repeat, and of the pin, which may be null. */
const READERS = {
  repo: readRepo,
  pin: readPin,
  token: readToken,
  webhook_secret: readWebhookSecret,
} as const;

/** Read those fields, apart from the others. */
function readChange(
  body: PlainValue,
  allowPrivateNetwork: boolean | undefined,
  found: readonly FieldProblem[],
): Result<RepoChange, AppError> {
  const fields = isPlainObject(body) ? body : {};
  const credentials = findCredentials(fields['repo']);
  if (credentials !== null) return err(credentials);
  const problems = [...found];
  const change: { -readonly [Key in keyof RepoChange]: RepoChange[Key] } = {};
  for (const [name, read] of Object.entries(READERS)) {
    if (!Object.hasOwn(fields, name)) continue;
    const value = read(fields[name] ?? null);
    if (value.ok) change[name as keyof typeof READERS] = value.value;
    else problems.push({ field: name, message: `${name}: ${value.error}` });
  }
  if (allowPrivateNetwork !== undefined) change.allow_private_network = allowPrivateNetwork;
  return problems.length > 0 ? err(invalid(problems)) : ok(change);
}

function findCredentials(repo: PlainValue | undefined): AppError | null {
  const url = typeof repo === 'string' ? parseRepoUrl(repo.trim()) : null;
  if (url === null || url.ok || url.error.kind !== 'credentials') return null;
  return new AppError('credentials_in_url', { detail: `repo: ${url.error.message}.` });
}

function readRepo(value: PlainValue): Result<string, string> {
  if (typeof value !== 'string') return err(`expected a text, got ${typeName(value)}`);
  const text = value.trim();
  const url = parseRepoUrl(text);
  return url.ok ? ok(text) : err(url.error.message);
}

function readPin(value: PlainValue): Result<string | null, string> {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === null || text === '') return ok(null);
  if (typeof text === 'string' && parsePin(text) !== undefined) return ok(text);
  return err(`expected ${PIN_EXPECTED}, got ${describeValue(value)}`);
}

function readToken(value: PlainValue): Result<string | null, string> {
  if (value === null) return ok(null);
  if (typeof value !== 'string') return err(`expected a text, got ${typeName(value)}`);
  const text = value.trim();
  if (text.length <= MAX_TOKEN && /^[\x21-\x7e]*$/.test(text)) return ok(text === '' ? null : text);
  return err(`expected up to ${MAX_TOKEN} printable ASCII characters without spaces`);
}

function readWebhookSecret(value: PlainValue): Result<string | null, string> {
  const secret = readToken(value);
  if (!secret.ok || secret.value === null || isWebhookSecret(secret.value)) return secret;
  return err(`expected ${WEBHOOK_SECRET_EXPECTED}`);
}

function invalid(problems: readonly FieldProblem[]): AppError {
  return new AppError('invalid_body', { problems });
}

function typeName(value: PlainValue): string {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a ${typeof value === 'object' ? 'map' : typeof value}`;
}

/** The body without the fields that `readChange` reads. */
function plain(body: PlainValue): PlainValue {
  if (!isPlainObject(body)) return body;
  const { repo: _, pin: __, token: ___, webhook_secret: ____, ...rest } = body as PlainObject;
  return rest;
}
