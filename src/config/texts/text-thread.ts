/**
 * A thread that answers questions about texts, one after the other. It is started by the first question, ends when nobody
 * has asked for a while, and is replaced when it took too long, too much memory, or crashed.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { workerFile } from '../../platform/base/entry-files.ts';
import { overloaded } from '../../platform/base/errors.ts';
import { Packer } from '../../platform/base/pack-data.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { Unpacker } from '../../platform/base/unpack-data.ts';
import { type AnsweredText, type AskedText, nextPiece, sendPiece } from './text-messages.ts';
import { TextGivenUpError, type TextOp, type Texts } from './text-op.ts';
import { TEXT_WORKER_LIMITS } from './text-worker-limits.ts';

type Limits = Pick<
  { readonly [Name in keyof typeof TEXT_WORKER_LIMITS]: number },
  'questionMs' | 'heapMb' | 'quietMs'
>;

export interface TextThreadOptions {
  /** The config as messages name it. */
  readonly label: string;
  /** Told when a thread was lost, and why. */
  readonly onLost?: (reason: string) => void;
  readonly limits?: Partial<Limits>;
  /** The entry of the thread. */
  readonly entry?: URL;
}

export class TextThread implements Texts {
  readonly #options: TextThreadOptions;
  readonly #limits: Limits;
  #line: Line | null = null;
  /** The question before has its answer. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #quiet: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: TextThreadOptions) {
    this.#options = options;
    this.#limits = { ...TEXT_WORKER_LIMITS, ...options.limits };
  }

  /** True while there is a thread. */
  get isRunning(): boolean {
    return this.#line !== null;
  }

  /** @throws {TextGivenUpError} | {AppError} overloaded */
  async ask<Question, Answer>({ name }: TextOp<Question, Answer>, question: Question): Promise<Answer> {
    if (this.#waiting >= TEXT_WORKER_LIMITS.waiting) throw overloaded();
    this.#waiting += 1;
    const answer = this.#turn.then(() => this.#ask(name, question));
    this.#turn = answer.catch(() => undefined);
    return (await answer.finally(() => {
      this.#waiting -= 1;
    })) as Answer;
  }

  /** End the thread. What is asked then is given up. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end('the server stops');
  }

  async #ask(name: string, question: unknown): Promise<unknown> {
    if (this.#isStopped) throw new TextGivenUpError('the server stops');
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    this.#line ??= new Line(this.#options, this.#limits);
    const line = this.#line;
    const { questionMs } = this.#limits;
    const deadline = setTimeout(
      () => void line.end(`it took longer than ${questionMs / 1000} s`),
      questionMs,
    );
    try {
      return await line.ask(name, question);
    } catch (error) {
      if (this.#line === line && line.isOver) this.#line = null;
      if (error instanceof TextGivenUpError && !this.#isStopped) this.#options.onLost?.(error.message);
      throw error;
    } finally {
      clearTimeout(deadline);
      this.#quiet = setTimeout(() => void this.#end('nobody asks it'), this.#limits.quietMs).unref();
    }
  }

  async #end(reason: string): Promise<void> {
    if (this.#quiet !== null) clearTimeout(this.#quiet);
    const line = this.#line;
    this.#line = null;
    await line?.end(reason);
  }
}

/** One thread, and the line to it. */
class Line {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #packer = new Packer();
  readonly #unpacker = new Unpacker();
  #over: string | null = null;
  #answered: ((answer: AnsweredText) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  constructor({ label, entry = workerFile('texts') }: TextThreadOptions, { heapMb }: Limits) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(entry, {
      workerData: { label, port: port2 },
      transferList: [port2],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: TEXT_WORKER_LIMITS.stackMb },
    });
    // A command that has nothing else to do may end.
    this.#worker.unref();
    this.#worker.on('message', (answer: AnsweredText) => this.#answered?.(answer));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#lose(
        isMemory ? `it took more than ${heapMb} MiB of memory` : `its thread ended: ${error.message}`,
      );
    });
    this.#worker.on('exit', () => this.#lose('its thread ended'));
  }

  get isOver(): boolean {
    return this.#over !== null;
  }

  async ask(op: string, question: unknown): Promise<unknown> {
    if (this.#over !== null) throw new TextGivenUpError(this.#over);
    const failed = new Promise<never>((_, reject) => {
      this.#failed = reject;
    });
    failed.catch(() => undefined);
    this.#worker.ref();
    try {
      return await Promise.race([this.#exchange(op, question), failed]);
    } finally {
      this.#failed = null;
      this.#answered = null;
      this.#worker.unref();
    }
  }

  async end(reason: string): Promise<void> {
    this.#lose(reason);
    await this.#worker.terminate();
  }

  async #exchange(op: string, question: unknown): Promise<unknown> {
    let pieces = 0;
    const packing = this.#packer.pack(question, (piece) => {
      pieces += 1;
      sendPiece(this.#port, piece);
    });
    await mainTurns.do('texts', packing);
    const answer = await new Promise<AnsweredText>((resolve) => {
      this.#answered = resolve;
      this.#worker.postMessage({ op, pieces } satisfies AskedText);
    });
    if ('error' in answer) throw new Error(answer.error);
    return mainTurns.do(
      'texts',
      this.#unpacker.unpack(() => nextPiece(this.#port)),
    );
  }

  #lose(reason: string): void {
    if (this.#over !== null) return;
    this.#over = reason;
    this.#port.close();
    this.#failed?.(new TextGivenUpError(reason));
  }
}
