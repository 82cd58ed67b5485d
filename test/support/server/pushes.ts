/** Calls that push something to a server, and servers that take them. */
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { type AdminAnswer, TOKEN } from './admin.ts';

/** A server, in this process or in one of its own. */
interface PushedTo {
  readonly url: string;
}

export const DATA_TOKEN = 'a token that may push data';

/** The config of a server on which the token may push `weather` and what begins with `home.`. */
export const DATA_CONFIG = `default_screen: plain
data_tokens:
  test: { sha256: ${sha256Hex(DATA_TOKEN)}, names: [weather, "home.*"] }
`;

/** A screen that shows what is pushed as `weather`, and its age in whole hours. */
export const DATA_SCREEN: Readonly<Record<string, string>> = {
  'plain.lua': `local weather, age = data_get("weather", 3600)
return { data = { text = weather and weather.t .. " " .. age or "nothing" }, refresh_rate = 600 }`,
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="60">{{ data.text }}</text></svg>',
};

export interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly type?: string | null;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A call of `/api/data/{name}`; by default it pushes the body. */
export async function data(
  { url }: PushedTo,
  name: string,
  { method = 'PUT', token = DATA_TOKEN, type = 'application/json', body }: Sent = {},
): Promise<AdminAnswer> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(type === null || body === undefined ? {} : { 'Content-Type': type }),
  };
  const answer = await fetch(`${url}/api/data/${name}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Push a picture to a device. */
export async function pushPicture(
  { url }: PushedTo,
  key: string,
  body: string | Uint8Array<ArrayBuffer>,
  { type = 'image/svg+xml', query = '' }: { readonly type?: string; readonly query?: string } = {},
): Promise<AdminAnswer> {
  const answer = await fetch(`${url}/api/admin/devices/${key}/picture${query}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}
