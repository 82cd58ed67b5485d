/** Stands between a client and a Redis, and lets the Redis give a wrong answer to one of the commands. */
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { listen } from '../network/listen.ts';

/** What is answered in place of the right answer, as a script of Redis; or the connection ends. */
export const WRONG_ANSWERS = {
  error: "return redis.error_reply('ERR something')",
  'wrong type': "return redis.error_reply('WRONGTYPE Operation against a key')",
  'no memory': "return redis.error_reply('OOM command not allowed')",
  loading: "return redis.error_reply('LOADING Redis is loading')",
  nothing: 'return false',
  number: 'return 7',
  text: "return 'text'",
  'empty list': 'return {}',
  'list of other things': "return {1, {2, 'x'}, 'y'}",
  end: null,
} as const;
export type WrongAnswer = keyof typeof WRONG_ANSWERS;

export interface FaultyRedis {
  readonly port: number;
  /** Commands so far. */
  readonly count: () => number;
  /** Answer the command of that number so; the first one is 1. */
  spoil(command: number, answer: WrongAnswer): void;
  /** End all connections. */
  cut(): void;
}

export async function faultyRedis(t: TestContext, redisPort: number): Promise<FaultyRedis> {
  const sockets = new Set<Socket>();
  let commands = 0;
  let spoilt: { readonly command: number; readonly answer: WrongAnswer } | null = null;
  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1');
    const both = [client, redis];
    for (const one of both) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        for (const other of both) other.destroy();
      });
    }
    redis.pipe(client);
    let rest: Buffer = Buffer.alloc(0);
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let length = commandLength(rest); length > 0; length = commandLength(rest)) {
        const command = rest.subarray(0, length);
        rest = rest.subarray(length);
        commands++;
        if (spoilt?.command !== commands) redis.write(command);
        else if (WRONG_ANSWERS[spoilt.answer] === null) client.destroy();
        else redis.write(written(['EVAL', WRONG_ANSWERS[spoilt.answer] ?? '', '0']));
      }
    });
  });
  const port = await listen(server);
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    count: () => commands,
    spoil: (command, answer) => {
      spoilt = { command, answer };
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function written(words: readonly string[]): string {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

/** Bytes of the command at the beginning; 0 where it is not whole. */
function commandLength(bytes: Buffer): number {
  const line = (at: number): { readonly value: number; readonly end: number } => {
    const end = bytes.indexOf('\r\n', at);
    return { value: end === -1 ? -1 : Number(bytes.toString('latin1', at + 1, end)), end: end + 2 };
  };
  if (bytes.length === 0) return 0;
  let { value: words, end } = line(0);
  for (; words > 0; words--) {
    if (end >= bytes.length) return 0;
    const word = line(end);
    if (word.value < 0) return 0;
    end = word.end + word.value + 2;
  }
  return words === 0 && end <= bytes.length ? end : 0;
}
