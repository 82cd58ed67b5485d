/** The paths of the admin API, made from the list of its calls. For the OpenAPI document. */
import type { AdminOperation } from '../../../admin/admin-call.ts';
import { ADMIN_CALLS } from '../../../admin/admin-calls.ts';
import { refOfSchema } from '../../../admin/view.ts';
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { errors, header, type Parameter, type PathItem, pathParameter } from './parts.ts';

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

/** Errors of every call whose answer may be long: while its caller has not read those before. */
const LONG: readonly ErrorCode[] = ['overloaded'];

/** The response header of what is compressed for callers who take it. */
const COMPRESSED = {
  'Content-Encoding': {
    description: 'Where `Accept-Encoding` has one of these, and the answer is long',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
};

/** The calls by path. */
export function adminPaths(): Readonly<Record<string, PathItem>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(ADMIN_CALLS)) {
    const path = `/api/admin${operation.path}`;
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described(id, operation) };
  }
  return paths;
}

function described(id: string, operation: AdminOperation): object {
  const { method, summary, description, role, body, answer, writesConfig } = operation;
  const needed = `Needs the role \`${role}\`.`;
  const codes = new Set<ErrorCode>([
    ...ACCESS,
    ...(method === 'GET' && answer.schema !== undefined ? LONG : []),
    ...(body === undefined ? [] : BODY),
    ...(writesConfig ? WRITE : []),
    ...operation.errors,
  ]);
  const unchanged = { description: 'The caller has it already', headers: answer.unchanged };
  return {
    tags: ['admin'],
    operationId: id,
    summary,
    description: description === undefined ? needed : `${description} ${needed}`,
    security: [{ adminToken: [] }, { consoleSession: [] }],
    ...withParameters(parametersOf(operation)),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: {
      200: answerOf(answer),
      ...(answer.unchanged === undefined ? {} : { 304: unchanged }),
      ...errors(...codes),
    },
  };
}

function withParameters(parameters: readonly Parameter[]): object {
  return parameters.length === 0 ? {} : { parameters };
}

function parametersOf({ params, query, headers = {}, ifMatch }: AdminOperation): readonly Parameter[] {
  return [
    ...Object.entries(params).map(([name, parameter]) => pathParameter(name, parameter)),
    ...Object.entries(query).map(([name, { read: _, isList, required = false, ...field }]): Parameter => {
      const list = isList ? ({ style: 'form', explode: false } as const) : {};
      return { name, in: 'query', required, ...field, ...list };
    }),
    ...Object.entries(headers).map(([name, parameter]): Parameter => {
      return { name, in: 'header', required: false, ...parameter };
    }),
    ...(ifMatch === undefined ? [] : [ifMatchOf(ifMatch)]),
  ];
}

/** The header that names the states that a change is meant for. @param what  has the `ETag` */
function ifMatchOf(what: string): Parameter {
  return header(
    'If-Match',
    false,
    `Change it only while ${what} has this \`ETag\`, or one of several between commas; \`*\` for any. A \`W/\` before one is passed over`,
    'string',
    '"5f0c2a9be1d47c3e5f0c2a9be1d47c"',
  );
}

function requestBody(body: NonNullable<AdminOperation['body']>): object {
  if ('content' in body) return { required: true, content: body.content };
  return {
    required: body.isOptional !== true,
    content: { 'application/json': { schema: refOfSchema(body.schema) } },
  };
}

function answerOf({ schema, description, headers, content, isCompressed }: AdminOperation['answer']): object {
  const json = schema === undefined ? {} : { 'application/json': { schema: refOfSchema(schema) } };
  return {
    description,
    headers: { ...headers, ...(isCompressed ? COMPRESSED : {}) },
    content: { ...content, ...json },
  };
}
