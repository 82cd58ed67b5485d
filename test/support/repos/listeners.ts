/** Servers on loopback that are no git servers, for whoever would find out what there is. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { tempTree } from '../files/temp-tree.ts';
import { requireTool } from '../tools/tools.ts';

export interface Listener {
  readonly port: number;
  /** Connections that were made to it. */
  connections: number;
}

/** Listen with a server that is closed after the test. */
export async function listen(
  t: TestContext,
  take: (socket: Socket) => void,
  server: Server = createServer(),
): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    listener.connections += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  server.on('connection', take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listener: Listener = { port: (server.address() as AddressInfo).port, connections: 0 };
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listener;
}

/** Says something to whoever connects, and ends. */
export function banner(t: TestContext, text: string | Uint8Array): Promise<Listener> {
  return listen(t, (socket) => socket.end(text));
}

/** Answers everything with one HTTP answer. */
export function web(t: TestContext, status: string, headers: string, body: string): Promise<Listener> {
  const answer = `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  return listen(t, (socket) => socket.once('data', () => socket.end(answer)));
}

/** A server with a certificate that nobody trusts. */
export function tls(t: TestContext): Promise<Listener> {
  const folder = tempTree(t);
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=secret-host.inside', '-days', '1', '-nodes'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', key, '-out', cert];
  execFileSync(requireTool('openssl'), args, { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  return listen(t, () => undefined, server);
}

/** A port on which nobody listens. */
export async function closedPort(t: TestContext): Promise<Listener> {
  const server = createServer();
  const listener = await listen(t, () => undefined, server);
  await new Promise((resolve) => server.close(resolve));
  return listener;
}
