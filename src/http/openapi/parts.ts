/** Building blocks of the paths of the OpenAPI document. */
import { ERRORS, type ErrorCode } from '../../base/errors.ts';
import type { ErrorBody } from '../json.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Operations of a path by their method. */
export type PathItem = Readonly<Record<string, object>>;

/** A header of the device API. */
export function header(
  name: string,
  required: boolean,
  description: string,
  type = 'string',
  example?: unknown,
): Parameter {
  const schema = example === undefined ? { type } : { type, examples: [example] };
  return { name, in: 'header', required, description, schema };
}

/** An answer in JSON. `schema` names one of the components. */
export function json(schema: string, description: string, list = false, headers?: object): object {
  const ref = { $ref: `#/components/schemas/${schema}` };
  const content = { 'application/json': { schema: list ? { type: 'array', items: ref } : ref } };
  return { description, ...(headers === undefined ? {} : { headers }), content };
}

/** The response header with the times of the stages. */
export function serverTiming(condition: string, example: string): object {
  const description = `${condition} the stages that took place with their times in milliseconds (W3C Server Timing)`;
  return { 'Server-Timing': { description, schema: { type: 'string', examples: [example] } } };
}

/** A body in JSON. */
export function jsonBody(schema: string): object {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { required: true, content };
}

/** A picture. */
export function png(description: string, headers: object = {}): object {
  const content = { 'image/png': { schema: { type: 'string', format: 'binary' } } };
  return { description, headers, content };
}

/** Error answers by status, with an example for each code; codes with the same status share an answer. */
export function errors(...codes: readonly ErrorCode[]): Record<string, object> {
  const statuses = new Set(codes.map((code) => ERRORS[code].status));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const group = codes.filter((code) => ERRORS[code].status === status);
      return [status, errorAnswer([...new Set(group)])];
    }),
  );
}

function errorAnswer(codes: readonly ErrorCode[]): object {
  const example = (code: ErrorCode): { readonly value: ErrorBody } => {
    const { status, text } = ERRORS[code];
    return { value: { status, code, error: text } };
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  };
}
