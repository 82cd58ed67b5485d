/** Holds an answer of the server to the OpenAPI document: status, headers, media type, body and error code. */
import { type Answer, DOCUMENT, type HeaderObject, methodsOf, routeOf } from './document.ts';
import { misfit, textFits } from './schemas.ts';

/** An answer as it came. */
export interface SentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for a HEAD. */
  readonly body: string | Uint8Array;
}

/** Headers of HTTP itself, and such that say how an answer may be kept and shown. */
const GENERAL: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'],
  ...['cache-control', 'vary', 'x-content-type-options', 'x-accel-buffering', 'x-robots-tag'],
  ...['referrer-policy', 'content-security-policy', 'x-frame-options', 'cross-origin-opener-policy'],
  ...['permissions-policy', 'cross-origin-resource-policy'],
]);

/** Codes that a call may be refused with before any route is looked for. */
const BEFORE_ROUTES: ReadonlySet<string> = new Set([
  'invalid_request',
  'request_timeout',
  'headers_too_large',
]);

/**
 * What of an answer is not as the document says; null where all is.
 * @param pathname  of the request, decoded or not; one that the document does not have is not judged
 */
export function undocumented(method: string, pathname: string, sent: SentAnswer): string | null {
  const route = routeOf(pathname);
  if (route === undefined) return null;
  const name = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  const operation = DOCUMENT.paths[route]?.[name];
  const what = `${method} ${route} ${sent.status}`;
  if (operation === undefined) return prefixed(what, notAllowed(route, sent));
  const answer = operation.responses[String(sent.status)];
  if (answer === undefined) return `${what}: no such status in the document: ${excerpt(sent)}`;
  const fault =
    headerFault(answer, sent.headers) ?? (method === 'HEAD' ? null : bodyFault(answer, sent)) ?? null;
  return prefixed(what, fault);
}

function prefixed(what: string, fault: string | null): string | null {
  return fault === null ? null : `${what}: ${fault}`;
}

const ERROR = { $ref: '#/components/schemas/Error' };

function notAllowed(route: string, { status, headers, body }: SentAnswer): string | null {
  // Whoever may not come in is told nothing of methods, and what is switched off has none.
  if (status === 401 || status === 404 || status === 429) return null;
  if (status !== 405) return `expected 405 for a method that the document does not have, got ${status}`;
  const [allow, expected] = [headers.get('allow'), methodsOf(route).join(', ')];
  if (allow !== expected) return `Allow is ${allow}, the methods of the document are ${expected}`;
  return body.length === 0 ? null : misfit(ERROR, JSON.parse(textOf(body)));
}

function headerFault({ headers: declared = {} }: Answer, headers: Headers): string | null {
  const known = new Map(
    Object.entries(declared).map(([name, header]) => [name.toLowerCase(), resolve(header)]),
  );
  for (const [name, { required = false, schema = {} }] of known) {
    const value = headers.get(name);
    if (value === null && required) return `no header ${name}`;
    if (value !== null && !textFits(schema, value)) return `header ${name} is ${value}`;
  }
  const extra = [...headers.keys()].filter((name) => !known.has(name) && !GENERAL.has(name));
  return extra.length === 0 ? null : `headers that the document does not have: ${extra.join(', ')}`;
}

function resolve(header: HeaderObject): HeaderObject {
  const name = header.$ref?.split('/').at(-1);
  return name === undefined ? header : (DOCUMENT.components.headers[name] ?? {});
}

function bodyFault({ content }: Answer, { headers, body }: SentAnswer): string | null {
  const type = headers.get('content-type');
  if (content === undefined) return body.length === 0 ? null : `a body where the document has none: ${type}`;
  const media = content[type ?? ''];
  if (media === undefined) return `Content-Type ${type}, expected ${Object.keys(content).join(' or ')}`;
  if (type !== 'application/json') return null;
  const value: unknown = JSON.parse(textOf(body));
  return misfit(media.schema, value) ?? codeFault(media.examples, value);
}

/** An answer with examples is an error: each of its codes has one. */
function codeFault(examples: object | undefined, value: unknown): string | null {
  const { code } = value as { readonly code?: unknown };
  if (examples === undefined || BEFORE_ROUTES.has(String(code)) || Object.hasOwn(examples, String(code))) {
    return null;
  }
  return `code ${String(code)}, expected ${Object.keys(examples).join(' or ')}`;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function excerpt({ body }: SentAnswer): string {
  return textOf(body).slice(0, 300);
}
