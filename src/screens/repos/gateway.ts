/**
 * The gateway between git and the network: a port on loopback. The server itself opens every connection behind it,
 * under the address guard. Git and ssh look up names by themselves, follow redirects and retry; all their connections
 * end here, and the address of a name is decided where the socket is opened.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type ConnectPolicy, guardedDial } from '../fetch/guarded-connect.ts';
import { describeError } from '../fetch/outbound-error.ts';
import { readSocksTarget, SOCKS_FAILED, SOCKS_GRANTED, type Target } from './socks.ts';

/** Longest wait for a connection. Git has a deadline of its own. */
const CONNECT_MS = 20_000;

/** A gateway for one fetch. Close it. */
export class Gateway {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #reachOf: (target: Target) => ConnectPolicy;
  /** The target of all connections; null asks each client by SOCKS 5 (RFC 1928). */
  readonly #target: Target | null;
  /** Why connections were refused, for the operator's log. */
  readonly problems: Set<string> = new Set();

  private constructor(reachOf: (target: Target) => ConnectPolicy, target: Target | null) {
    this.#reachOf = reachOf;
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => void this.#take(socket));
  }

  /**
   * @param reachOf how far a connection to a host may go
   * @param target  where every connection goes; null asks each
   * @throws the error of the system when no port can be had
   */
  static async open(reachOf: (target: Target) => ConnectPolicy, target: Target | null): Promise<Gateway> {
    const gateway = new Gateway(reachOf, target);
    await new Promise<void>((resolve, reject) => {
      gateway.#server.once('error', reject);
      gateway.#server.listen(0, '127.0.0.1', resolve);
    });
    return gateway;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** End all connections. */
  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #take(client: Socket): Promise<void> {
    this.#keep(client);
    const target = this.#target ?? (await readSocksTarget(client).catch(() => null));
    if (target === null) {
      client.destroy();
      return;
    }
    const { host, port } = target;
    const server = await guardedDial(host, port, this.#reachOf(target), CONNECT_MS).catch(
      (error: unknown) => {
        this.problems.add(`${host}:${port}: ${describeError(error)}`);
        return null;
      },
    );
    if (server === null || client.destroyed) {
      // The same answer for every error.
      if (this.#target === null && !client.destroyed) client.end(SOCKS_FAILED);
      else client.destroy();
      server?.destroy();
      return;
    }
    this.#keep(server);
    if (this.#target === null) client.write(SOCKS_GRANTED);
    join(client, server);
    join(server, client);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

/** Forward data and the end of one side; an error on one side closes the other. */
function join(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once('error', () => to.destroy());
  from.once('close', () => to.destroySoon());
}
