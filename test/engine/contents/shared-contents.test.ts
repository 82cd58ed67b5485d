/** Two engines that share the contents of one store: what one has told a device, the other can draw. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { type ContentHash, contentHash } from '../../../src/domain/content-hash.ts';
import { deviceFacts } from '../../../src/domain/device-facts.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { resolveMapping, unseenDevice } from '../../../src/domain/resolve-mapping.ts';
import { ContentShare } from '../../../src/engine/contents/content-share.ts';
import type { Content } from '../../../src/engine/contents/content-store.ts';
import type { DeviceAnswer } from '../../../src/engine/contents/device-contents.ts';
import { packContent, unpackContent } from '../../../src/engine/contents/packed-content.ts';
import { SharedContents } from '../../../src/engine/contents/shared-contents.ts';
import { newRecord } from '../../../src/fleet/register/device-record.ts';
import type { BlobState } from '../../../src/state/state.ts';
import { openDeviceApi, REPORT, type TestDeviceApi } from '../../fleet/calls/open-device-api.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const ID = parseDeviceId('AA:BB:CC:DD:EE:01') as DeviceId;
const SVG = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text>${inner}</svg>`;

async function dot(grey: number): Promise<Buffer> {
  const background = { r: grey, g: grey, b: grey };
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('contents in the state store', () => {
  const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'stipple-test-')));
  const servers: TestDeviceApi[] = [];
  before(async () => {
    const screens = {
      'plain.lua': 'return { data = { text = params.text } }',
      'plain.svg': SVG(''),
      'photo/script.lua': 'return { data = { text = "ä ☃" } }',
      'photo/screen.svg': SVG('<image href="dot.png" width="100" height="100"/>'),
      'photo/dot.png': await dot(0),
      'secret.lua': 'return { data = { text = "plain" } }',
      'secret.svg': SVG(''),
      'secret.meta.yaml': 'params:\n  token: { type: string, sensitive: true }\n',
    };
    const config = (token: string): string => `devices:
  "AA:BB:CC:DD:EE:01": { screen: local/plain, params: { text: one } }
  "AA:BB:CC:DD:EE:02": { screen: local/photo }
  "AA:BB:CC:DD:EE:03": { screen: local/secret, params: { token: the same } }
  "AA:BB:CC:DD:EE:04": { screen: local/secret, params: { token: ${token} } }
`;
    for (const [index, folder] of folders.entries())
      servers.push(await openDeviceApi(folder, screens, config(`other ${index}`)));
  });
  after(async () => {
    for (const { engine } of servers) await engine.stop(0);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** Two servers and what they share. */
  async function open(t: TestContext) {
    const state = await openMemory(t);
    const told = servers.map(({ engine: { store, catalogue, screens } }) => {
      const share = new ContentShare(state.contents, () => {});
      return new SharedContents({ share, store, catalogue, environment: screens.environment });
    });
    return { state, first: told[0] as SharedContents, second: told[1] as SharedContents };
  }

  async function compose(device: string): Promise<Content> {
    const { api, call } = servers[0] as TestDeviceApi;
    const id = parseDeviceId(device) as DeviceId;
    const { config, deadline, log } = call();
    const resolved = resolveMapping(config, unseenDevice(id));
    assert.ok(resolved);
    const made: DeviceAnswer = await api.decideContent({
      ...{
        id,
        config,
        mapping: resolved.mapping,
        mapped: true,
        party: 'entry',
        hasPrevious: false,
        lastContent: null,
      },
      ...{ failing: null, nowMs: api.nowMs(), deadline, log },
      device: deviceFacts(newRecord(id, 0), REPORT, resolved),
    });
    assert.ok(made.kind === 'content' && made.failing === null);
    return made.content;
  }

  /** Offer a content by the first server, and wait until the store has it. */
  async function offer(
    { state, first }: { state: { contents: BlobState }; first: SharedContents },
    content: Content,
  ) {
    first.offer(content);
    await until(() => state.contents.get(content.hash));
  }

  function find(told: SharedContents, hash: ContentHash, device: string): Promise<Content | null> {
    const { api } = servers[1] as TestDeviceApi;
    const id = parseDeviceId(device) as DeviceId;
    const config = api.config();
    const mapping = resolveMapping(config, unseenDevice(id))?.mapping ?? null;
    return told.find(hash, { config, mapping, party: 'entry' });
  }

  async function draw(server: TestDeviceApi | undefined, hash: ContentHash): Promise<Buffer> {
    const { api, call } = server as TestDeviceApi;
    const drawn = await api.pictures.fetch(hash, { ...call(), device: null, party: 'entry' });
    assert.ok(drawn?.ok);
    return drawn.value.png;
  }

  it('are drawn by another server as by the one that composed them, with the files that they show', async (t) => {
    const shared = await open(t);
    for (const device of [ID, 'AA:BB:CC:DD:EE:02', 'AA:BB:CC:DD:EE:03']) {
      const content = await compose(device);
      assert.equal(await find(shared.second, content.hash, device), null);
      await offer(shared, content);
      assert.ok(await find(shared.second, content.hash, device), device);
      assert.deepEqual(await draw(servers[1], content.hash), await draw(servers[0], content.hash));
    }
  });

  it('are also pictures that the server itself draws, with and without a mark', async (t) => {
    const shared = await open(t);
    const { api } = servers[0] as TestDeviceApi;
    const welcome = api.screens.welcome({ widthPx: 400, heightPx: 240 }, 'AAAAA-BBBBB');
    const marked = api.screens.marked(await compose(ID), { goodMs: 0, sinceMs: 60_000 });
    assert.ok(marked.overlay);
    for (const content of [welcome, marked]) {
      await offer(shared, content);
      assert.ok(await find(shared.second, content.hash, ID));
      assert.deepEqual(await draw(servers[1], content.hash), await draw(servers[0], content.hash));
    }
  });

  it('are not drawn with other files, other secrets or other fonts', async (t) => {
    const shared = await open(t);
    const secret = await compose('AA:BB:CC:DD:EE:04');
    await offer(shared, secret);
    assert.equal(await find(shared.second, secret.hash, 'AA:BB:CC:DD:EE:04'), null);
    const photo = await compose('AA:BB:CC:DD:EE:02');
    await offer(shared, photo);
    servers[1]?.write({ 'photo/dot.png': await dot(255) });
    assert.equal(await find(shared.second, photo.hash, 'AA:BB:CC:DD:EE:02'), null);
    const old = { ...(await compose(ID)), environment: 'other fonts' };
    const hash = contentHash('digest', old.spec, old.environment);
    await offer(shared, { ...old, hash });
    assert.equal(await find(shared.second, hash, ID), null);
  });

  it('count as absent when they are not what their name says', async (t) => {
    const { state, second } = await open(t);
    const content = await compose(ID);
    const packed = await packContent(content);
    const { hash } = content;
    const wrong: readonly Buffer[] = [
      Buffer.from('junk'),
      packed.subarray(0, -9),
      await packContent({ ...content, svg: content.svg.replace('one', 'two') }),
      await packContent({ ...content, spec: { ...content.spec, algorithm: 'sierra' } }),
      await packContent({ ...content, spec: { ...content.spec, maxPngBytes: 1e9 } }),
      await packContent({ ...content, overlay: { svg: '<svg/>', x: 0, y: 0, widthPx: 1, heightPx: 1 } }),
      Buffer.alloc(0),
    ];
    for (const [index, bytes] of wrong.entries()) {
      const contents: BlobState = { ...state.contents, get: () => Promise.resolve(bytes) };
      const { store, catalogue, screens } = (servers[1] as TestDeviceApi).engine;
      const share = new ContentShare(contents, () => assert.fail(`${index}`));
      const told = new SharedContents({ share, store, catalogue, environment: screens.environment });
      assert.equal(await find(told, hash, ID), null, `${index}`);
    }
    assert.equal(await find(second, hash, ID), null);
    assert.equal((await unpackContent(packed))?.svg, content.svg);
  });
});
