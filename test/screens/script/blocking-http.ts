/** HTTP and image processing that block, as scripts need them, with a real server in another thread. */
import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../../src/screens/script/image/image-request.ts';

export interface BlockingHttp {
  /** Address of the server in the other thread. */
  readonly url: string;
  fetch(request: FetchRequest): FetchAnswer;
  processImage(request: ImageRequest): ImageAnswer;
  stop(): Promise<void>;
}

export async function startBlockingHttp(): Promise<BlockingHttp> {
  const worker = new Worker(new URL('./http-thread.js', import.meta.url));
  const { port1, port2 } = new MessageChannel();
  const ready = once(port1, 'message');
  worker.postMessage({ port: port2 }, [port2]);
  const [url] = (await ready) as [string];
  const ask = (message: object): unknown => {
    const done = new SharedArrayBuffer(4);
    port1.postMessage({ ...message, done });
    Atomics.wait(new Int32Array(done), 0, 0, 20_000);
    return receiveMessageOnPort(port1)?.message ?? { ok: false, error: 'no answer' };
  };
  return {
    url,
    fetch: (request) => ask({ request }) as FetchAnswer,
    processImage: (image) => ask({ image }) as ImageAnswer,
    stop: async () => {
      port1.postMessage('stop');
      await once(worker, 'exit');
      port1.close();
    },
  };
}
