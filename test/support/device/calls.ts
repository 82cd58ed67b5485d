/** Calls of devices as firmware makes them, with whatever the server answers. */
import assert from 'node:assert/strict';
import type { Admin } from '../server/admin.ts';

/** An answer in JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** A server, in this process or in one of its own. */
interface CalledServer {
  readonly url: string;
}

type Sent = Readonly<Record<string, string>>;

async function call(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** `GET /api/setup`: firmware sends no token. */
export function setup(server: CalledServer, mac: string, more: Sent = {}): Promise<Answer> {
  const headers = { ID: mac, 'FW-Version': '1.8.15', Model: 'og', ...more };
  return call(`${server.url}/api/setup`, { headers });
}

/** `GET /api/display` with a token, which may be empty. */
export function display(server: CalledServer, mac: string, token: string, more: Sent = {}): Promise<Answer> {
  const headers = { ID: mac, 'Access-Token': token, 'FW-Version': '1.8.15', Model: 'og', ...more };
  return call(`${server.url}/api/display`, { headers });
}

/** `POST /api/log` with one entry. */
export function postLog(server: CalledServer, mac: string, token: string, more: Sent = {}): Promise<Answer> {
  const headers = { ID: mac, 'Access-Token': token, 'Content-Type': 'application/json', ...more };
  return call(`${server.url}/api/log`, { method: 'POST', headers, body: '{"logs":[{"id":1}]}' });
}

/** An event as the admin sees it. */
export interface Event {
  readonly kind: string;
  readonly count: number;
  readonly address: string | null;
  readonly detail: string | null;
}

/** Events of a device, the oldest first. */
export async function eventsOf(admin: Admin, key: string): Promise<readonly Event[]> {
  const { status, body } = await admin.get(`/devices/${key}/events`);
  assert.equal(status, 200);
  return body.events;
}

/** Kinds of the events of a device, in the order of the alphabet. */
export async function kindsOf(admin: Admin, key: string): Promise<readonly string[]> {
  return (await eventsOf(admin, key)).map(({ kind }) => kind).sort();
}

/** An answer of setup that gives no key: firmware shows its message and asks again, and keeps what it has. */
export function assertRefused({ status, body }: Answer, message: RegExp): void {
  assert.equal(status, 200);
  const { message: said, ...rest } = body;
  assert.deepEqual(rest, { status: 404, api_key: null, friendly_id: null, image_url: null });
  assert.match(said, message);
  assert.ok(said.length <= 127);
}
