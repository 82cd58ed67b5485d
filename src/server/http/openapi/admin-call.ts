/** An operation of the admin API, for the OpenAPI document: what all of them have in common. */
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { errors, jsonBody, type Parameter } from './parts.ts';

/** Errors of every call: no token configured, none given, a role or a page that may not, too many wrong ones, a query. */
const ACCESS: readonly ErrorCode[] = [
  'not_found',
  'unauthorized',
  'forbidden',
  'too_many_attempts',
  'invalid_query',
];

/** Errors of every call with a body. */
export const BODY: readonly ErrorCode[] = [
  'invalid_body',
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'overloaded',
];

/** Errors of every call that writes the config. */
const WRITE: readonly ErrorCode[] = [
  'config_read_only',
  'config_not_usable',
  'config_not_writable',
  'config_not_written',
  'store_unavailable',
];

/** The device of a path. */
export const KEY: Parameter = {
  name: 'key',
  in: 'path',
  required: true,
  description:
    'MAC address in any spelling, registration code (15 letters or the first ten) with or without hyphens, or `DEFAULT`',
  schema: { type: 'string', examples: ['AA:BB:CC:DD:EE:FF'] },
};

interface Call {
  /** Name of the operation, for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** Name of the component that describes the body, or the body itself. */
  readonly body?: string | object;
  /** False for a body that may be left out. */
  readonly bodyRequired?: boolean;
  readonly answer: object;
  /** Headers of the answer to a caller who has what was asked for; absent where there is no such answer. */
  readonly unchanged?: object;
  readonly writes?: boolean;
  readonly errors?: readonly ErrorCode[];
}

/** An operation of the admin API. */
export function adminCall(call: Call): object {
  const {
    id,
    summary,
    description,
    parameters,
    body,
    bodyRequired,
    answer,
    unchanged,
    writes = false,
  } = call;
  const codes = [
    ...ACCESS,
    ...(body === undefined ? [] : BODY),
    ...(writes ? WRITE : []),
    ...(call.errors ?? []),
  ];
  return {
    tags: ['admin'],
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    security: [{ adminToken: [] }, { consoleSession: [] }],
    ...(parameters === undefined ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: typeof body === 'string' ? jsonBody(body, bodyRequired) : body }),
    responses: {
      200: answer,
      ...(unchanged === undefined
        ? {}
        : { 304: { description: 'The caller has it already', headers: unchanged } }),
      ...errors(...codes),
    },
  };
}
