/** Process entry of tests: does what it is told, good or bad, and answers like a worker of a pool. */
import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { connect } from 'node:net';
import { Resvg } from '@resvg/resvg-js';
import { sendAnswer } from '../../../src/engine/jobs/process-answers.ts';
import { MESSAGES_FD } from '../../../src/pictures/isolation/protocol.ts';
import { codeRangeBytes, serveParent } from '../../../src/pictures/isolation/serve-parent.ts';
import { ok } from '../../../src/platform/base/result.ts';

export type ProbeJob =
  | { readonly do: 'echo'; readonly text: string; readonly bytes: number }
  | { readonly do: 'facts' }
  | { readonly do: 'break out' }
  | { readonly do: 'crash natively' }
  | { readonly do: 'abort' }
  | { readonly do: 'throw' }
  | { readonly do: 'spin' }
  | { readonly do: 'fill native memory' }
  | { readonly do: 'fill the heap' }
  | { readonly do: 'hold memory' }
  | { readonly do: 'send nonsense'; readonly bytes: readonly number[] }
  | { readonly do: 'send garbage without end' };

export interface ProbeAnswer {
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly pid: number;
}

/** A pattern that takes its content from one that is filled by the first: resvg recurses until its stack is full. */
const ENDLESS =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><pattern id="a" width="9" height="9" href="#b"/>' +
  '<pattern id="b" width="9" height="9"><rect width="9" height="9" fill="url(#a)"/></pattern>' +
  '<rect width="9" height="9" fill="url(#a)"/></svg>';

const held: Uint8Array[] = [];
/** A confined process can no longer look. */
const CODE_RANGE = codeRangeBytes();

function facts(): string {
  const { execArgv: _, env, pid, ppid } = process;
  return JSON.stringify({ env: Object.keys(env), pid, ppid, codeRange: CODE_RANGE });
}

/** What comes of asking the system for more than a confined process may have: error codes. */
async function breakOut(): Promise<Record<string, string>> {
  const network = await new Promise<string>((resolve) => {
    connect(9, '127.0.0.1').on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  const program = (spawnSync('true').error as NodeJS.ErrnoException | undefined)?.code ?? 'started';
  let signal = 'sent';
  try {
    process.kill(process.ppid, 0);
  } catch (error) {
    signal = (error as NodeJS.ErrnoException).code ?? '';
  }
  return { network, program, signal };
}

async function answerTo(job: ProbeJob): Promise<Omit<ProbeAnswer, 'pid'>> {
  switch (job.do) {
    case 'echo':
      return { text: job.text, bytes: new Uint8Array(job.bytes).fill(7) };
    case 'facts':
      return { text: facts() };
    case 'break out':
      return { text: JSON.stringify(await breakOut()) };
    case 'crash natively':
      new Resvg(ENDLESS).render();
      return { text: 'drawn' };
    case 'abort':
      return process.abort();
    case 'throw':
      throw new Error('thrown on purpose');
    case 'spin':
      for (;;) held.length = 0;
    case 'fill native memory':
      for (;;) held.push(new Uint8Array(16 * 1024 * 1024).fill(1));
    case 'fill the heap': {
      const texts: string[][] = [];
      for (;;) texts.push(Array.from({ length: 10_000 }, (_, i) => `text ${i}`));
    }
    case 'hold memory':
      held.push(new Uint8Array(128 * 1024 * 1024).fill(1));
      return { text: 'held' };
    case 'send nonsense':
      writeSync(MESSAGES_FD, Uint8Array.from(job.bytes));
      return new Promise(() => {});
    case 'send garbage without end':
      for (;;) writeSync(MESSAGES_FD, Buffer.alloc(65_536, 0x20));
  }
}

serveParent(async () => async () => ({
  work: async (job, send) => sendAnswer(send, ok({ ...(await answerTo(job as ProbeJob)), pid: process.pid })),
}));
