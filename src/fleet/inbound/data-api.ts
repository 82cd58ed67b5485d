/** `/api/data/{name}`: data that programs push for scripts to read, with tokens that are good for nothing else. */
import { timingSafeEqual } from 'node:crypto';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { PUSH_LIMITS } from '../../domain/push-limits.ts';
import { type DataToken, isDataName, mayWrite } from '../../domain/pushed-data.ts';
import type { PushHead, PushShelf } from '../../engine/contents/push-shelf.ts';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { sha256, sha256Hex } from '../../platform/base/hash.ts';
import { LateSchema, type SchemaValue, type Zod } from '../../platform/base/late-schema.ts';
import type { Logger } from '../../platform/base/logger.ts';

export interface DataApi {
  config(): Pick<ConfigSnapshot, 'dataTokens'>;
  nowMs(): number;
  readonly data: PushShelf<PushHead>;
  /** Counts wrong tokens; false for one too many from an address. */
  readonly attempts: { take(address: string, nowMs: number): boolean };
}

/** Who calls, and for which data. */
export interface DataCall {
  readonly name: string;
  /** As it was sent; null where there is none. */
  readonly token: Buffer | null;
  readonly address: string;
  readonly log: Logger;
}

function pushedFields(z: Zod) {
  return {
    name: z.string(),
    bytes: z.int(),
    updated: z.string().describe('RFC 3339').meta({ format: 'date-time' }),
    expires: z
      .string()
      .describe('RFC 3339: when they are forgotten without another push')
      .meta({ format: 'date-time' }),
  };
}

const EXAMPLE = {
  name: 'weather',
  bytes: 34,
  updated: '2026-02-21T09:30:00.000Z',
  expires: '2026-03-23T09:30:00.000Z',
};

/** What is kept under a name. */
export const keptDataSchema = new LateSchema('PushedDataKept', (z) => z.object(pushedFields(z)), [EXAMPLE]);

/** The same with the data. */
export const pushedDataSchema = new LateSchema(
  'PushedData',
  (z) => z.object({ ...pushedFields(z), data: z.unknown().describe('As they were pushed') }),
  [{ ...EXAMPLE, data: { temperature: 21.5, rain: false } }],
);

type PushedDataView = SchemaValue<typeof keptDataSchema>;

function pushedDataView(name: string, { bytes, pushedMs, untilMs }: PushHead): PushedDataView {
  const updated = new Date(pushedMs).toISOString();
  return { name, bytes, updated, expires: new Date(untilMs).toISOString() };
}

/**
 * The token of a call, if it may use the name. A name that is not the token's looks the same as a wrong token.
 * @throws {AppError} data_token_refused, too_many_attempts
 */
export function authorizeData(api: DataApi, { name, token, address }: DataCall): DataToken {
  const found = token === null ? null : findToken(api.config().dataTokens, token, name);
  if (found !== null) return found;
  // Without a token nothing was guessed.
  if (token !== null && !api.attempts.take(address, api.nowMs())) throw tooManyAttempts();
  const error = token === null ? '' : ', error="invalid_token"';
  throw new AppError('data_token_refused', {
    headers: { 'WWW-Authenticate': `Bearer realm="data"${error}` },
  });
}

/** Compares with all digests, and each as a whole, so that the time tells nothing. */
function findToken(tokens: readonly DataToken[], given: Buffer, name: string): DataToken | null {
  const digest = sha256(given);
  let found: DataToken | null = null;
  for (const token of tokens) {
    for (const known of token.digests) {
      const isIt = timingSafeEqual(Buffer.from(known, 'hex'), digest);
      if (isIt && isDataName(name) && mayWrite(token, name)) found ??= token;
    }
  }
  return found;
}

/**
 * Keep data in the place of those before.
 * @param json  valid JSON in UTF-8
 * @throws {AppError} no_room_for_push, store_unavailable
 */
export async function putData(
  api: DataApi,
  { name, log }: DataCall,
  token: DataToken,
  json: Buffer,
): Promise<PushedDataView> {
  const pushedMs = api.nowMs();
  const head: PushHead = {
    pushedMs,
    untilMs: pushedMs + PUSH_LIMITS.dataMs,
    digest: sha256Hex(json),
    bytes: json.length,
  };
  const kept = await api.data.put(name, head, json);
  if (kept === 'no_room') throw new AppError('no_room_for_push');
  if (kept === 'unavailable') throw new AppError('store_unavailable');
  log.info({ data: name, token: token.name, bytes: json.length }, 'data pushed');
  return pushedDataView(name, head);
}

/**
 * What is kept, and the JSON as it was pushed.
 * @throws {AppError} not_pushed
 */
export function getData(
  api: DataApi,
  name: string,
): { readonly view: PushedDataView; readonly json: Uint8Array } {
  const nowMs = api.nowMs();
  const head = api.data.head(name, nowMs);
  const json = api.data.kept(name, nowMs);
  if (head === null || json === null) throw notPushed(name);
  return { view: pushedDataView(name, head), json };
}

/**
 * Forget data.
 * @throws {AppError} not_pushed, store_unavailable
 */
export async function removeData(api: Pick<DataApi, 'data' | 'nowMs'>, name: string): Promise<void> {
  if (api.data.head(name, api.nowMs()) === null) throw notPushed(name);
  if (!(await api.data.remove(name))) throw new AppError('store_unavailable');
}

function notPushed(name: string): AppError {
  return new AppError('not_pushed', { detail: `There are no data ${JSON.stringify(name.slice(0, 70))}.` });
}
