/** Building blocks of the paths of the OpenAPI document. */
import { z } from 'zod';
import type { TextParameter } from '../../../admin/admin-call.ts';
import type { JsonSchema } from '../../../admin/query-fields.ts';
import { refOfSchema } from '../../../admin/view.ts';
import { ERRORS, type ErrorCode } from '../../../platform/base/errors.ts';
import type { ErrorBody } from '../json.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether the name alone is a value, too: `?force`. */
  readonly allowEmptyValue?: true;
  /** How a list is written: between commas. */
  readonly style?: 'form';
  readonly explode?: false;
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

/** A part of a path. */
export function pathParameter(name: string, parameter: TextParameter): Parameter {
  return { name, in: 'path', required: true, ...parameter };
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

/** Headers that several answers have, by their names. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    required: true,
    description: 'The id of the call, which the log has, too; that of the request where it sent one',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  },
  'Retry-After': {
    description: 'Seconds after which another try is of use',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: {
    description: 'The digest of what is there, in quotes; absent where there is nothing',
    schema: { type: 'string', pattern: '^"[0-9a-f]+"$' },
  },
  'WWW-Authenticate': {
    description: 'How the call is to show a token',
    schema: { type: 'string', examples: ['Bearer realm="admin"'] },
  },
} as const;

/** Refers to headers of the document. */
export function headers(...names: readonly (keyof typeof RESPONSE_HEADERS)[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Codes of calls that did not show who they are, with the header that says how. */
const WITH_CHALLENGE: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'data_token_refused',
  'invalid_frame_token',
]);

/** Codes of changes that were made for another state, with the tag of the one that is there. */
const WITH_TAG: ReadonlySet<ErrorCode> = new Set(['file_changed', 'device_changed', 'group_changed']);

function errorHeaders(codes: readonly ErrorCode[]): object {
  const canWait = codes.some((code) => ERRORS[code].retryAfterSeconds !== undefined);
  return {
    ...(codes.some((code) => WITH_TAG.has(code)) ? headers('ETag') : {}),
    ...(canWait ? headers('Retry-After') : {}),
    ...(codes.some((code) => WITH_CHALLENGE.has(code)) ? headers('WWW-Authenticate') : {}),
  };
}

const errorSchema = z
  .object({
    status: z.int().describe('The HTTP status'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('Stable name of the error'),
    error: z.string().describe('One sentence for people'),
    problems: z
      .array(
        z.object({
          field: z.string().describe('Dotted path of the field; empty for the body as a whole'),
          message: z.string().describe('What was expected, and what came'),
        }),
      )
      .optional()
      .describe('Everything that is wrong with a body'),
  })
  .meta({
    id: 'Error',
    examples: [{ status: 400, code: 'missing_header', error: 'Header ID is required.' }],
  });

function errorAnswer(codes: readonly ErrorCode[]): object {
  const example = (code: ErrorCode): { readonly value: ErrorBody } => {
    const { status, text } = ERRORS[code];
    return { value: { status, code, error: text } };
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '),
    headers: errorHeaders(codes),
    content: {
      'application/json': {
        schema: refOfSchema(errorSchema),
        examples: Object.fromEntries(codes.map((code) => [code, example(code)])),
      },
    },
  };
}
