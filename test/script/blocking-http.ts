/** HTTP that blocks, as scripts need it, against a real server in another thread. */
import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { FetchAnswer, FetchRequest } from '../../src/fetch/request.ts';

export interface BlockingHttp {
  /** Address of the server in the other thread. */
  readonly url: string;
  fetch(request: FetchRequest): FetchAnswer;
  stop(): Promise<void>;
}

export async function startBlockingHttp(): Promise<BlockingHttp> {
  const worker = new Worker(new URL('./http-thread.js', import.meta.url));
  const { port1, port2 } = new MessageChannel();
  const ready = once(port1, 'message');
  worker.postMessage({ port: port2 }, [port2]);
  const [url] = (await ready) as [string];
  return {
    url,
    fetch: (request) => {
      const done = new SharedArrayBuffer(4);
      port1.postMessage({ request, done });
      Atomics.wait(new Int32Array(done), 0, 0, 20_000);
      return (receiveMessageOnPort(port1)?.message ?? { ok: false, error: 'no answer' }) as FetchAnswer;
    },
    stop: async () => {
      port1.postMessage('stop');
      await once(worker, 'exit');
      port1.close();
    },
  };
}
