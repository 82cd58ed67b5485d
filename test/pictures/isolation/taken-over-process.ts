/** Process entry of tests: a confined process that was taken over. It makes whatever system calls it is told to. */
import { createRequire } from 'node:module';
import { serveParent, type Work } from '../../../src/pictures/isolation/serve-parent.ts';

export interface RawCall {
  /** 0 for the main thread. */
  readonly thread: number;
  readonly number: number;
  readonly arguments: readonly (number | string)[];
}

/** What `raw-calls.c` exports. */
export type Raw = {
  call: (thread: number, number: number, ...rest: readonly (number | string)[]) => number;
  askInThread: () => number;
};

serveParent(async (setup) => {
  const raw = createRequire(import.meta.url)(String(setup)) as Raw;
  const work: Work = async (job, send) => {
    if (job === 'ask') return send({ kind: 'answer', results: [raw.askInThread()] });
    const results = (job as readonly RawCall[]).map(({ thread, number, arguments: rest }) =>
      raw.call(thread === 0 ? process.pid : thread, number, ...rest),
    );
    send({ kind: 'answer', results });
  };
  return async () => ({ work });
});
