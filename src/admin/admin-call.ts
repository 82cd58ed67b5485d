/**
 * Declares a call of the admin API beside what it does. The routes, the check of the role and of the query, the audit trail,
 * the OpenAPI document, the table of docs/admin-api.md and the types of the console all come from the declaration.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Role } from '../domain/admin-token.ts';
import type { ErrorCode } from '../platform/base/errors.ts';
import type { PlainValue } from '../platform/base/plain.ts';
import type { StageTimes } from '../platform/base/stages.ts';
import type { Slices } from '../platform/base/turns.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import type { JsonSchema, QueryField } from './query-fields.ts';
import type { View } from './view.ts';

/** A part of a path, or a header, as the document describes it. */
export interface TextParameter {
  readonly description: string;
  readonly schema: JsonSchema;
}

/** Headers of an answer by their names, and media types by theirs, as OpenAPI writes them. */
type HeaderObjects = Readonly<Record<string, object>>;
type MediaTypes = Readonly<Record<string, { readonly schema: object }>>;

/** How many calls may be answered at a time; calls that name the same object share it. */
export interface CallSlots {
  readonly atOnce: number;
}

/** A body that is longer than those of most calls, or can be none of JSON. */
interface LongBody {
  readonly maxBytes: number;
  readonly slots?: CallSlots;
}

/** A body in JSON. */
interface JsonBody extends Partial<LongBody> {
  readonly schema: z.ZodType;
  /** Whether it may be left out: then it is `{}`. */
  readonly isOptional?: true;
}

/** A body that the call receives itself, when it knows that it will take it. */
interface ReceivedBody extends LongBody {
  readonly content: MediaTypes;
}

interface AnswerFacts {
  readonly description: string;
  readonly headers?: HeaderObjects;
  /** Headers of the 304 for a caller who has what was asked for; absent where there is no such answer. */
  readonly unchanged?: HeaderObjects;
  /** Other media types than JSON. */
  readonly content?: MediaTypes;
  /** Whether it is compressed for callers who take that: only what holds no secret (`compressed-json.ts`). */
  readonly isCompressed?: true;
}

interface JsonAnswer<Schema extends z.ZodType> extends AnswerFacts {
  readonly schema: Schema;
}

/** What a call may use of the exchange beyond what it is given. */
export interface CallExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The one of some media types that the caller likes best. */
  preferred(types: readonly string[]): string | null;
  /** The bytes of a body that is declared by its `content`. */
  receiveBytes(): Promise<Buffer>;
  /** The same as JSON. */
  receiveJson(): Promise<PlainValue>;
  /** Make something for the answer in slices, two of a caller at a time. */
  make<T>(work: Slices<T>): Promise<T>;
  /** The bytes of a JSON list that is made in slices. */
  makeList(slices: Iterable<readonly unknown[]>): Promise<Buffer>;
  /** Answer with bytes, which count until they are read. Ends the response. */
  sendLong(type: string, bytes: Buffer): void;
  /** Set the header with the times of stages. */
  tellTimes(stagesMs: StageTimes): void;
  /** False when the token or the session of the caller is not good any more. */
  isAllowed(): boolean;
}

type QueryFields = Readonly<Record<string, QueryField<unknown>>>;
type QueryValues<Fields extends QueryFields> = {
  readonly [Name in keyof Fields]: ReturnType<Fields[Name]['read']>;
};

/** What a call is given. */
interface CallInput<Param extends string, Query> {
  readonly api: AdminApi;
  readonly call: AdminCall;
  /** The parts of the path, decoded. */
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Query;
  /** The body in JSON, to be read by its schema; `{}` for none. */
  readonly body: PlainValue;
  /** The states that a change is meant for, from `If-Match`; null for any. */
  readonly expected: string | null;
  readonly exchange: CallExchange;
}

interface Facts<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/admin`, as OpenAPI writes it: `/devices/{key}`. A `{path}` may have several segments. */
  readonly path: `/${string}`;
  /** The role that it needs at least. */
  readonly role: Role;
  readonly summary: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, TextParameter>>;
  /** What has the `ETag` that `If-Match` may name. */
  readonly ifMatch?: string;
  readonly body?: JsonBody | ReceivedBody;
  readonly answer: JsonAnswer<Schema> | (AnswerFacts & { readonly schema?: undefined });
  /** Whether it writes the config: what stops a write is among its errors then. */
  readonly writesConfig?: true;
  /** Whether it changes nothing though it is no GET: then the audit trail does not have it. */
  readonly changesNothing?: true;
}

interface Declaration<Param extends string, Query extends QueryFields, Schema extends z.ZodType>
  extends Facts<Schema> {
  /** The parts of its path by their names. */
  readonly params?: Readonly<Record<Param, TextParameter>>;
  /** The query parameters that it takes; all others are refused. */
  readonly query?: Query;
  /** Errors beyond those that all calls of its kind have. */
  readonly errors?: readonly ErrorCode[];
  /** Does it. What it returns is the answer; nothing where it has answered by itself. */
  run(input: CallInput<Param, QueryValues<Query>>): Result<Schema> | Promise<Result<Schema>>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function that answers by itself returns nothing
type Result<Schema extends z.ZodType> = View<Schema> | void;

/** A call of the admin API. */
export interface AdminOperation<Schema extends z.ZodType = z.ZodType> extends Facts<Schema> {
  readonly params: Readonly<Record<string, TextParameter>>;
  readonly query: QueryFields;
  readonly errors: readonly ErrorCode[];
  run(input: CallInput<string, Readonly<Record<string, unknown>>>): unknown;
}

/** Declare a call. Its id is its name in the list of its resource. */
export function adminCall<
  Param extends string = never,
  Query extends QueryFields = Readonly<Record<never, never>>,
  Schema extends z.ZodType = z.ZodNever,
>(declared: Declaration<Param, Query, Schema>): AdminOperation<Schema> {
  return { params: {}, query: {}, errors: [], ...declared } as AdminOperation<Schema>;
}

/** True for a call that changes something: the audit trail has it. */
export function isWrite({ method, changesNothing }: AdminOperation): boolean {
  return method !== 'GET' && changesNothing !== true;
}

/** A header that the document describes once for all answers. */
export const ETAG: HeaderObjects = { ETag: { $ref: '#/components/headers/ETag' } };

/** A picture in an answer. */
export const PNG: MediaTypes = { 'image/png': { schema: { type: 'string', format: 'binary' } } };

/** The name of pushed data in a path. */
export const DATA_NAME: TextParameter = {
  description: '1 to 64 letters, digits, `.`, `_` and `-`; begins with a letter or digit',
  schema: { type: 'string', examples: ['weather'] },
};

/** The screen repo of a path. */
export const REPO_HANDLE: TextParameter = {
  description: 'Handle of the screen repo',
  schema: { type: 'string', examples: ['garden'] },
};

/** The device of a path. */
export const DEVICE_KEY: TextParameter = {
  description:
    'MAC address in any spelling, registration code (15 letters or the first ten) with or without hyphens, or `DEFAULT`',
  schema: { type: 'string', examples: ['AA:BB:CC:DD:EE:FF'] },
};
