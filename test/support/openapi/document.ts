/** The OpenAPI document of the server, with what tests look up in it. */
import { openApiDocument } from '../../../src/server/http/openapi/document.ts';

/** A JSON Schema, as the document writes it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly allowEmptyValue?: boolean;
  readonly explode?: boolean;
}

export interface Media {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface HeaderObject {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

export interface Answer {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

/** An operation with its place. */
export interface PlacedOperation {
  /** As the document writes it: `/api/admin/devices/{key}`. */
  readonly route: string;
  /** In upper case. */
  readonly method: string;
  readonly operation: Operation;
}

export const DOCUMENT = openApiDocument() as ApiDocument;

export const OPERATIONS: readonly PlacedOperation[] = Object.entries(DOCUMENT.paths).flatMap(
  ([route, item]) =>
    Object.entries(item).map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
);

/** A `{path}` may have several segments. Paths without parameters come first, as OpenAPI has it. */
const ROUTES = Object.keys(DOCUMENT.paths)
  .map((route) => ({ route, pattern: patternOf(route) }))
  .toSorted((one, other) => Number(one.route.includes('{')) - Number(other.route.includes('{')));

function patternOf(route: string): RegExp {
  const escaped = route.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/** The route of the document that serves a path; undefined where the document has none. */
export function routeOf(pathname: string): string | undefined {
  return ROUTES.find(({ pattern }) => pattern.test(pathname))?.route;
}

/** The methods that a route takes, with the `HEAD` of its `GET`, in the order of the header `Allow`. */
export function methodsOf(route: string): readonly string[] {
  const methods = Object.keys(DOCUMENT.paths[route] ?? {}).map((method) => method.toUpperCase());
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    methods.includes(method === 'HEAD' ? 'GET' : method),
  );
}

/** The schema itself, where it is a reference. */
export function resolved(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (DOCUMENT.components.schemas[name] ?? {});
}
