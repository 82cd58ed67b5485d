/** A caller that sends bytes as they are, and reads only when it is told to. */
import { connect, type Socket } from 'node:net';

export interface RawCaller {
  readonly socket: Socket;
  /** All that was received. */
  text(): string;
  /** Status codes of the answers so far, in their order. */
  statuses(): number[];
  /** Resolves when the connection has been closed by the other side or broken. */
  readonly closed: Promise<void>;
}

/** Connect, from another address of this machine if need be. With `reading` false nothing is ever read. */
export async function callRaw(port: number, reading = true, localAddress = '127.0.0.1'): Promise<RawCaller> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress });
  const parts: string[] = [];
  socket.on('error', () => {});
  if (reading) socket.on('data', (bytes) => parts.push(bytes.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const text = (): string => parts.join('');
  return {
    socket,
    text,
    statuses: () => [...text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    closed,
  };
}

/** Milliseconds of the slowest of many calls, one after the other, for as long as something runs. */
export async function slowestCall(url: string, running: Promise<unknown>): Promise<number> {
  let [slowest, runs] = [0, true];
  const stop = (): void => {
    runs = false;
  };
  running.then(stop, stop);
  while (runs) {
    const start = performance.now();
    const response = await fetch(url);
    await response.text();
    slowest = Math.max(slowest, performance.now() - start);
  }
  return slowest;
}
