/** A real HTTP server on loopback for tests, whose paths fail in different ways. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { listen } from './listen.ts';

export interface LocalServer {
  readonly url: string;
  /** `METHOD path` of every request that arrived. */
  readonly seen: string[];
  /** Connections opened so far. */
  readonly connections: () => number;
  /** Calls of `/slow` that wait for their answer. */
  readonly held: () => number;
  /** Answer them. */
  release(): void;
  stop(): Promise<void>;
}

type Route = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const HELLO = Buffer.from('hello '.repeat(1000));

function encoded(encoding: string, bytes: Buffer): Route {
  return (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes);
}

function redirect(status: number, location: string): Route {
  return (_, response) => response.writeHead(status, { location }).end('moved');
}

const ROUTES: Readonly<Record<string, Route>> = {
  '/text': (_, response) => response.writeHead(200, { 'x-one': ['a', 'b'] }).end('text'),
  '/echo': ({ method, url, headers }, response, body) =>
    response.end(JSON.stringify({ method, url, headers, body: body.toString('latin1') })),
  '/missing': (_, response) => response.writeHead(404).end('not here'),
  '/gzip': encoded('gzip', gzipSync(HELLO)),
  '/x-gzip': encoded('x-gzip', gzipSync(HELLO)),
  '/br': encoded('br', brotliCompressSync(HELLO)),
  '/deflate': encoded('deflate', deflateSync(HELLO)),
  '/raw-deflate': encoded('deflate', deflateRawSync(HELLO)),
  '/identity': encoded('identity', HELLO),
  '/odd-encoding': encoded('zstd', HELLO),
  '/cut-gzip': encoded('gzip', gzipSync(HELLO).subarray(0, 30)),
  '/no-gzip': encoded('gzip', HELLO),
  '/empty-gzip': encoded('gzip', Buffer.alloc(0)),
  '/large': (_, response) => response.end(Buffer.alloc(200_000)),
  '/bomb': (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    response.on('close', () => gzip.destroy());
    gzip.on('error', () => {});
    gzip.end(Buffer.alloc(30_000_000));
  },
  '/silent': () => {},
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('abc', () => response.destroy());
  },
  '/hang-up': (request) => request.socket.destroy(),
  '/not-http': (request) => request.socket.end('SSH-2.0-OpenSSH\r\n'),
  '/loop': redirect(302, '/loop'),
  '/to-text': redirect(302, '/text'),
  '/to-echo-301': redirect(301, '/echo'),
  '/to-echo-303': redirect(303, '/echo'),
  '/to-echo-307': redirect(307, '/echo'),
  '/to-metadata': redirect(302, 'http://169.254.169.254/latest'),
  '/to-file': redirect(302, 'file:///etc/passwd'),
  '/to-nowhere': (_, response) => response.writeHead(302).end('no location'),
};

export async function startLocalServer(routes: Readonly<Record<string, Route>> = {}): Promise<LocalServer> {
  const waiting: ServerResponse[] = [];
  const slow: Route = (_, response) => waiting.push(response);
  const all: Readonly<Record<string, Route>> = { ...ROUTES, '/slow': slow, ...routes };
  const seen: string[] = [];
  let connections = 0;
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    seen.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const route = Object.hasOwn(all, path) ? all[path] : undefined;
      if (route === undefined) response.writeHead(500).end('no such route');
      else route(request, response, Buffer.concat(chunks));
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    seen,
    connections: () => connections,
    held: () => waiting.length,
    release: () => {
      for (const response of waiting.splice(0)) response.end('slow');
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
