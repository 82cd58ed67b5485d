/** One HTTP call, as the firmware of devices makes it: without following redirects, on a connection of its own. */
import http from 'node:http';
import https from 'node:https';
import { BENCH_LIMITS } from '../bench-limits.ts';

export interface LoadCall {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface LoadClient {
  /** Make a call. Rejects with a `CallError` when there is no whole answer in time. */
  call(call: LoadCall): Promise<HttpAnswer>;
  /** Bytes of all calls so far, headers included. */
  readonly bytes: { readonly sent: number; readonly received: number };
  /** End all calls that run. */
  close(): void;
}

/** There was no whole answer. `message` names the kind: it is the same for all errors of a kind. */
export class CallError extends Error {}

export interface CallerOptions {
  /** False opens a connection for each call, as firmware since 1.7.4 does. */
  readonly keepAlive: boolean;
  /** Connections at a time; only with `keepAlive`, as the run itself bounds its calls. */
  readonly sockets: number;
  /** Time for a whole answer; by default as long as firmware waits. */
  readonly callMs?: number | undefined;
}

/** Sends calls by node's own client. */
export function openCaller({ keepAlive, sockets, callMs = BENCH_LIMITS.callMs }: CallerOptions): LoadClient {
  const agents = keepAlive
    ? {
        http: new http.Agent({ keepAlive, maxSockets: sockets }),
        https: new https.Agent({ keepAlive, maxSockets: sockets }),
      }
    : { http: false as const, https: false as const };
  const running = new Set<http.ClientRequest>();
  const bytes = { sent: 0, received: 0 };
  const call = ({ method, url, headers, body }: LoadCall): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const isTls = url.protocol === 'https:';
      const send = isTls ? https.request : http.request;
      const request = send(url, {
        method,
        agent: isTls ? agents.https : agents.http,
        headers: keepAlive ? headers : { ...headers, Connection: 'close' },
      });
      running.add(request);
      const timer = setTimeout(() => request.destroy(new CallError(tooLate(callMs))), callMs);
      const end = (): void => {
        clearTimeout(timer);
        running.delete(request);
      };
      const fail = (error: Error): void => {
        end();
        reject(error instanceof CallError ? error : new CallError(kindOf(error), { cause: error }));
      };
      request.on('error', fail);
      request.on('response', (response) => {
        collect(response, request).then((received) => {
          end();
          bytes.sent += headerBytes(request) + (body?.length ?? 0);
          bytes.received += received.length + rawHeaderBytes(response);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received });
        }, fail);
      });
      request.end(body);
    });
  return {
    call,
    bytes,
    close: () => {
      for (const request of running) request.destroy(new CallError('ended by the bench'));
      for (const agent of Object.values(agents)) if (agent !== false) agent.destroy();
    },
  };
}

function tooLate(callMs: number): string {
  return `no whole answer within ${callMs / 1000} s`;
}

function collect(response: http.IncomingMessage, request: http.ClientRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > BENCH_LIMITS.answerBytes) request.destroy(new CallError('answer too long'));
      else chunks.push(chunk);
    });
    response.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    response.on('error', reject);
    response.on('close', () => {
      if (!response.complete) reject(new CallError('connection broken off'));
    });
  });
}

/** The codes that operators meet, in words. */
const KINDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection broken off',
  EPIPE: 'connection broken off',
  ETIMEDOUT: 'no connection',
  EHOSTUNREACH: 'no connection',
  ENETUNREACH: 'no connection',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  EMFILE: 'too many open files in the bench',
  EADDRNOTAVAIL: 'no free local port in the bench',
};

function kindOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return KINDS[code] ?? (code === '' ? 'connection failed' : `connection failed (${code})`);
}

function headerBytes(request: http.ClientRequest): number {
  // `_header` is the text as sent; absent in a future Node, the bytes are just not counted.
  return (request as unknown as { _header?: string })._header?.length ?? 0;
}

function rawHeaderBytes({ rawHeaders }: http.IncomingMessage): number {
  let length = 19;
  for (const text of rawHeaders) length += text.length + 2;
  return length;
}
