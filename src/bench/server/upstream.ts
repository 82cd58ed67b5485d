/**
 * The web servers that screens of the preset `fleet` ask. They run in a process of their own, so that their work counts
 * as nobody's.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { upstreamAnswer } from './upstream-answers.ts';

/** Longer than any pause in a bench: a server that closes connections would make requests fail now and then. */
const KEEP_ALIVE_MS = 120_000;

/**
 * Start the servers on loopback: as many as fleets have upstreams, since Stipple opens only so many connections to one,
 * and must not let a slow one hold up the others.
 * @param examplesDir the embedded examples, whose photo they serve
 * @returns their ports
 */
export async function serveUpstreams(count: number, examplesDir: string): Promise<readonly number[]> {
  const photo = readFileSync(path.join(examplesDir, 'photo-frame', 'photo.jpg'));
  return Promise.all(Array.from({ length: count }, () => serveOne(photo)));
}

async function serveOne(photo: Uint8Array): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    void answer(new URL(request.url ?? '/', 'http://upstream'), photo, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function answer(url: URL, photo: Uint8Array, response: ServerResponse): Promise<void> {
  const found = upstreamAnswer(url, photo);
  if (found === null) {
    response.writeHead(404).end();
    return;
  }
  await sleep(found.delayMs);
  response.writeHead(200, { 'content-type': found.type, 'content-length': Buffer.byteLength(found.body) });
  response.end(found.body);
}
