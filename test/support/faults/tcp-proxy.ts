/** A TCP proxy that does to connections what networks do: it delays bytes, swallows them, and ends connections. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: to be late is what it is for
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../network/listen.ts';

/** What happens to bytes, in both directions. `swallow` is a connection that one side alone believes in. */
export type ProxyMode =
  | { readonly kind: 'pass' | 'swallow' }
  | { readonly kind: 'delay'; readonly ms: number };

export interface TcpProxy {
  readonly port: number;
  /** From now on, for connections that are open, too. */
  become(mode: ProxyMode): void;
  /** End all connections. @returns how many */
  drop(): number;
  close(): Promise<void>;
}

/** Start a proxy to a port of loopback. */
export async function startProxy(target: number): Promise<TcpProxy> {
  let mode: ProxyMode = { kind: 'pass' };
  const sockets = new Set<Socket>();
  const carry = (from: Socket, to: Socket): void => {
    // One chunk after the other, so that a delay does not change their order.
    let last: Promise<unknown> = Promise.resolve();
    from.on('data', (chunk) => {
      if (mode.kind === 'swallow') return;
      const pause = mode.kind === 'delay' ? sleep(mode.ms) : null;
      last = last.then(() => pause).then(() => to.writable && to.write(chunk));
    });
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => undefined);
    sockets.add(from);
  };
  const server = createServer((socket) => {
    const upstream = createConnection(target, '127.0.0.1');
    carry(socket, upstream);
    carry(upstream, socket);
  });
  const port = await listen(server);
  const drop = (): number => {
    const count = sockets.size;
    for (const socket of sockets) socket.destroy();
    return count;
  };
  return {
    port,
    drop,
    become: (next) => {
      mode = next;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      drop();
      await closed;
    },
  };
}
