/** Runs Redis on a free port of loopback, with nothing on disk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { freePort } from '../network/listen.ts';
import { requireTool } from '../tools/tools.ts';
import { until } from '../waiting.ts';

export interface RedisServer {
  readonly port: number;
  readonly pid: number;
  /** Its address, for STORE_URL. */
  readonly url: string;
  /** Send a command as one line. @returns what it answers, as it stands on the wire */
  command(line: string): Promise<string>;
  signal(name: NodeJS.Signals): void;
  /** Ends it by force, as a crash does. */
  kill(): Promise<void>;
}

/**
 * Start a server. It answers when this resolves.
 * @param args further arguments, such as `--requirepass`, `secret`
 * @param port of a server that was killed, to come back at its place
 * @param sentinelFile  the config of a sentinel, which it is then
 * @throws {MissingToolError} it is not installed
 */
export async function startRedis(
  args: readonly string[] = [],
  port?: number,
  sentinelFile?: string,
): Promise<RedisServer> {
  const own = port ?? (await freePort());
  const place = ['--port', String(own), '--bind', '127.0.0.1'];
  const kind = sentinelFile === undefined ? ['--save', '', '--appendonly', 'no'] : ['--sentinel'];
  const file = sentinelFile === undefined ? [] : [sentinelFile];
  const child = spawn(requireTool('redis-server'), [...file, ...place, ...kind, ...args], {
    stdio: 'ignore',
    cwd: '/',
  });
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  await until(async () => {
    if (failure !== null) throw failure;
    return (await ask(own, 'PING').catch(() => '')) !== '';
  }, 'Redis answers');
  return {
    port: own,
    pid: child.pid ?? 0,
    url: `redis://127.0.0.1:${own}`,
    command: (line) => ask(own, line),
    signal: (name) => {
      child.kill(name);
    },
    kill: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** One command on a connection of its own. */
async function ask(port: number, line: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write(`${line}\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString();
  } finally {
    socket.destroy();
  }
}
