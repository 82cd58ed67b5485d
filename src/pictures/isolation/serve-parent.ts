/** The confined process's end: sets its limits, prepares, then does the work that it is sent, one value after the other. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { confineProcess } from '../native/confine.ts';
import { QuietTidy } from '../native/memory.ts';
import { encodeMessage, ValueReader } from './frames.ts';
import { MESSAGES_FD, type ProcessSetup, type ReadyHeader } from './protocol.ts';

/** A mapping that is private, and may be written and run: `7f0010000000-7f0020000000 rwxp …` (proc(5), `maps`). */
const CODE_MAPPING = /^([\da-f]{1,16})-([\da-f]{1,16}) rwxp /;

/**
 * Bytes of this process's mappings that may be written and run. From Node 24 on V8 maps half a gigabyte in this way when it
 * starts, and uses little of it; the system counts all of it as private memory. 0 where there are none, and on systems
 * other than Linux.
 */
export function codeRangeBytes(): number {
  return readMappings().reduce((sum, line) => {
    const [, from, to] = CODE_MAPPING.exec(line) ?? [];
    return from === undefined || to === undefined
      ? sum
      : sum + Number.parseInt(to, 16) - Number.parseInt(from, 16);
  }, 0);
}

function readMappings(): readonly string[] {
  try {
    return readFileSync('/proc/self/maps', 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Sends a message to the server. */
export type SendMessage = (header: unknown, bytes?: Uint8Array) => void;

/** Does one piece of work. What it throws ends the process. */
export type Work = (value: unknown, send: SendMessage) => Promise<void>;

/** True while nothing waits to be done. */
type IsQuiet = () => boolean;

/** What a process does from when its limits hold. */
export interface Service {
  readonly work: Work;
  /** Done when the parent may already send work, for as long as none waits. */
  warmUp?(isQuiet: IsQuiet): Promise<unknown>;
}

/** Loads all code and files that the work takes, while that can be done. Returns what begins the work when it no longer can. */
export type Load = (setup: unknown) => Promise<() => Promise<Service>>;

const STDERR_FD = 2;
const NO_BYTES = new Uint8Array(0);

/**
 * Serve the process that started this one, until it goes away.
 * @param load  called once with the setup, before the limits hold; what it returns is called when they do
 */
export function serveParent(load: Load): void {
  // All modules are loaded now. One that was started ahead of its need waits for its setup, which is no work.
  const modulesMs = performance.now();
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
  let service: Service | null = null;
  /** Values that are not done with. */
  let pending = 0;
  const tidy = new QuietTidy();
  const take = async (value: unknown): Promise<void> => {
    if (service !== null) {
      await service.work(value, send);
      tidy.worked();
      return;
    }
    const { setup, ...limits } = value as ProcessSetup;
    const beganMs = performance.now();
    const begin = await load(setup);
    const missing = confine(limits);
    service = await begin();
    send({ kind: 'ready', missing, loadMs: modulesMs + performance.now() - beganMs } satisfies ReadyHeader);
    await service.warmUp?.(() => pending === 1);
    tidy.worked();
  };
  channel.on('data', (chunk: Buffer) => {
    for (const value of reader.read(chunk)) {
      pending += 1;
      work = work.then(() => take(value)).catch(endWith);
      work = work.then(() => {
        pending -= 1;
      });
    }
  });
  // The server is gone, or has closed the channel.
  channel.on('close', () => process.exit(0));
  channel.on('error', () => process.exit(0));
}

function endWith(error: unknown): void {
  // Not the stream, which Node would have to open first.
  writeSync(STDERR_FD, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function confine(limits: Omit<ProcessSetup, 'setup'>): readonly string[] {
  const { parentPid, memoryBytes, niceness, readable } = limits;
  try {
    if (niceness !== 0) setPriority(niceness);
    // When the whole machine runs out of memory, this process goes first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on this system, or not allowed here: the limits below do not depend on it.
  }
  const missing = confineProcess(memoryBytes + codeRangeBytes(), readable, MESSAGES_FD);
  // The parent died before this process was tied to it.
  if (process.ppid !== parentPid) process.exit(0);
  return missing;
}
