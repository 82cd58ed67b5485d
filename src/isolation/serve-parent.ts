/** The confined process's end: sets its limits, prepares, then does the work that it is sent, one value after the other. */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { confineProcess } from '../native/confine.ts';
import { QuietTidy } from '../native/quiet-tidy.ts';
import { codeRangeBytes } from './code-range.ts';
import { encodeMessage, ValueReader } from './frames.ts';
import { MESSAGES_FD, type ProcessSetup, type ReadyHeader } from './protocol.ts';

/** Sends a message to the server. */
export type SendMessage = (header: unknown, bytes?: Uint8Array) => void;

/** Does one piece of work. What it throws ends the process. */
export type Work = (value: unknown, send: SendMessage) => Promise<void>;

const NO_BYTES = new Uint8Array(0);

/**
 * Serve the process that started this one, until it goes away.
 * @param prepare  called once with the setup, after the limits hold; returns what does the work
 */
export function serveParent(prepare: (setup: unknown) => Promise<Work>): void {
  // Signals of the terminal and the service manager are for the server, which ends this process when its work is done.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const channel = new Socket({ fd: MESSAGES_FD, readable: true, writable: true });
  const send: SendMessage = (header, bytes = NO_BYTES) => {
    channel.cork();
    for (const part of encodeMessage(header, bytes)) channel.write(part);
    channel.uncork();
  };
  const reader = new ValueReader();
  let work: Promise<unknown> = Promise.resolve();
  let doWork: Work | null = null;
  const tidy = new QuietTidy();
  const take = async (value: unknown): Promise<void> => {
    if (doWork !== null) {
      await doWork(value, send);
      tidy.worked();
      return;
    }
    const { setup, ...limits } = value as ProcessSetup;
    const confined = confine(limits);
    doWork = await prepare(setup);
    send({ kind: 'ready', confined } satisfies ReadyHeader);
    tidy.worked();
  };
  channel.on('data', (chunk: Buffer) => {
    for (const value of reader.read(chunk)) work = work.then(() => take(value)).catch(endWith);
  });
  // The server is gone, or has closed the channel.
  channel.on('close', () => process.exit(0));
  channel.on('error', () => process.exit(0));
}

function endWith(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function confine({ parentPid, memoryBytes, niceness }: Omit<ProcessSetup, 'setup'>): boolean {
  const confined = confineProcess(memoryBytes + codeRangeBytes());
  // The parent died before this process was tied to it.
  if (process.ppid !== parentPid) process.exit(0);
  try {
    if (niceness !== 0) setPriority(niceness);
    // When the whole machine runs out of memory, this process goes first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on this system, or not allowed here: the limits above do not depend on it.
  }
  return confined;
}
