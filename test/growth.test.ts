/** Four times the text takes four times the time, in everything that reads text from outside. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { READERS } from './support/growth/readers.ts';

/** For one text: what is in square time takes longer, and what is worse never ends. */
const DEADLINE_MS = 20_000;

let worker: Worker | null = null;
after(() => worker?.terminate());

interface Message {
  readonly at?: string;
  readonly slow?: readonly string[];
}

/** Texts that are read too slowly. */
function slowTexts(name: string): Promise<readonly string[]> {
  worker ??= new Worker(path.join(import.meta.dirname, 'support/growth/growth.js'));
  const thread = worker;
  return new Promise((resolve) => {
    let at = '';
    let timer: NodeJS.Timeout;
    const giveUp = (): void => {
      worker = null;
      thread.removeAllListeners('message');
      void thread.terminate();
      resolve([`${at} takes more than ${DEADLINE_MS} ms`]);
    };
    const wait = (): void => {
      clearTimeout(timer);
      // biome-ignore lint/style/noRestrictedGlobals: a deadline, for a thread that may never answer.
      timer = setTimeout(giveUp, DEADLINE_MS);
    };
    wait();
    thread.on('message', (message: Message) => {
      wait();
      at = message.at ?? at;
      if (message.slow === undefined) return;
      clearTimeout(timer);
      thread.removeAllListeners('message');
      resolve(message.slow);
    });
    thread.postMessage(name);
  });
}

describe('reading four times as much hostile text takes four times as long', () => {
  for (const name of Object.keys(READERS)) {
    it(name, async () => assert.deepEqual(await slowTexts(name), []));
  }
});
