/** The paths of all calls but those of the admin API, made from their list. For the OpenAPI document. */
import { LateSchema, schemaRef } from '../../../platform/base/late-schema.ts';
import type { Call } from '../calls/call.ts';
import { CALLS } from '../calls/calls.ts';
import { errors, type Parameter, type PathItem, pathParameter } from './parts.ts';

/** The calls by path. */
export function callPaths(): Readonly<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  for (const call of CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: described(call) };
  }
  return paths;
}

/** The schemas that the calls refer to. */
export function callSchemas(): ReadonlySet<LateSchema> {
  const schemas = CALLS.flatMap(({ body, answers }) => [
    body,
    ...Object.values(answers).map(({ schema }) => schema),
  ]);
  return new Set(schemas.filter((schema) => schema instanceof LateSchema));
}

function described(call: Call): object {
  const { id, tag, summary, description, security, body, answers, errors: codes } = call;
  const parameters = parametersOf(call);
  return {
    tags: [tag],
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(security === undefined ? {} : { security: security.map((scheme) => ({ [scheme]: [] })) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { ...answersOf(answers), ...errors(...codes) },
  };
}

function parametersOf({ params = {}, query = {}, headers = {} }: Call): readonly Parameter[] {
  return [
    ...Object.entries(params).map(([name, parameter]) => pathParameter(name, parameter)),
    ...Object.entries(query).map(([name, parameter]): Parameter => {
      return { name, in: 'query', required: false, ...parameter };
    }),
    ...Object.entries(headers).map(([name, parameter]): Parameter => {
      return { name, in: 'header', required: false, ...parameter };
    }),
  ];
}

function requestBody(body: NonNullable<Call['body']>): object {
  return body instanceof LateSchema ? { required: true, content: inJson(body) } : body;
}

function answersOf(answers: Call['answers']): Readonly<Record<string, object>> {
  const entries = Object.entries(answers).map(([status, { schema, content, ...facts }]) => {
    const media = { ...(schema === undefined ? {} : inJson(schema)), ...content };
    return [status, Object.keys(media).length === 0 ? facts : { ...facts, content: media }] as const;
  });
  return Object.fromEntries(entries);
}

function inJson(schema: LateSchema): object {
  return { 'application/json': { schema: schemaRef(schema.id) } };
}
