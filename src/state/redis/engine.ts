/** Sends commands to Redis: with a deadline for each, and none while the engine does not answer. */
import { createHash } from 'node:crypto';
import { monotonicMs } from '../../platform/base/clock.ts';
import { STATE_LIMITS } from '../limits.ts';
import { SetAside } from '../set-aside.ts';
import type { StateHealth } from '../state.ts';
import { StateError } from '../state-error.ts';
import { type RedisAddress, stateLabel } from '../state-url.ts';
import type { StateObserver } from '../watch.ts';
import { LateError, within } from './deadline.ts';
import { greet } from './greeting.ts';
import { type RedisConnection, RedisLink } from './link.ts';
import { isReplicaAnswer, redisProblem } from './redis-problem.ts';
import { listOf } from './reply.ts';

/** An answer of RESP 2. */
export type Reply = string | number | Buffer | null | readonly Reply[];

export type Argument = string | number | Buffer;

/** A script with its digest. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

export function redisScript(source: string): RedisScript {
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/** Sends to the engine. What it rejects with is a `StateError`. */
export interface Sender {
  send(...command: readonly Argument[]): Promise<Reply>;
  /** Send a command whose answer is bytes. */
  sendForBytes(...command: readonly Argument[]): Promise<Reply>;
  /** Run a script, which the server knows but for its first time. */
  run(script: RedisScript, keys: readonly string[], args: readonly Argument[]): Promise<Reply>;
}

export class RedisEngine implements StateHealth {
  /** For calls of devices. */
  readonly quick: Sender;
  /** For many commands at once, and for large values: people wait for them, not devices. */
  readonly patient: Sender;
  /** Keys that hold what was not written here. */
  readonly setAside = new SetAside();
  readonly #prefix: string;
  readonly #label: string;
  readonly #observer: StateObserver | null;
  readonly #link: RedisLink;
  readonly #listeners = new Set<(isUp: boolean) => void>();
  readonly #watchdog: NodeJS.Timeout;
  #warnings: readonly string[] = [];
  #problem: StateError | null;
  /** Stalls in a row; with too many the breaker is open. */
  #late = 0;
  /** When the last one was noted: commands that were sent before belong to the same one. */
  #lateMs = Number.NEGATIVE_INFINITY;
  #isOpen = false;
  #probe: NodeJS.Timeout | undefined;

