/**
 * A process for work that reads what strangers made with native code. It has no environment, no input but its
 * messages and the files that it is given, a memory limit that the system enforces, and dies with its parent; whatever it does, the server goes on.
 */
import type { ChildProcess } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { encodeValue, type Message, MessageReader } from './frames.ts';
import { MESSAGES_FD, type ProcessSetup } from './protocol.ts';
import { type Program, startProgram } from './start-program.ts';

/** Largest message of a confined process: its plain data, and its picture (a full-colour one of 4096 x 4096). */
const PROCESS_HEADER_BYTES = 4 * 1024 * 1024;
const PROCESS_BODY_BYTES = 80 * 1024 * 1024;

interface ConfinedProcessOptions extends Program {
  /** What the entry gets before its first job, as a structured clone. */
  readonly setup: unknown;
  /** All private memory of the process: heap, pixels, stacks. */
  readonly memoryBytes: number;
  /** Added to the process's priority, as by nice(1): 0 for the server's own. */
  readonly niceness: number;
  /** Files, and folders with what is below them, that it may open to read. */
  readonly readable: readonly string[];
  readonly onMessage: (message: Message) => void;
  /** Called once, when the process is gone. */
  readonly onEnd: (end: ProcessEnd) => void;
}

/** Why a process is gone. */
export interface ProcessEnd {
  /** True when it needed more memory than it may have. */
  readonly outOfMemory: boolean;
  /** Exit code, signal, or why it was killed. */
  readonly reason: string;
  /** The end of what native code wrote about it; for logs only. */
  readonly lastWords: string;
}

/** Last words that are kept of a process. */
const STDERR_BYTES = 2048;
/** How V8, Rust and C++ say that an allocation failed. */
const OUT_OF_MEMORY =
  /out of memory|javascript OOM|heap limit|memory allocation of \d{1,20} bytes failed|bad_alloc|cannot allocate memory/i;

export class ConfinedProcess {
  readonly #options: ConfinedProcessOptions;
  readonly #child: ChildProcess;
  /** Null for a process that could not be started for lack of descriptors: then there are no streams either. */
  readonly #channel: Duplex | null;
  readonly #reader = new MessageReader({
    maxHeaderBytes: PROCESS_HEADER_BYTES,
    maxBodyBytes: PROCESS_BODY_BYTES,
  });
  #stderr = '';
  #outOfMemory = false;
  #ended = false;
  #killedFor: string | null = null;

  constructor(options: ConfinedProcessOptions) {
    this.#options = options;
    this.#child = startProgram(options);
    this.#child.once('error', (error) => this.#end(`it could not be started: ${error.message}`));
    // Not 'exit': what it had written before may still be on the way.
    this.#child.once('close', (code, signal) => this.#end(signal ?? `exit code ${code}`));
    const streams: ChildProcess['stdio'] | undefined = this.#child.stdio;
    this.#channel = (streams?.[MESSAGES_FD] ?? null) as Duplex | null;
    this.#channel?.on('data', (chunk: Buffer) => this.#read(chunk));
    // Writing to a process that died fails; `onEnd` reports why it died.
    this.#channel?.on('error', () => {});
    this.#keepLastWords(streams?.[2] as Readable | undefined);
    const { setup, memoryBytes, niceness, readable } = options;
    this.send({ parentPid: process.pid, memoryBytes, niceness, readable, setup } satisfies ProcessSetup);
  }

  /** Null when it could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Send a value, as a structured clone. */
  send(value: unknown): void {
    this.#channel?.cork();
    for (const part of encodeValue(value)) this.#channel?.write(part);
    this.#channel?.uncork();
  }

  /** End the process at once, in whatever native call it is. `why` becomes the reason of its end. */
  kill(why: string): void {
    this.#killedFor ??= why;
    this.#child.kill('SIGKILL');
  }

  #read(chunk: Buffer): void {
    try {
      for (const message of this.#reader.read(chunk)) this.#options.onMessage(message);
    } catch (error) {
      // Nothing that a process sends may throw an error in the server.
      this.kill(`its message could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #keepLastWords(stderr: Readable | undefined): void {
    stderr?.setEncoding('utf8');
    stderr?.on('data', (text: string) => {
      const words = this.#stderr + text;
      // The words may come before a long list of native functions.
      this.#outOfMemory ||= OUT_OF_MEMORY.test(words);
      this.#stderr = words.slice(-STDERR_BYTES);
    });
    stderr?.on('error', () => {});
  }

  #end(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.onEnd({
      outOfMemory: this.#killedFor === null && this.#outOfMemory,
      reason: this.#killedFor ?? reason,
      lastWords: this.#stderr.trim(),
    });
  }
}
