/** How the trials call a server: how many clients there are, and what counts as warm. */
import { localMac } from '../../src/bench/virtual-device.ts';
import { Device, rate, type ServerProcess } from '../server-process.ts';
import { median } from '../trial.ts';

export const CLIENTS = 8;
/** A server runs for months: what counts is its speed after V8 has compiled the code, which it does in each thread. */
export const WARM_UP_MS = 15_000;
export const WARM_UP_TURNS = 160;
/** What counts as the beginning, from `/ready` on. */
const FIRST_MS = 5_000;
const FIRST_TURNS = 40;
const LOAD_MS = 4_000;

export function openDevices({ port }: ServerProcess, count = CLIENTS): readonly Device[] {
  return Array.from({ length: count }, (_, number) => new Device(port, localMac(number)));
}

/** A serial of a turn of a client that no other turn of any client has. */
export function serialOf(client: number, turn: number): number {
  return turn * CLIENTS + client;
}

/** Work of a device in a turn. What gives false does not count. */
export type DeviceWork = (device: Device, serial: number) => Promise<unknown>;

/** Calls per second of eight clients: in the first seconds, and when the server is warm. */
export async function firstAndWarmRate(
  server: ServerProcess,
  work: DeviceWork,
): Promise<readonly [first: number, warm: number]> {
  const devices = openDevices(server);
  const turns = devices.map(() => 0);
  const next = (client: number): Promise<unknown> => {
    const turn = turns[client] ?? 0;
    turns[client] = turn + 1;
    return work(devices[client] as Device, serialOf(client, turn));
  };
  const first = await rate(CLIENTS, FIRST_MS, next);
  await rate(CLIENTS, WARM_UP_MS - FIRST_MS, next);
  return [first, await rate(CLIENTS, LOAD_MS, next)];
}

/** Medians of the first times of one client, and of those when the server is warm. */
export async function firstAndWarmTime(
  time: (turn: number) => Promise<number>,
): Promise<readonly [first: number, warm: number]> {
  const figures: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS + FIRST_TURNS; turn += 1) figures.push(await time(turn));
  return [median(figures.slice(0, FIRST_TURNS)), median(figures.slice(WARM_UP_TURNS))];
}
