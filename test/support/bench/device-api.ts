/** A real HTTP server with the calls of devices, which behaves as a test wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';

export type Behaviour = 'well' | 'hang' | 'fail' | 'busy' | 'cut' | 'no-picture' | 'elsewhere' | 'status-500';

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface DeviceApiServer {
  readonly url: string;
  readonly calls: SeenCall[];
  /** How display calls are answered from now on. */
  behave(behaviour: Behaviour): void;
  /** Every picture gets a new name from now on. */
  renew(): void;
  /** Close the port and cut all connections. */
  stop(): Promise<void>;
}

export interface DeviceApiOptions {
  /** Milliseconds that a display call takes, one after the other: 20 give room for 50 calls a second. */
  readonly workMs?: number;
  readonly timing?: string;
}

/** The smallest valid PNG. */
export function smallPng(): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(name, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export async function startDeviceApi(options: DeviceApiOptions = {}): Promise<DeviceApiServer> {
  const { workMs = 0, timing } = options;
  const calls: SeenCall[] = [];
  let behaviour: Behaviour = 'well';
  let name = 1;
  let freeMs = 0;
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const json = (response: ServerResponse, status: number, value: object): void => {
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(timing === undefined ? {} : { 'Server-Timing': timing }),
    });
    response.end(JSON.stringify(value));
  };
  const picture = (): object => ({
    status: behaviour === 'status-500' ? 500 : 0,
    image_url:
      behaviour === 'elsewhere' ? 'http://127.0.0.1:1/x.png' : `${url()}/api/image/${name}.png?sig=1`,
    filename: `picture-${name}`,
    refresh_rate: 60,
  });
  const display = (response: ServerResponse): void => {
    if (behaviour === 'hang') return;
    if (behaviour === 'fail') response.writeHead(500).end('it <b>broke</b>');
    else if (behaviour === 'cut') {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{', () => response.destroy());
    } else json(response, behaviour === 'busy' ? 429 : 200, picture());
  };
  const answer = (call: SeenCall, response: ServerResponse): void => {
    if (call.path === '/health') response.end('ok');
    else if (call.path === '/api/setup')
      json(response, 200, { status: 200, api_key: 'key-of-setup', image_url: `${url()}/api/image/w.png` });
    else if (call.path === '/api/log') json(response, 200, {});
    else if (call.path.startsWith('/api/image/'))
      response
        .writeHead(200, { 'Content-Type': behaviour === 'no-picture' ? 'text/html' : 'image/png' })
        .end(smallPng());
    else if (workMs === 0) display(response);
    else {
      freeMs = Math.max(freeMs, performance.now()) + workMs;
      // biome-ignore lint/style/noRestrictedGlobals: the server works for a time
      setTimeout(() => display(response), freeMs - performance.now());
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      calls.push(call);
      answer(call, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url(),
    calls,
    behave: (next) => {
      behaviour = next;
    },
    renew: () => {
      name += 1;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
