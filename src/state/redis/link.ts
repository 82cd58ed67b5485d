/**
 * One connection to a Redis or Valkey server, made anew whenever it ends: after a failure, when it does not answer, and
 * when the server has become a replica. That is not left to `@redis/client` (6.3.1, tried): its `reconnectStrategy` keeps a
 * connection that is open and silent, and its sentinel client waits for a master that is stopped or gone without an end.
 */
import type { RedisClientType } from '@redis/client';
import { STATE_LIMITS } from '../limits.ts';
import { StateError } from '../state-error.ts';
import type { HostPort, RedisAddress } from '../state-url.ts';
import { within } from './deadline.ts';
import { redisProblem } from './redis-problem.ts';

/** Without modules, functions and scripts: commands are sent as they are. */
export type RedisConnection = RedisClientType<
  Record<string, never>,
  Record<string, never>,
  Record<string, never>,
  2
>;

export interface LinkOptions {
  readonly address: RedisAddress;
  /** How messages name the server. */
  readonly label: string;
  /** Looks at a new connection, and makes it ready. What it throws ends the connection. */
  greet(connection: RedisConnection): Promise<void>;
  onUp(connection: RedisConnection): void;
  onDown(problem: StateError): void;
}

export class RedisLink {
  readonly #options: LinkOptions;
  #connection: RedisConnection | null = null;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #waitMs = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Connect, once; further tries follow by themselves. Resolves when the first try has ended. */
  async start(): Promise<void> {
    await this.#try();
  }

  get connection(): RedisConnection | null {
    return this.#connection;
  }

  /** End the connection, and make another one. */
  drop(problem: StateError, connection: RedisConnection | null = this.#connection): void {
    if (connection === null || connection !== this.#connection) return;
    // First of all: its end is told to this method, too.
    this.#connection = null;
    destroy(connection);
    this.#options.onDown(problem);
    this.#tryLater();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#connection !== null) destroy(this.#connection);
    this.#connection = null;
  }

  async #try(): Promise<void> {
    try {
      const connection = await this.#connect();
      if (this.#isClosed) return destroy(connection);
      this.#connection = connection;
      this.#waitMs = 0;
      this.#options.onUp(connection);
    } catch (error) {
      this.#options.onDown(redisProblem(this.#options.label, error));
      this.#tryLater();
    }
  }

  #tryLater(): void {
    if (this.#isClosed) return;
    this.#waitMs = Math.min(
      Math.max(STATE_LIMITS.reconnectMinMs, this.#waitMs * 2),
      STATE_LIMITS.reconnectMaxMs,
    );
    // Servers that have lost the same engine shall not all come back at once.
    const waitMs = this.#waitMs * (0.5 + Math.random());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#try(), waitMs).unref();
  }

  async #connect(): Promise<RedisConnection> {
    const { address, greet } = this.#options;
    const server = address.sentinelName === null ? address.hosts[0] : await findMaster(address);
    if (server === undefined) throw new StateError('unavailable', 'no host');
    const connection = await dial(address, server, address);
    try {
      await within(STATE_LIMITS.greetMs, greet(connection));
    } catch (error) {
      destroy(connection);
      throw error;
    }
    connection.on('error', (error) => this.drop(redisProblem(this.#options.label, error), connection));
    connection.on('end', () => {
      this.drop(redisProblem(this.#options.label, new Error('the connection has ended')), connection);
    });
    if (connection.isReady) return connection;
    throw new Error('the connection has ended');
  }
}

/** What a connection says of itself, as far as the server asks. */
type Login = Partial<Pick<RedisAddress, 'username' | 'password' | 'database'>>;

/** A new connection, ready for commands. */
async function dial({ isTls }: RedisAddress, server: HostPort, login: Login): Promise<RedisConnection> {
  const { createClient } = await import('@redis/client');
  const base = { ...server, connectTimeout: STATE_LIMITS.connectMs, reconnectStrategy: false } as const;
  const connection = createClient({
    RESP: 2,
    socket: isTls ? { ...base, tls: true } : base,
    ...(login.username ? { username: login.username } : {}),
    ...(login.password ? { password: login.password } : {}),
    database: login.database ?? 0,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    commandsQueueMaxLength: STATE_LIMITS.commandQueue,
  }) as unknown as RedisConnection;
  // Failures of the connection reject what waits for it.
  connection.on('error', () => undefined);
  try {
    await within(STATE_LIMITS.connectMs + STATE_LIMITS.greetMs, connection.connect());
  } catch (error) {
    destroy(connection);
    throw error;
  }
  return connection;
}

/** Ask the sentinels, one after the other, for the server that takes writes. */
async function findMaster(address: RedisAddress): Promise<HostPort> {
  let last: unknown = new Error('no sentinel');
  for (const sentinel of address.hosts) {
    try {
      const connection = await dial(address, sentinel, {});
      try {
        const name = address.sentinelName ?? '';
        const asked = connection.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]);
        const answer = (await within(STATE_LIMITS.greetMs, asked)) as unknown;
        if (Array.isArray(answer)) return { host: String(answer[0]), port: Number(answer[1]) };
        last = new StateError('unusable', `The sentinels know no ${JSON.stringify(name)}.`);
      } finally {
        destroy(connection);
      }
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function destroy(connection: RedisConnection): void {
  try {
    connection.destroy();
  } catch {
    // It was not open any more.
  }
}
