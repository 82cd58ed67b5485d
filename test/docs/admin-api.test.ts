/** Runs every `curl` line of the page, in its order, against a server, and compares what comes with what the page says. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay, PLAIN_SCREEN } from '../support/server/server.ts';
import { pageWithCalls } from './admin-calls-table.ts';

const run = promisify(execFile);
const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/admin-api.md'), 'utf8');
const calls = [...page.matchAll(/```sh\n(curl [\s\S]*?)\n```\n```(json|http)\n([\s\S]*?)\n```/g)].map(
  ([, command = '', kind, answer = '']) => ({ command, kind, answer }),
);

const MAC = 'AA:BB:CC:DD:EE:FF';
const DEVICE = {
  'Access-Token': '0123456789abcdef0123456789abcdef',
  'Battery-Voltage': '4.12',
  RSSI: '-63',
};
const CONFIG = `devices:
  DEFAULT: { screen: service-builtin/default }
panels:
  office_wall: { name: Office wall, match: my_board_rev2, width: 800, height: 480, colors: "#000000,#ffffff,#ff0000" }
alerts:
  webhooks: { ops: { url: "http://127.0.0.1:1/hook", secret: hidden } }
  rules: { late: { when: late, to: ops } }
`;
const META = `title: Meeting room
description: Who has the room, and until when.
params:
  room: { type: string, required: true, label: Room }
  seats: { type: int, min: 1 }
`;
const GAP = '…';
const HASH = /^[0-9a-f]{30}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Compare an answer with what the page says: a time is any time, a hash any hash, `"…"` any text, number or flag, and in a list any items. */
function matches(shown: unknown, got: unknown): boolean {
  if (typeof shown === 'string' && TIME.test(shown)) return typeof got === 'string' && TIME.test(got);
  if (shown === GAP) return ['string', 'number', 'boolean'].includes(typeof got);
  if (typeof shown === 'string' && HASH.test(shown)) return typeof got === 'string' && HASH.test(got);
  if (typeof shown !== 'object' || shown === null) return shown === got;
  if (typeof got !== 'object' || got === null || Array.isArray(shown) !== Array.isArray(got)) return false;
  if (Array.isArray(shown)) return matchesList(shown, got as unknown[]);
  const keys = Object.keys(shown);
  return (
    keys.length === Object.keys(got).length &&
    keys.every((key) =>
      matches((shown as Record<string, unknown>)[key], (got as Record<string, unknown>)[key]),
    )
  );
}

function matchesList([first, ...rest]: readonly unknown[], got: readonly unknown[]): boolean {
  if (first === undefined) return got.length === 0;
  if (first !== GAP) return got.length > 0 && matches(first, got[0]) && matchesList(rest, got.slice(1));
  return got.some((_, skipped) => matchesList(rest, got.slice(skipped))) || matchesList(rest, []);
}

describe('docs/admin-api.md', () => {
  let admin: Admin;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-docs-'));
    admin = await startAdmin({
      config: CONFIG,
      screens: {
        ...PLAIN_SCREEN,
        'meeting-room.lua': 'return { data = { title = params.room }, refresh_rate = 300 }',
        'meeting-room.svg': PLAIN_SCREEN['plain.svg'] ?? '',
        'meeting-room.meta.yaml': `${META}  door_code: { type: string, sensitive: true }\n`,
      },
    });
    await getDisplay(admin.server, MAC, DEVICE);
    await fetch(`${admin.server.url}/api/log`, {
      method: 'POST',
      headers: deviceHeaders(MAC, DEVICE),
      body: '{"logs":[{"id":17,"message":"GET failed","level":"error"}]}',
    });
    await admin.get('/screens');
    writeFileSync(path.join(admin.server.screensDir, 'meeting-room.meta.yaml'), META);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await admin.server.stop();
  });

  it('gives the answers that the server really gives', async () => {
    assert.ok(calls.length >= 12);
    for (const { command, kind, answer } of calls) {
      const line = command.replaceAll('http://localhost:3000', admin.server.url);
      const { stdout } = await run('sh', ['-c', line], { cwd: folder, env: { ...process.env, TOKEN } });
      if (kind === 'json') {
        const got = JSON.parse(stdout);
        assert.ok(matches(JSON.parse(answer), got), `${command}\n${JSON.stringify(got, null, 2)}`);
      } else {
        for (const header of answer.split('\n')) assert.ok(stdout.includes(`${header}\r\n`), header);
      }
    }
    assert.equal(readFileSync(path.join(folder, 'preview.png')).subarray(1, 4).toString('latin1'), 'PNG');
  });

  it('has the table that `npm run docs:calls` makes of the calls', () => {
    assert.equal(page, pageWithCalls());
    assert.ok(page.includes('| `PATCH /api/admin/settings` | admin | Change settings of the server |\n'));
  });

  it('has a chapter for every call of the admin API, but those of screen repos', () => {
    const { paths } = openApiDocument() as { paths: Record<string, object> };
    for (const [route, operations] of Object.entries(paths)) {
      if (!route.startsWith('/api/admin/') || route.includes('screen-repos')) continue;
      for (const method of Object.keys(operations)) {
        assert.ok(page.includes(`### \`${method.toUpperCase()} ${route}\`\n`), `${method} ${route}`);
      }
    }
  });
});
