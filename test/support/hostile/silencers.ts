/**
 * What has been written, or could be, to keep the main thread busy: each a call, or several at once. New kinds of text that
 * come in get a line in `SILENCERS`.
 */
import { TOKEN } from '../server/admin.ts';
import { deviceHeaders, PLAIN_SCREEN } from '../server/server.ts';

const MIB = 1024 * 1024;

export interface Silencer {
  readonly name: string;
  /** Sends it, and waits for the answers. */
  send(url: string): Promise<unknown>;
}

/** Letters of other scripts, each another one. */
const LETTERS = `(function() local t = {} for i = 1, 20000 do t[i] = utf8.char(0x4e00 + i) end return table.concat(t) end)()`;

function screen(script: string): string {
  return `${script}\nreturn { data = {}, refresh_rate = 60 }`;
}

const UNKNOWN = Array.from({ length: 1_000 }, (_, n) => `unknown_parameter_${n}`);
const DECLARED = Array.from({ length: 500 }, (_, n) => `declared_parameter_${n}`);

/** Files for the server on which they are tried. */
export const SILENCING_SCREENS: Readonly<Record<string, string>> = {
  ...PLAIN_SCREEN,
  'host.lua': screen(`local a = http_response("http://" .. ${LETTERS} .. "/")`),
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

async function call(url: string, route: string, body?: string): Promise<number> {
  const response = await fetch(`${url}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

function times(count: number, send: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, send));
}

/** Patterns that fit nothing, and nearly do. */
function stars(count: number, end: string): readonly string[] {
  return Array.from({ length: count }, (_, n) => `${'*a'.repeat(40)}*${n}${end}`.slice(-98));
}

function preview(name: string, body: () => string): Silencer {
  return { name, send: (url) => call(url, '/api/admin/preview', body()) };
}

export const SILENCERS: readonly Silencer[] = [
  {
    name: 'ten lists of the fleet, each with sixty patterns of stars',
    send: (url) =>
      times(10, () =>
        call(
          url,
          `/api/admin/fleet?${stars(60, 'b')
            .map((glob) => `tag=${encodeURIComponent(glob)}`)
            .join('&')}`,
        ),
      ),
  },
  {
    name: 'a selector of stars',
    send: (url) => {
      const match = Array.from({ length: 32 }, () => ({ tag: stars(256, 'b'), model: stars(256, 'b') }));
      return call(
        url,
        '/api/admin/devices:bulk',
        JSON.stringify({ select: { match }, set: { name: 'x' }, dry_run: true }),
      );
    },
  },
  {
    name: 'the longest selector that is taken',
    send: (url) => {
      const match = [{ tag: stars(24, 'b') }];
      const body = JSON.stringify({ select: { match }, set: { name: 'x' }, dry_run: true });
      return times(5, () => call(url, '/api/admin/devices:bulk', body));
    },
  },
  {
    name: 'a host of 20 000 letters of other scripts, asked by a script',
    send: (url) =>
      fetch(`${url}/api/display`, { headers: deviceHeaders(HOST_MAC) }).then((answer) => answer.text()),
  },
  {
    name: 'a thousand unknown params of a screen that declares 500',
    send: (url) => times(3, () => call(url, '/api/admin/devices')),
  },
  preview('a preview with a thousand unknown params', () =>
    JSON.stringify({ screen: 'params', params: Object.fromEntries(UNKNOWN.map((name) => [name, 'x'])) }),
  ),
  preview('8 MiB of brackets', () => '['.repeat(8 * MIB - 1)),
  preview('8 MiB of empty lists', () => `[${'[],'.repeat(2 * MIB)}[]]`),
  preview('8 MiB of escapes', () => `["${'\\"'.repeat(4 * MIB - 8)}`),
  preview('8 MiB of digits', () => `[${'1'.repeat(8 * MIB - 8)}`),
];
