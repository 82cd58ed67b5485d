/** Checks a script's request and completes it for sending. */
import { sha256Hex } from '../../platform/base/hash.ts';
import { isUrlSized, MAX_URL_CHARACTERS, parseUrl } from '../../platform/base/url.ts';
import { wordSet } from '../../platform/base/words.ts';
import { OutboundError } from './outbound-error.ts';
import type { FetchRequest } from './request.ts';

/** A request that is ready to be sent. */
export interface CheckedRequest {
  /** Without userinfo and fragment. */
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Headers that belong to the connection, or that name another host than the URL. */
const RESERVED = wordSet(`
  connection content-length expect host http2-settings keep-alive te trailer proxy-authorization
  proxy-connection transfer-encoding upgrade accept-encoding
`);
/** A header name (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** A header value (RFC 9110, 5.5): visible characters, spaces, tabs and obs-text. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Characters of what a script has sent, in a message. */
const MAX_SHOWN = 60;
const MAX_HEADERS = 64;
const MAX_HEADER_LENGTH = 16_384;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/**
 * Check a request, and add the headers that every request has.
 * @param userAgent  sent when the script sets none
 * @throws {OutboundError} the request cannot be sent; the message says why
 */
export function checkRequest(request: FetchRequest, userAgent: string): CheckedRequest {
  if (!METHODS.has(request.method))
    throw new OutboundError(`method ${show(request.method)} is not supported`);
  const url = parseWebUrl(request.url);
  const body = request.body;
  if (body !== null && (request.method === 'GET' || request.method === 'HEAD')) {
    throw new OutboundError(`a ${request.method} request cannot have a body`);
  }
  if (body !== null && body.length > MAX_BODY_BYTES) {
    throw new OutboundError(`the request body is larger than ${MAX_BODY_BYTES} bytes`);
  }
  const headers = checkHeaders(request.headers);
  const credentials = takeCredentials(url);
  if (credentials !== null && !hasHeader(headers, 'authorization'))
    headers.push(['authorization', credentials]);
  if (!hasHeader(headers, 'user-agent')) headers.push(['user-agent', userAgent]);
  if (!hasHeader(headers, 'accept')) headers.push(['accept', '*/*']);
  return { url, method: request.method, headers, body };
}

/**
 * Parse an absolute http(s) URL, or one relative to `base`. Its fragment is dropped.
 * @throws {OutboundError} it is something else, or too long
 */
export function parseWebUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL_CHARACTERS)
    throw new OutboundError(`the URL is longer than ${MAX_URL_CHARACTERS} characters`);
  const url = parseUrl(text, base);
  if (url === null) throw new OutboundError('this is no valid URL; expected http://… or https://…');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError(`only http and https URLs can be fetched, not ${url.protocol}`);
  }
  url.hash = '';
  return url;
}

/**
 * Why a request is larger than any that is sent; null for one that is not. Looked at in the thread of the script, so that
 * none of it comes to the main thread.
 */
export function oversize({ url, method, headers, body }: FetchRequest): string | null {
  const begin = `${method.slice(0, 16)} ${publicUrl(url)}:`;
  const most = (isGood: boolean, what: string): string | null => (isGood ? null : `${begin} ${what}`);
  const headerLength = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return (
    most(url.length <= MAX_URL_CHARACTERS, `the URL is longer than ${MAX_URL_CHARACTERS} characters`) ??
    most(isUrlSized(url), 'the host is longer than any that there is') ??
    most(method.length <= MAX_SHOWN, `method ${show(method)} is not supported`) ??
    most(headers.length <= MAX_HEADERS, `more than ${MAX_HEADERS} headers`) ??
    most(headerLength <= MAX_HEADER_LENGTH, `more than ${MAX_HEADER_LENGTH} bytes of headers`) ??
    most((body?.length ?? 0) <= MAX_BODY_BYTES, `the request body is larger than ${MAX_BODY_BYTES} bytes`)
  );
}

/** Equal for equal requests only, whatever time they have. */
export function requestDigest({ timeoutMs: _, body, ...request }: FetchRequest): string {
  return sha256Hex(JSON.stringify([request, body === null]), body ?? '');
}

/** What has no host is shown below this one. */
const NO_HOST = parseUrl('http://invalid') ?? undefined;

/** The address of a request for people who look on: without userinfo, query and fragment. */
export function shownAddress(text: string): string {
  const url = parseUrl(text, NO_HOST);
  return url === null ? show(text) : `${url.protocol}//${url.host}${url.pathname}`;
}

/** A URL for messages: without userinfo, query and fragment, which may hold secrets, and shortened. */
export function publicUrl(url: string | URL): string {
  const parsed = typeof url === 'string' ? parseUrl(url) : url;
  if (parsed === null) return show(String(url).slice(0, MAX_SHOWN).split(/[?#]/)[0] ?? '');
  const { origin, protocol, host, pathname } = parsed;
  const address = `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}`;
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}

function checkHeaders(headers: FetchRequest['headers']): [string, string][] {
  if (headers.length > MAX_HEADERS) throw new OutboundError(`more than ${MAX_HEADERS} headers`);
  let length = 0;
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (!TOKEN.test(name)) throw new OutboundError(`${show(name)} is no valid header name`);
    if (RESERVED.has(lower)) throw new OutboundError(`header ${lower} cannot be set by a script`);
    if (!VALUE.test(value))
      throw new OutboundError(`header ${lower} has characters that a header cannot hold`);
    length += name.length + value.length;
    if (length > MAX_HEADER_LENGTH)
      throw new OutboundError(`more than ${MAX_HEADER_LENGTH} bytes of headers`);
    return [lower, value.trim()];
  });
}

function hasHeader(headers: readonly (readonly [string, string])[], name: string): boolean {
  return headers.some(([other]) => other === name);
}

/** Take userinfo out of a URL and return it as a basic `Authorization`, null when there is none. */
function takeCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const text = `${decode(url.username)}:${decode(url.password)}`;
  url.username = '';
  url.password = '';
  return `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN));
}
