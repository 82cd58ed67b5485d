/** A thread with a local server and the real outbound HTTP, for scripts in tests; see `blocking-http.ts`. */
import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { OutboundHttp } from '../../src/fetch/outbound-http.ts';
import type { FetchRequest } from '../../src/fetch/request.ts';
import { startLocalServer } from '../fetch/local-server.ts';

/** One transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const DEPARTURES = { departures: [{ line: 'S1', to: 'Main', minutes: 3 }] };

const server = await startLocalServer({
  '/departures': (_, response) => response.end(JSON.stringify(DEPARTURES)),
  '/missing': (_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('not here'),
  '/pixel.png': (_, response) => response.end(Buffer.from(PIXEL, 'base64')),
});
const http = new OutboundHttp();

type Message = { readonly request: FetchRequest; readonly done: SharedArrayBuffer } | 'stop';

if (parentPort === null) throw new Error('this file is the entry of a thread');
const [{ port }] = (await once(parentPort, 'message')) as [{ port: MessagePort }];
port.on('message', (message: Message) => void (message === 'stop' ? stop() : answer(message)));
port.postMessage(server.url);

async function answer({ request, done }: Exclude<Message, 'stop'>): Promise<void> {
  port.postMessage(await http.fetch(request, { allowPrivateNetwork: true, screenRef: 'local/test' }));
  const flag = new Int32Array(done);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

async function stop(): Promise<void> {
  await Promise.all([http.stop(), server.stop()]);
  port.close();
}
