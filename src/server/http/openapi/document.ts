/** The OpenAPI 3.1 document, made from the same schemas and error table that the routes use. */

import { z } from 'zod';
import { VERSION } from '../../../platform/base/version.ts';
import { adminPaths } from './admin-paths.ts';
import { callPaths, callSchemas } from './call-paths.ts';
import { headers, type PathItem, RESPONSE_HEADERS } from './parts.ts';
import { SECURITY_SCHEMES } from './security-schemes.ts';

const DESCRIPTION =
  'Devices identify themselves with the headers `ID` and `Access-Token`. The admin API takes `Authorization: Bearer <token>` with the token of `SERVICE_ADMIN_TOKEN` or of `admin.token` in the config, or with one of `admin_tokens`, or the cookie of the web console; without any token it does not exist. Each call says which role it needs, and refuses query parameters that it does not name. `HEAD` goes wherever `GET` does; any other method that a path does not name gets 405 `method_not_allowed`, with those that it has in `Allow`. What is no HTTP, or comes too slowly, is refused with an `Error`, too, before it is a call: 400 `invalid_request`, 408 `request_timeout`, 431 `headers_too_large`. Every other answer carries `X-Request-Id`.';

/** Make the document. It is the same for every request. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stipple',
      version: VERSION,
      summary: 'A self-hosted render server for e-ink displays',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [
      { name: 'device', description: 'What displays call' },
      { name: 'frame', description: 'What anything calls that shows the picture of an address' },
      { name: 'data', description: 'What programs call that push data for scripts' },
      { name: 'admin', description: 'What operators and authors call, with a token of the admin API' },
      { name: 'console', description: 'How browsers sign in to the web console' },
      { name: 'operation', description: 'What monitors call' },
    ],
    paths: withRequestIds({ ...callPaths(), ...adminPaths() }),
    components: {
      schemas: componentSchemas(),
      headers: RESPONSE_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The schemas that have an id, by it; one within another becomes a reference. */
function componentSchemas(): Record<string, object> {
  // Made now, they are in the registry, as those of the admin API.
  for (const schema of callSchemas()) schema.made(z);
  const made = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema: _, $id: __, id: ___, ...schema }]) => [name, schema]),
  );
}

interface Answer {
  readonly headers?: object;
}

interface Answering {
  readonly responses: Readonly<Record<string, Answer>>;
}

const ID = headers('X-Request-Id');

/** The same paths, whose answers have the id of the call. */
function withRequestIds(paths: Readonly<Record<string, PathItem>>): Record<string, PathItem> {
  return mapped(paths, (item) => mapped(item, (operation) => withIds(operation as Answering)));
}

function withIds(operation: Answering): object {
  const responses = mapped(operation.responses, (answer) => ({
    ...answer,
    headers: { ...answer.headers, ...ID },
  }));
  return { ...operation, responses };
}

function mapped<From, To>(
  map: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
