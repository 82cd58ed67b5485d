/** The server side of SOCKS 5 (RFC 1928), as far as git's HTTP needs it: no login, only `CONNECT`. */
import type { Socket } from 'node:net';

/** The target of a connection. */
export interface Target {
  /** Name or address; an IPv6 address in its shortest form. */
  readonly host: string;
  readonly port: number;
}

const VERSION = 5;
const NO_LOGIN = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** Replies to a request: granted, and failed for any reason. Clients ignore the bound address. */
export const SOCKS_GRANTED: Buffer = Buffer.from([VERSION, 0, 0, IPV4, 0, 0, 0, 0, 0, 0]);
export const SOCKS_FAILED: Buffer = Buffer.from([VERSION, 1, 0, IPV4, 0, 0, 0, 0, 0, 0]);

/**
 * Read the messages of a client, up to its request.
 * @returns null for what is no request for a connection
 */
export async function readSocksTarget(socket: Socket): Promise<Target | null> {
  const [version, methods = 0] = await readExactly(socket, 2);
  if (version !== VERSION || !(await readExactly(socket, methods)).includes(NO_LOGIN)) return null;
  socket.write(Buffer.from([VERSION, NO_LOGIN]));
  const [, command, , type = 0] = await readExactly(socket, 4);
  if (command !== CONNECT) return null;
  const host = await readHost(socket, type);
  const port = (await readExactly(socket, 2)).readUInt16BE();
  return host === null || port === 0 ? null : { host, port };
}

async function readHost(socket: Socket, type: number): Promise<string | null> {
  if (type === IPV4) return [...(await readExactly(socket, 4))].join('.');
  if (type === IPV6) {
    const bytes = await readExactly(socket, 16);
    const groups = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(2 * n).toString(16));
    return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
  }
  if (type !== NAME) return null;
  const [length = 0] = await readExactly(socket, 1);
  const name = (await readExactly(socket, length)).toString('latin1');
  return /^[\x21-\x7e]+$/.test(name) ? name : null;
}

/** Read `count` bytes and leave the rest. Rejects when the other side closes before. */
async function readExactly(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes: Buffer | null = socket.read(count);
    if (bytes?.length === count) return bytes;
    if (socket.readableEnded || socket.destroyed || bytes !== null) throw new Error('cut short');
    await new Promise<void>((resolve) => {
      const done = (): void => {
        for (const event of ['readable', 'end', 'close']) socket.removeListener(event, done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close']) socket.once(event, done);
    });
  }
}
