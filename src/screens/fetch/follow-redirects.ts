/** Sends one request and follows its redirects, on given connection pools. */
import type { Readable } from 'node:stream';
import { type Dispatcher, request as sendRequest } from 'undici';
import type { UpstreamOutcome } from '../../domain/engine-events.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { type CheckedRequest, parseWebUrl } from './check-request.ts';
import { decodeBody } from './decode-body.ts';
import type { HostAsker } from './host-lines.ts';
import type { HostPools } from './host-pools.ts';
import { OutboundError } from './outbound-error.ts';
import type { GoodAnswer } from './request.ts';

interface ExchangeOptions {
  readonly pools: HostPools;
  readonly asker: HostAsker;
  readonly signal: AbortSignal;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  readonly maxBytes: number;
  /** Called with the URL of every request that is sent, redirects included. */
  readonly onHop: (url: URL) => void;
  /** Called when such a request has ended. */
  readonly onEnd: (url: URL, outcome: UpstreamOutcome, ms: number) => void;
}

/** Another address that is to be asked instead. */
interface Redirect {
  readonly status: number;
  readonly location: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are not sent to another origin. */
const SECRET_HEADERS = new Set(['authorization', 'cookie']);
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);
/** The encodings that `decode-body.ts` decodes. */
const ACCEPT_ENCODING: readonly [string, string] = ['accept-encoding', 'gzip, deflate, br'];

/**
 * Send a request and read its final answer.
 * @throws {Refusal} too many redirects, an address that is not allowed, or a body that is not accepted
 * @throws {Error}   an error of the network, from undici
 */
export async function exchange(first: CheckedRequest, options: ExchangeOptions): Promise<GoodAnswer> {
  let current = first;
  for (let hops = 0; ; hops++) {
    options.onHop(current.url);
    const answer = await ask(current, options);
    if ('ok' in answer) return answer;
    if (hops >= options.maxRedirects) {
      throw new OutboundError(`more than ${options.maxRedirects} redirects`);
    }
    current = redirected(current, answer.status, parseWebUrl(answer.location, current.url));
  }
}

/** Send one request in its turn, read what comes, and report how it ended. */
async function ask(request: CheckedRequest, options: ExchangeOptions): Promise<GoodAnswer | Redirect> {
  const leave = await options.pools.enter(request.url, options.asker);
  const startMs = monotonicMs();
  let outcome: UpstreamOutcome = 'failed';
  try {
    const response = await send(request, options);
    const { statusCode: status } = response;
    const location = redirectTarget(response, options);
    const answer =
      location === null ? await readAnswer(request, response, options.maxBytes) : { status, location };
    if (location !== null) await discard(response.body);
    outcome = status < 400 ? 'ok' : 'http_error';
    return answer;
  } catch (error) {
    if (error instanceof OutboundError) outcome = 'refused';
    throw error;
  } finally {
    leave();
    options.onEnd(request.url, outcome, monotonicMs() - startMs);
  }
}

function send(
  request: CheckedRequest,
  { pools, asker, signal }: ExchangeOptions,
): Promise<Dispatcher.ResponseData> {
  return sendRequest(request.url, {
    dispatcher: pools.of(request.url, asker),
    signal,
    method: request.method as Dispatcher.HttpMethod,
    headers: [...request.headers, ACCEPT_ENCODING].flat() as string[],
    body: request.body,
  });
}

function redirectTarget(
  response: Dispatcher.ResponseData,
  { followRedirects }: ExchangeOptions,
): string | null {
  const { location } = response.headers;
  if (!followRedirects || !REDIRECTS.has(response.statusCode) || location === undefined) return null;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

/** The request that follows a redirect (RFC 9110, 15.4, and what browsers do with a POST). */
function redirected(request: CheckedRequest, status: number, url: URL): CheckedRequest {
  const toGet =
    (status === 303 && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');
  const sameOrigin = url.origin === request.url.origin;
  // Credentials in a redirect come from the server, not from the script.
  url.username = '';
  url.password = '';
  const headers = request.headers.filter(
    ([name]) => (sameOrigin || !SECRET_HEADERS.has(name)) && !(toGet && BODY_HEADERS.has(name)),
  );
  return { url, headers, method: toGet ? 'GET' : request.method, body: toGet ? null : request.body };
}

async function readAnswer(
  { url, method }: CheckedRequest,
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<GoodAnswer> {
  const headers = joinedHeaders(response.headers);
  const hasBody = method !== 'HEAD' && response.statusCode !== 204 && response.statusCode !== 304;
  const encoding = hasBody ? headers['content-encoding'] : undefined;
  const body = await decodeBody(response.body as unknown as Readable, encoding, maxBytes);
  return { ok: true, status: response.statusCode, headers, body, fromCache: false, finalUrl: url.href };
}

function joinedHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Drop the body of a redirect: a short one is read, so that the connection can be used again. */
async function discard(body: Dispatcher.ResponseData['body']): Promise<void> {
  await body.dump({ limit: 16_384 }).catch(() => {});
}
