/** Attacks on a server, each limited in number and time. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { macOf } from '../../support/device/mac.ts';
import { deviceHeaders } from '../../support/server/server.ts';

/** Run `count` calls, `width` of them at a time. */
export async function inParallel(
  count: number,
  width: number,
  call: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await call(number);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

export interface Told {
  readonly status: number;
  readonly image_url?: string;
}

/** Make a display call that may get any answer; returns its JSON. */
export async function display(url: string, mac: string, more: Record<string, string> = {}): Promise<Told> {
  const response = await fetch(`${url}/api/display`, { headers: deviceHeaders(mac, more) });
  const told = (await response.json()) as Told;
  return { ...told, status: response.status };
}

/** Make a display call and fetch its picture; returns the status of both. */
export async function cycle(
  url: string,
  mac: string,
  more: Record<string, string> = {},
): Promise<readonly number[]> {
  const told = await display(url, mac, more);
  if (told.image_url === undefined) return [told.status];
  const picture = await fetch(told.image_url);
  await picture.arrayBuffer();
  return [told.status, picture.status];
}

export async function postLog(url: string, mac: string, body: string): Promise<number> {
  const headers = { ...deviceHeaders(mac), 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/log`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

/** Open a connection that never reads, and write to it. */
export async function deafConnection(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  await new Promise((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
  socket.write(text);
  return socket;
}

/** The bytes that are received on a connection until it closes, or for `ms`. */
export async function talk(port: number, text: string, ms: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close', { signal: AbortSignal.timeout(ms) }).catch(() => {});
  socket.destroy();
  return bytes;
}

/** Calls that are sent before the first of them is answered: together less than a server reads ahead. */
const AHEAD = 20;

/** Make calls on one connection, some at a time, which costs less than one by one. @returns the status of each answer */
export async function callOnOne(port: number, calls: readonly string[]): Promise<readonly number[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const statuses: number[] = [];
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  for (let begin = 0; begin < calls.length; begin += AHEAD) {
    const some = calls.slice(begin, begin + AHEAD);
    socket.write(some.join(''));
    let found: readonly number[] = [];
    while (found.length < some.length) {
      await once(socket, 'data', { signal: AbortSignal.timeout(60_000) });
      found = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    }
    statuses.push(...found);
    text = '';
  }
  socket.destroy();
  return statuses;
}

/** Send a body without an end until the server stops reading. @returns bytes that were sent */
export function endlessBody(port: number, path: string, mostBytes: number): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    const chunk = Buffer.alloc(65_536, 0x20);
    const call = httpRequest({
      ...{ host: '127.0.0.1', port, path, method: 'POST' },
      headers: { ...deviceHeaders(macOf('0E', 1)), 'Content-Type': 'application/json' },
    });
    const done = (): void => {
      call.destroy();
      resolve(sent);
    };
    call.on('error', done);
    call.on('close', done);
    call.on('response', (response) => response.resume());
    const more = (): void => {
      if (sent >= mostBytes) {
        done();
        return;
      }
      sent += chunk.length;
      call.write(chunk, (error) => {
        if (error) done();
        else setImmediate(more);
      });
    };
    more();
  });
}
