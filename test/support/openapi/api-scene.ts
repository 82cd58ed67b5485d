/** A server with something of everything that the OpenAPI document speaks of, and calls that are right for it. */

import assert from 'node:assert/strict';
import { findConsole } from '../../../src/config/env/assets.ts';
import { tokenDigest } from '../../../src/fleet/calls/frame-access.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { type Admin, startAdmin, TOKEN } from '../server/admin.ts';
import { deviceHeaders, getDisplay } from '../server/server.ts';
import type { PlacedOperation } from './document.ts';
import { type DocumentedAnswer, documentedFetch } from './documented-fetch.ts';
import type { KnownValues } from './json-values.ts';

export const MAC = 'AA:BB:CC:DD:EE:01';
/** Has called, and has no entry. */
const PENDING = 'AA:BB:CC:DD:EE:09';
const DATA_TOKEN = 'a token that may push data';
const FRAME_TOKEN = 'hall-'.padEnd(32, 'x');
const SECRET = 'a secret of sixteen or more';

const CONFIG = `# before
default_screen: plain
registration_enabled: true
data_tokens:
  test: { sha256: ${sha256Hex(DATA_TOKEN)}, names: ["*"] }
groups:
  halls: { match: { tag: hall }, refresh: 300 }
  attic: { match: { tag: attic } }
devices:
  "${MAC}":
    screen: local/plain
    tags: [hall]
    schedule: { windows: [{ days: mon-fri, from: "08:00", to: "18:00", refresh: 5m }] }
  ABCDE-FGHJK: { screen: local/typed, params: { city: Bern } }
frames:
  hall: { screen: local/plain, width: 320, height: 240, frame_tokens: { a: "${tokenDigest(FRAME_TOKEN)}" } }
panels:
  wide: { width: 800, height: 480 }
screen_repos:
  garden: { repo: "https://127.0.0.1:1/garden.git", webhook_secret: "${SECRET}" }
alerts:
  webhooks: { ops: { url: "http://127.0.0.1:1/" } }
`;

/** What fields take whose meaning no schema can say. */
const KNOWN: KnownValues = {
  key: ['AA:BB:CC:DD:EE:03', 'aa-bb-cc-dd-ee-04', ' AABBCCDDEE05', 'default'],
  token: [TOKEN],
  screen: ['local/plain'],
  name: ['Kitchen', 'Büro "1"'],
  tags: [['hall'], ['floor-2', 'Büro'], []],
  panel: ['wide'],
  panels: [['wide'], ['wide', 'wide']],
  colors: ['#000000,#ffffff', ' #000000 , #FF0000'],
  params: [{ title: 'Bern' }, { title: 'Rome', days: 3 }, {}],
  schedule: [{ sleep: { from: '23:00', to: '06:00' } }, {}],
  match: [{ tag: 'hall' }, [{ model: 'og' }, { not: { network: '10.0.0.0/8' } }]],
  select: [{ keys: [MAC, 'ABCDE-FGHJK'] }, { all: true }, { match: { tag: 'hall' } }],
  webhook: ['ops'],
  handle: ['shed', 'cellar'],
  repo: ['https://127.0.0.1:1/shed.git'],
  pin: ['main', 'v1', null],
  from: ['service-builtin/clock', 'local/plain'],
  to: ['copies/one', 'copies/two'],
  until: [new Date(Date.now() + 3_600_000).toISOString()],
  for: ['2h', 3600],
  draft: [
    { files: { 'a.lua': 'return { data = {} }', 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' } },
  ],
  at: ['2026-12-24T18:00:00Z'],
  size: ['800x480'],
  clear: [['name'], ['params.title', 'refresh']],
  devices: [
    [{ key: MAC, screen: 'local/plain', refresh: 7 }],
    [{ key: 'AA:BB:CC:DD:EE:07', screen: 'local/plain' }],
  ],
  digest: ['0'.repeat(64), null],
  text: ['default_screen: plain\n', 'default_screen: gone\ndevices: []\n'],
};

/** The path of an operation, with values that there are; for a write, a file that there is not. */
export function pathOf(route: string, method = 'GET'): string {
  return route
    .replace('{key}', route.includes('/frame') ? 'hall' : MAC)
    .replace('{handle}', route.includes('/files/') ? 'local' : 'garden')
    .replace('{name}', route.includes('/groups/') ? 'halls' : 'weather')
    .replace('{path}', method === 'PUT' ? 'fuzz.lua' : 'plain.lua')
    .replace('{revision}', '1')
    .replace('{hash}', '0'.repeat(30));
}

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);

/** The same for one operation: names of frames and groups are none of devices. */
export function knownFor({ operation }: PlacedOperation): KnownValues {
  if (operation.operationId === 'placeGroup') {
    return { ...KNOWN, name: ['corridors', 'halls-2'], before: ['attic', null] };
  }
  if (operation.operationId !== 'createFrame') return KNOWN;
  const { key: _, ...others } = KNOWN;
  return others;
}

/** Headers that show who calls, as the operation asks for them. */
export function credentialsOf({ operation }: PlacedOperation): Record<string, string> {
  const schemes = (operation.security ?? []).flatMap((entry) => Object.keys(entry));
  if (schemes.includes('adminToken')) return { Authorization: `Bearer ${TOKEN}` };
  if (schemes.includes('dataToken')) return { Authorization: `Bearer ${DATA_TOKEN}` };
  if (schemes.includes('hookSecret')) return { Authorization: `Bearer ${SECRET}` };
  if (schemes.includes('frameBearer')) return { Authorization: `Bearer ${FRAME_TOKEN}` };
  const needsId = (operation.parameters ?? []).some(({ name }) => name === 'ID');
  return needsId ? deviceHeaders(MAC) : {};
}

export class ApiScene {
  readonly admin: Admin;

  private constructor(admin: Admin) {
    this.admin = admin;
  }

  static async start(): Promise<ApiScene> {
    const admin = await startAdmin({ config: CONFIG, consoleDir: findConsole() });
    for (const mac of [MAC, PENDING]) await getDisplay(admin.server, mac);
    return new ApiScene(admin);
  }

  /** Make a call of an operation with credentials. */
  call(place: PlacedOperation, target: string, init: RequestInit = {}): Promise<DocumentedAnswer> {
    const headers = { ...credentialsOf(place), ...Object.fromEntries(new Headers(init.headers)) };
    return documentedFetch(this.admin.server.url + target, { method: place.method, ...init, headers });
  }

  /** The config as it was at the start, whatever calls have made of it. */
  async restore(): Promise<void> {
    const { digest } = (await this.admin.get('/config/text')).body;
    const { status, body } = await this.admin.call('PUT', '/config/text', { text: CONFIG, digest });
    assert.equal(status, 200, JSON.stringify(body));
  }

  stop(): Promise<void> {
    return this.admin.server.stop();
  }
}
