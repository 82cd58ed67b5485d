/** A thread with a local server, the real outbound HTTP and the real image processing, for scripts in tests; see `blocking-http.ts`. */
import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { ImageRequest } from '../../../src/screens/script/image/image-request.ts';
import { processImage } from '../../../src/screens/script/image/process-image.ts';
import { startLocalServer } from '../../support/network/local-server.ts';

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

type Message =
  | { readonly request: FetchRequest; readonly done: SharedArrayBuffer }
  | { readonly image: ImageRequest; readonly done: SharedArrayBuffer }
  | 'stop';

if (parentPort === null) throw new Error('this file is the entry of a thread');
const [{ port }] = (await once(parentPort, 'message')) as [{ port: MessagePort }];
port.on('message', (message: Message) => void (message === 'stop' ? stop() : answer(message)));
port.postMessage(server.url);

async function answer(message: Exclude<Message, 'stop'>): Promise<void> {
  port.postMessage(
    'image' in message
      ? await processImage(message.image.bytes, message.image.options)
      : await http.fetch(message.request, { allowPrivateNetwork: true, screenRef: 'local/test' }),
  );
  const flag = new Int32Array(message.done);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

async function stop(): Promise<void> {
  await Promise.all([http.stop(), server.stop()]);
  port.close();
}
