/** Devices that a group selects by what they say of themselves: strangers in all that counts, until they are adopted. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ContentHash, parseContentHash } from '../../../src/domain/content-hash.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { partyOf } from '../../../src/domain/resolve-mapping.ts';
import { ESTABLISHED_AFTER_MS } from '../../../src/domain/standing.ts';
import type { Content } from '../../../src/engine/contents/content-store.ts';
import { authenticate } from '../../../src/fleet/calls/authentication.ts';
import { type DisplayOutcome, display } from '../../../src/fleet/calls/display.ts';
import { takeLogs } from '../../../src/fleet/calls/log.ts';
import { tokenOf } from './gate.ts';
import { openDeviceApi, REPORT, type TestDeviceApi } from './open-device-api.ts';

const SECRET = 'hunter22-hunter22';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>';
const SCREENS = {
  'plain.lua': 'return { data = { text = "plain" }, refresh_rate = 120 }',
  'plain.svg': SVG,
  'mail.lua': 'return { data = { text = "with " .. tostring(params.key) }, refresh_rate = 120 }',
  'mail.svg': SVG,
  'mail.meta.yaml': 'params:\n  key: { type: string, required: true, sensitive: true }\n',
  'news.lua': 'return { data = { text = "with " .. tostring(params.key) }, refresh_rate = 120 }',
  'news.svg': SVG,
  'news.meta.yaml': 'params:\n  key: { type: string, sensitive: true }\n',
};
const CONFIG = `default_screen: plain
on_error: keep
groups:
  mail: { match: { model: "mail*" }, screen: local/mail, params: { key: ${SECRET} } }
  news: { match: { model: "news*" }, screen: local/news, params: { key: ${SECRET} } }
  hours:
    match: { model: "hours*" }
    screen: plain
    schedule: { playlist: [{ for: 1h, screen: local/news, params: { key: ${SECRET} } }] }
  closed: { match: { model: "closed*" }, adopted_only: true, screen: local/mail, params: { key: ${SECRET} } }
`;

let last = 0;
function newId(): DeviceId {
  last += 1;
  return parseDeviceId(`AA:BB:CC:DD:00:${last.toString(16).padStart(2, '0')}`) as DeviceId;
}

describe('a device that names the model of a group', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestDeviceApi;
  before(async () => {
    opened = await openDeviceApi(folder, SCREENS, CONFIG);
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  function ask(id: DeviceId, model: string): Promise<DisplayOutcome> {
    return display(opened.api, opened.call(), id, tokenOf(`token of ${id}`), { ...REPORT, model });
  }

  function contentOf({ answer }: DisplayOutcome): Content {
    const content = opened.api.store.get(parseContentHash(answer.filename) as ContentHash);
    assert.ok(content !== null);
    return content;
  }

  async function establish(id: DeviceId, model: string): Promise<DisplayOutcome> {
    await ask(id, model);
    opened.clock.nowMs += ESTABLISHED_AFTER_MS + 1;
    return ask(id, model);
  }

  it('gets a notice with its code in the place of a screen that needs a secret, and the screen after a day', async () => {
    const id = newId();
    const first = contentOf(await ask(id, 'mail 1'));
    const code = opened.api.registry.get(id)?.registrationCode ?? '';
    assert.match(first.svg, /Waiting to be adopted/);
    assert.ok(first.svg.includes(code.slice(0, 5)));
    assert.ok(!first.svg.includes(SECRET));
    opened.clock.nowMs += ESTABLISHED_AFTER_MS + 1;
    assert.match(contentOf(await ask(id, 'mail 1')).svg, new RegExp(`with ${SECRET}`));
  });

  for (const model of ['news', 'hours']) {
    it(`gets a screen that can do without the secret, without it (${model})`, async () => {
      const id = newId();
      const { svg, secrets } = contentOf(await ask(id, model));
      assert.match(svg, /with nil/);
      assert.deepEqual(secrets, []);
      assert.match(contentOf(await establish(id, model)).svg, new RegExp(`with ${SECRET}`));
    });
  }

  it('is in no group that takes adopted devices only, until it has called for a day', async () => {
    const id = newId();
    assert.match(contentOf(await ask(id, 'closed')).svg, /plain/);
    opened.clock.nowMs += ESTABLISHED_AFTER_MS + 1;
    assert.match(contentOf(await ask(id, 'closed')).svg, new RegExp(`with ${SECRET}`));
  });

  it('begins anew as a stranger with another token', async () => {
    const id = newId();
    await establish(id, 'mail');
    const record = opened.api.registry.get(id);
    assert.ok(record !== null);
    assert.equal(partyOf(opened.api.config(), record), 'adopted');
    opened.api.registry.resetIdentity(record);
    assert.equal(partyOf(opened.api.config(), record), 'stranger');
    const thief = await display(opened.api, opened.call(), id, tokenOf('of a thief'), {
      ...REPORT,
      model: 'mail',
    });
    assert.match(contentOf(thief).svg, /Waiting to be adopted/);
  });

  it('has its logs, trail and last good picture among those of strangers, which push out no others', async () => {
    const { api, call } = opened;
    const own = newId();
    const log = async (id: DeviceId, body: string): Promise<void> => {
      const record = await authenticate(api, call(), id, tokenOf(`token of ${id}`));
      await takeLogs(api, call(), record, body);
    };
    await establish(own, 'news');
    await log(own, '{"logs":[{"message":"mine"}]}');
    const before = await api.logs.list(own);
    const text = 'x'.repeat(2_000);
    const body = JSON.stringify({ logs: Array.from({ length: 30 }, () => ({ message: text })) });
    for (let n = 0; n < 180; n += 1) {
      const id = newId();
      const told = await ask(id, 'news');
      assert.equal(told.announced?.isAssigned, false);
      await log(id, body);
    }
    assert.deepEqual(await api.logs.list(own), before);
  });
});
