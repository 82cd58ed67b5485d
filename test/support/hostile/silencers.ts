/**
 * What has been written, or could be, to keep the main thread busy: each a call, or several at once. New kinds of text that
 * come in get a line in `SILENCERS`.
 */
import { TOKEN } from '../server/admin.ts';
import { deviceHeaders, PLAIN_SCREEN } from '../server/server.ts';

const MIB = 1024 * 1024;

export interface Silencer {
  readonly name: string;
  /** What each of its calls is answered: status and code, or what shows that the work was done. */
  readonly answer: RegExp;
  /** Sends it, and waits for the answers. */
  send(url: string): Promise<readonly string[]>;
}

/** Asks hosts of so many letters of other scripts, each another one; its refresh rate tells that both were refused, and why. */
const LONG_HOSTS = `
local function ask(count)
  local letters = {}
  for i = 1, count do letters[i] = utf8.char(0x4e00 + i) end
  local reply = http_response("http://" .. table.concat(letters) .. "/")
  return reply.error or ""
end
local isUrl = ask(20000):find("the URL is longer than 16384 characters", 1, true)
local isHost = ask(16000):find("the host is longer than any that there is", 1, true)
return { data = {}, refresh_rate = isUrl and isHost and 777 or 60 }`;

const UNKNOWN = Array.from({ length: 1_000 }, (_, n) => `unknown_parameter_${n}`);
const DECLARED = Array.from({ length: 200 }, (_, n) => `declared_parameter_${n}`);

/** Files for the server on which they are tried. */
export const SILENCING_SCREENS: Readonly<Record<string, string>> = {
  ...PLAIN_SCREEN,
  'host.lua': LONG_HOSTS,
  'host.svg': PLAIN_SCREEN['plain.svg'] ?? '',
  'params.lua': PLAIN_SCREEN['plain.lua'] ?? '',
  'params.svg': PLAIN_SCREEN['plain.svg'] ?? '',
  'params.meta.yaml': `params:\n${DECLARED.map((name) => `  ${name}:\n    type: string\n`).join('')}`,
};

const DEVICES = Array.from({ length: 2_000 }, (_, n) => {
  const hex = n.toString(16).padStart(4, '0').toUpperCase();
  return `  AA:00:00:00:${hex.slice(0, 2)}:${hex.slice(2)}:\n    screen: plain\n    tags: [${'a'.repeat(48)}, ${'ab'.repeat(24)}]\n`;
}).join('');

const HOST_MAC = 'BB:00:00:00:00:01';

/** Their devices: many with long tags, one with the host, one whose params are all unknown. */
export const SILENCING_CONFIG = `default_screen: plain
devices:
${DEVICES}  ${HOST_MAC}:
    screen: host
  BB:00:00:00:00:02:
    screen: params
    params: { ${UNKNOWN.map((name) => `${name}: x`).join(', ')} }
`;

/** The status of the answer, with its code or what the call was for. */
async function call(url: string, route: string, body?: string): Promise<string> {
  const response = await fetch(`${url}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  return `${response.status} ${await response.text()}`;
}

function times(count: number, send: () => Promise<string>): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, send));
}

/** Patterns that fit nothing, and nearly do. */
function stars(count: number, end: string): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${'*a'.repeat(40)}*${n}${end}`.slice(-98));
}

const TOO_MANY = /^400 .*"code":"invalid_body".*The body has more than 400000 values/;

function preview(name: string, answer: RegExp, body: () => string): Silencer {
  return { name, answer, send: (url) => times(1, () => call(url, '/api/admin/preview', body())) };
}

/** A change that would be made on the devices of a selector. */
function dryRun(url: string, match: readonly unknown[]): Promise<string> {
  const body = { select: { match }, set: { name: 'x' }, dry_run: true };
  return call(url, '/api/admin/devices:bulk', JSON.stringify(body));
}

export const SILENCERS: readonly Silencer[] = [
  {
    name: 'ten lists of the fleet, each with sixty patterns of stars',
    answer: /^200 \{"devices":\[\],.*"total":0/,
    send: (url) =>
      times(10, () => {
        const query = stars(60, 'b').map((glob) => `tag=${encodeURIComponent(glob)}`);
        return call(url, `/api/admin/fleet?${query.join('&')}`);
      }),
  },
  {
    name: 'as many stars as a body holds, in a selector',
    answer: /^200 .*"problem_count":1,.*expected at most 1024 pieces between the stars of all patterns/,
    send: (url) => {
      const match = Array.from({ length: 4 }, () => ({ tag: stars(256, 'b'), model: stars(256, 'b') }));
      return times(1, () => dryRun(url, match));
    },
  },
  {
    name: 'the longest selector that is taken',
    answer: /^200 .*"selected":0,.*"problem_count":0,/,
    send: (url) => times(5, () => dryRun(url, [{ tag: stars(24, 'b') }])),
  },
  {
    name: 'hosts of 16 000 and 20 000 letters of other scripts, asked by a script',
    answer: /^200 .*"refresh_rate":777,/,
    send: (url) =>
      times(1, async () => {
        const response = await fetch(`${url}/api/display`, { headers: deviceHeaders(HOST_MAC) });
        return `${response.status} ${await response.text()}`;
      }),
  },
  {
    name: 'a thousand unknown params of a screen that declares 200',
    answer: /^200 .*params\.unknown_parameter_0: the screen has no such param/,
    send: (url) => times(3, () => call(url, '/api/admin/devices')),
  },
  preview('a preview with a thousand unknown params', /^(?:200|400) .*has no such param/, () =>
    JSON.stringify({
      screen: 'local/params',
      params: Object.fromEntries(UNKNOWN.map((name) => [name, 'x'])),
    }),
  ),
  preview('8 MiB of brackets', TOO_MANY, () => '['.repeat(8 * MIB - 1)),
  preview('8 MiB of empty lists', TOO_MANY, () => `[${'[],'.repeat(2 * MIB)}[]]`),
  preview(
    '8 MiB of escapes',
    /^400 .*"code":"invalid_body".*is not JSON/,
    () => `["${'\\"'.repeat(4 * MIB - 8)}`,
  ),
  preview('8 MiB of digits', /^400 .*"code":"invalid_body"/, () => `[${'1'.repeat(8 * MIB - 8)}`),
];
