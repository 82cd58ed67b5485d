/** Starts to listen on an address. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '../../platform/base/limits.ts';

/** Thrown for an address that cannot be listened on. */
export class ListenError extends Error {
  readonly address: string;
  /** The code of the system: `EADDRINUSE`, `EACCES` and the like. */
  readonly code: string | undefined;

  constructor(address: string, cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.address = address;
    this.code = cause.code;
  }
}

/** Resolves with the address that is listened on. Rejects with a `ListenError`. */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refused = (cause: NodeJS.ErrnoException): void => reject(new ListenError(`${host}:${port}`, cause));
    server.once('error', refused);
    server.listen({ port, host, backlog: LIMITS.waitingConnections }, () => {
      server.off('error', refused);
      resolve(server.address() as AddressInfo);
    });
  });
}
