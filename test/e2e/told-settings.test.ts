/** What a device is told beside its picture: settings of its panel and its entry, functions that it asks for, its refresh. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN, screensOf } from '../support/server/server.ts';

const SCREENS = {
  ...PLAIN_SCREEN,
  ...screensOf(
    { brisk: 'return { data = { title = "brisk" }, refresh_rate = 5 }' },
    PLAIN_SCREEN['plain.svg'] ?? '',
  ),
};
const BY_PANEL = 'AA:BB:CC:00:00:01';
const BY_ENTRY = 'AA:BB:CC:00:00:02';
const PLAIN = 'AA:BB:CC:00:00:03';
const CONFIG = `panels:
  bar: { width: 800, height: 480, touchbar_mode: slide, image_url_timeout: 40 }
devices:
  "${BY_PANEL}": { screen: plain, panel: bar }
  "${BY_ENTRY}": { screen: plain, panel: bar, touchbar_mode: tap, image_url_timeout: 65 }
  "${PLAIN}": { screen: brisk }
`;

describe('a display answer', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ screens: SCREENS, config: CONFIG });
  });
  after(() => admin.server.stop());

  async function tell(mac: string, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${admin.server.url}/api/display`, {
      headers: { ID: mac, 'Access-Token': 'token', ...headers },
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Readonly<Record<string, unknown>>;
  }

  it('has touchbar_mode and image_url_timeout of the panel, those of the entry before them, and else none', async () => {
    const [panel, entry, plain] = [await tell(BY_PANEL), await tell(BY_ENTRY), await tell(PLAIN)];
    assert.deepEqual([panel['touchbar_mode'], panel['image_url_timeout']], ['slide', 40]);
    assert.deepEqual([entry['touchbar_mode'], entry['image_url_timeout']], ['tap', 65]);
    for (const name of ['touchbar_mode', 'image_url_timeout', 'action']) {
      assert.equal(Object.hasOwn(plain, name), false, name);
    }
  });

  it('names a function that the device asks for where it needs nothing more', async () => {
    for (const name of ['sleep', 'add_wifi']) {
      const { special_function: told, action } = await tell(PLAIN, { special_function: name });
      assert.deepEqual([told, action], [name, name]);
    }
    for (const name of ['true', 'identify', 'rewind', 'format_disk', '']) {
      const answer = await tell(PLAIN, { special_function: name });
      assert.equal(answer['special_function'], null, name);
      assert.equal(Object.hasOwn(answer, 'action'), false, name);
    }
  });

  it('raises a refresh that would empty a battery, with one warning, and no other one', async () => {
    const refreshOf = async (headers: Readonly<Record<string, string>>) =>
      (await tell(PLAIN, headers))['refresh_rate'];
    assert.equal(await refreshOf({}), 5);
    assert.equal(await refreshOf({ 'Battery-Voltage': '4.05' }), 30);
    assert.equal(await refreshOf({ 'Battery-Voltage': '3.95' }), 30);
    assert.equal(await refreshOf({ 'Battery-Voltage': '4.05', 'USB-Connected': 'true' }), 5);
    assert.equal(await refreshOf({ 'USB-Connected': 'false', 'Battery-Charging': '1' }), 5);
    assert.equal(await refreshOf({ 'Battery-Charging': '0', 'Percent-Charged': '80' }), 30);
    assert.equal(await refreshOf({ 'Percent-Charged': '100' }), 5);
    const warned = admin.server.logs.filter(({ msg }) => String(msg).includes('would empty a battery'));
    assert.equal(warned.length, 1);
    assert.match(String(warned[0]?.['msg']), /a refresh of 5 s .* are told 30 s/);
  });
});
