/** Adds to each answer of the OpenAPI document the header that all of them have. */
import { headers, type PathItem } from './parts.ts';

interface Answer {
  readonly headers?: object;
}

interface Answering {
  readonly responses: Readonly<Record<string, Answer>>;
}

const ID = headers('X-Request-Id');

/** The same paths, whose answers have the id of the call. */
export function withRequestIds(paths: Readonly<Record<string, PathItem>>): Record<string, PathItem> {
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
