/** Scripts from a git repo that try to use forbidden addresses, through the bridge and the real network code. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { ComposePool } from '../../src/engine/pool/compose-pool.ts';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import { createLogger } from '../../src/platform/base/logger.ts';
import type { LookupAll } from '../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../src/screens/fetch/outbound-http.ts';
import type { Screen } from '../../src/screens/sources/screen.ts';
import { type LocalServer, startLocalServer } from '../support/network/local-server.ts';

/** Requests every address, and shows which of them answered. */
const SCRIPT = `
  local answers, errors = {}, {}
  for _, url in ipairs(params.urls) do
    local reply = http_response(url, { timeout = 3 })
    if reply.status then answers[#answers + 1] = url else errors[#errors + 1] = reply.error end
  end
  return { data = { answers = table.concat(answers, " "), errors = table.concat(errors, "; ") } }`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text>[{{ data.answers }}]</text><text>{{ data.errors }}</text></svg>';

/** Addresses of names, a list for each look-up; further look-ups get the last one. */
const NAMES: Readonly<Record<string, readonly string[][]>> = {
  'inside.example': [['127.0.0.1']],
  'mixed.example': [['127.0.0.1', '::1']],
  'metadata.example': [['169.254.169.254']],
  // Another answer for the second look-up.
  'rebind.example': [['192.0.2.1'], ['127.0.0.1']],
};

describe('a script without allow_private_network', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-network-'));
  const asked = new Map<string, number>();
  const lookup: LookupAll = (hostname, callback) => {
    const turn = asked.get(hostname) ?? 0;
    asked.set(hostname, turn + 1);
    const turns = NAMES[hostname] ?? [[]];
    const addresses = turns[Math.min(turn, turns.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const http = new OutboundHttp({ lookup });
  const log = createLogger('error', new Writable({ write: (_chunk, _encoding, done) => done() }));
  const pool = new ComposePool({ log, fonts: [], threads: 2, http: () => Promise.resolve(http) });
  let server: LocalServer;
  before(async () => {
    writeFileSync(path.join(folder, 'ask.lua'), SCRIPT);
    writeFileSync(path.join(folder, 'ask.svg'), SVG);
    server = await startLocalServer();
  });
  after(async () => {
    await pool.stop(1_000);
    await Promise.all([http.stop(), server.stop()]);
    rmSync(folder, { recursive: true });
  });

  async function ask(urls: readonly string[], allowPrivateNetwork: boolean): Promise<string> {
    const screen: Screen = {
      ...{ ref: 'repo/ask', handle: 'repo', title: 'Ask', roots: [folder], dir: '', scriptFile: 'ask.lua' },
      ...{
        templateFile: 'ask.svg',
        metaFile: null,
        defaultRefreshSeconds: null,
        text: null,
        params: [],
        service: null,
      },
      allowPrivateNetwork,
      trustsAuthors: false,
    };
    const job = { screen, params: { urls }, device: {}, layout: {}, hasPrevious: false };
    const result = await pool.run(job, { deadline: deadlineIn(30_000), log, secrets: [] });
    assert.ok(result.ok && result.value.kind === 'composed', JSON.stringify(result));
    return result.value.svg;
  }

  it('connects to no private address, by number, by name, or by a name with changing addresses', async () => {
    const port = new URL(server.url).port;
    const hosts = [
      ...[
        '127.0.0.1',
        'localhost',
        '2130706433',
        '0177.0.0.1',
        '0x7f.1',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '0.0.0.0',
      ],
      ...Object.keys(NAMES),
      'rebind.example',
    ];
    const urls = hosts.map((host) => `http://${host}:${port}/text`);
    const connections = server.connections();
    assert.match(await ask(urls, false), /<text>\[\]<\/text>/);
    assert.equal(server.connections(), connections);
  });

  it('is not redirected to one; with the permission it is, but not to metadata addresses', async () => {
    const urls = ['/text', '/to-metadata', '/to-file'].map((path) => server.url + path);
    const svg = await ask(urls, true);
    assert.ok(svg.includes(`[${server.url}/text]`), svg);
    assert.match(svg, /169\.254\.169\.254 is not allowed for screens \(link-local\)/);
    assert.match(svg, /only http and https URLs can be fetched/);
  });

  it('is counted under its name', () => {
    const counted = http.stats().screens['repo/ask'];
    assert.ok(
      counted !== undefined && counted.requests === 16 && counted.errors === 15,
      JSON.stringify(counted),
    );
  });
});