  constructor(address: RedisAddress, observer: StateObserver | null, commandMs: number) {
    this.quick = this.#sender(commandMs);
    this.patient = this.#sender(STATE_LIMITS.patientMs);
    this.#prefix = address.prefix;
    this.#label = stateLabel(address);
    this.#observer = observer;
    this.#problem = redisProblem(this.#label, new Error('not connected yet'));
    this.#link = new RedisLink({
      address,
      label: this.#label,
      greet: async (connection) => {
        this.#warnings = await greet(connection, address);
      },
      onUp: () => this.#setProblem(null),
      onDown: (problem) => this.#setProblem(problem),
    });
    this.#watchdog = setInterval(() => void this.#ping(), STATE_LIMITS.pingMs).unref();
  }

  /** Resolves after the first try to connect, whatever came of it. */
  start(): Promise<void> {
    return this.#link.start();
  }

  get isUp(): boolean {
    return this.#problem === null;
  }

  get problem(): string | null {
    return this.#problem?.message ?? null;
  }

  /** Why it is down; null while it is up. */
  get failure(): StateError | null {
    return this.#problem;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  onChange(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  key(...parts: readonly string[]): string {
    return this.#prefix + parts.join(':');
  }

  /** The names of all keys of this state, in batches; one may come twice. */
  async *keys(): AsyncIterable<readonly string[]> {
    let cursor = '0';
    do {
      const match = `${this.#prefix.replace(/[\\*?[\]]/g, '\\$&')}*`;
      const reply = await this.patient.send('SCAN', cursor, 'MATCH', match, 'COUNT', STATE_LIMITS.scanKeys);
      const [next, names] = listOf<unknown>(reply);
      yield listOf<string>(names).map((name) => name.slice(this.#prefix.length));
      cursor = String(next);
    } while (cursor !== '0');
  }

  close(): void {
    // The connection that ends now is no failure.
    this.#listeners.clear();
    clearInterval(this.#watchdog);
    clearTimeout(this.#probe);
    this.#link.close();
    this.#problem = new StateError('unavailable', 'The state is closed.');
  }

  #sender(ms: number): Sender {
    const send: Sender['send'] = (...command) => this.#ask(command, ms, false);
    return {
      send,
      sendForBytes: (...command) => this.#ask(command, ms, true),
      // Not by scripts of `@redis/client`: those are registered with each new client, and send outside the deadline.
      run: async (script, keys, args) => {
        try {
          return await send('EVALSHA', script.sha, keys.length, ...keys, ...args);
        } catch (error) {
          const cause = error instanceof StateError ? error.cause : null;
          if (!(cause instanceof Error && cause.message.startsWith('NOSCRIPT'))) throw error;
          return send('EVAL', script.source, keys.length, ...keys, ...args);
        }
      },
    };
  }

  async #ask(command: readonly Argument[], ms: number, asBytes: boolean): Promise<Reply> {
    const { connection } = this.#link;
    if (this.#problem !== null || connection === null)
      throw this.#problem ?? redisProblem(this.#label, new Error('not connected'));
    const sentMs = monotonicMs();
    try {
      const reply = await within(ms, sendTo(connection, command, asBytes));
      this.#late = 0;
      return reply;
    } catch (error) {
      const problem = redisProblem(this.#label, error);
      if (problem.kind === 'damaged') this.setAside.note('key', keyOf(command));
      if (error instanceof LateError) this.#noteLate(problem, sentMs);
      else if (isReplicaAnswer(error)) this.#link.drop(problem, connection);
      throw problem;
    }
  }

  /** After some late answers, send nothing for a while, then try once. */
  #noteLate(problem: StateError, sentMs: number): void {
    if (sentMs < this.#lateMs) return;
    this.#lateMs = monotonicMs();
    this.#late++;
    if (this.#late < STATE_LIMITS.breakerFailures || this.#isOpen || !this.isUp) return;
    this.#isOpen = true;
    this.#setProblem(problem);
    clearTimeout(this.#probe);
    this.#probe = setTimeout(() => void this.#tryAgain(), STATE_LIMITS.breakerMs).unref();
  }

  async #tryAgain(): Promise<void> {
    const { connection } = this.#link;
    if (!this.#isOpen || connection === null) return;
    try {
      await within(STATE_LIMITS.commandMs, sendTo(connection, ['PING'], false));
      if (connection === this.#link.connection) this.#setProblem(null);
    } catch (error) {
      this.#link.drop(redisProblem(this.#label, error), connection);
    }
  }

  /** A connection may be dead without anybody knowing. */
  async #ping(): Promise<void> {
    const { connection } = this.#link;
    if (connection === null || this.#isOpen) return;
    try {
      await within(STATE_LIMITS.pongMs, sendTo(connection, ['PING'], false));
    } catch (error) {
      this.#link.drop(redisProblem(this.#label, error), connection);
    }
  }

  #setProblem(problem: StateError | null): void {
    const wasUp = this.isUp;
    this.#problem = problem;
    if (problem === null || this.#link.connection === null) this.#isOpen = false;
    if (problem === null) this.#late = 0;
    if (wasUp === this.isUp) return;
    this.#observer?.stateChanged(this.isUp);
    for (const listener of this.#listeners) listener(this.isUp);
  }
}

/** The key of a command; of a script its first one. */
function keyOf(command: readonly Argument[]): string {
  const [name, first] = command;
  return String(name === 'EVALSHA' || name === 'EVAL' ? command[3] : first);
}

async function sendTo(
  connection: RedisConnection,
  command: readonly Argument[],
  asBytes: boolean,
): Promise<Reply> {
  const args = command.map((argument) => (typeof argument === 'number' ? String(argument) : argument));
  const options = asBytes ? { typeMapping: { [BULK]: Buffer } } : undefined;
  return (await connection.sendCommand(args, options)) as unknown as Reply;
}

/** The type of a text or bytes in RESP, `$`. */
const BULK = 36;
