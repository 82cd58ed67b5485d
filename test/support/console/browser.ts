/** Calls a server as the page of the console does in a browser: it keeps its cookie, and says where a call comes from. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface ConsoleReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any;
}

export type SentHeaders = Readonly<Record<string, string | readonly string[]>>;

/** One call with just these headers; `fetch` would not let us set some of them. */
export async function send(
  url: string,
  method: string,
  headers: SentHeaders = {},
  body?: string,
): Promise<ConsoleReply> {
  const { status, headers: answered, bytes } = await exchange(url, method, headers, body);
  const text = bytes.toString('utf8');
  const isJson = answered['content-type'] === 'application/json' && text !== '';
  return { status, headers: answered, text, body: isJson ? JSON.parse(text) : null };
}

/** As `send`, with the body as it came. */
export function exchange(
  url: string,
  method: string,
  headers: SentHeaders = {},
  body?: string,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const { origin, hostname, port } = new URL(url);
    // As it is written: a URL resolves dots.
    const path = url.slice(origin.length) || '/';
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const call = request({
      ...{ method, hostname: hostname.replace(/^\[|\]$/g, ''), port, path },
      headers: { ...length, ...headers } as Record<string, string>,
    });
    call.once('error', reject);
    call.once('response', (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        reject,
      );
    });
    call.end(body);
  });
}

const JSON_BODY = { 'Content-Type': 'application/json' };
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

export class ConsoleBrowser {
  readonly #url: string;
  readonly #more: SentHeaders;
  /** What it would send, as `name=value`; null for none. */
  cookie: string | null = null;

  constructor(url: string, more: SentHeaders = {}) {
    this.#url = url;
    this.#more = more;
  }

  async call(
    method: string,
    route: string,
    body?: unknown,
    headers: SentHeaders = OWN_PAGE,
  ): Promise<ConsoleReply> {
    const cookie = this.cookie === null ? {} : { Cookie: this.cookie };
    const all = { ...this.#more, ...cookie, ...(body === undefined ? {} : JSON_BODY), ...headers };
    const reply = await send(
      `${this.#url}${route}`,
      method,
      all,
      body === undefined ? undefined : JSON.stringify(body),
    );
    const [set] = reply.headers['set-cookie'] ?? [];
    if (set !== undefined) this.cookie = set.includes('Max-Age=0;') ? null : (set.split(';')[0] ?? null);
    return reply;
  }

  signIn(token: string, headers: SentHeaders = OWN_PAGE): Promise<ConsoleReply> {
    return this.call('POST', '/console/session', { token }, headers);
  }

  session(): Promise<ConsoleReply> {
    return this.call('GET', '/console/session');
  }
}
