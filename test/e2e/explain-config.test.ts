/** Why a device shows what it shows: situations about what the config says, each made by real calls and edits. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertExplained, explained } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';
import { getDisplay, getImage } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:';
const CONFIG = `devices:
  DEFAULT: { screen: plain, refresh: 600 }
  "${MAC}01": { tags: [hall] }
  "${MAC}02": { screen: plain }
  "${MAC}04": { screen: plain }
  "${MAC}05": { screen: local/plain, schedule: { zone: UTC, sleep: { from: "00:00", to: "24:00", days: daily } } }
  "${MAC}06": { screen: local/plain, schedule: { windows: [{ screen: local/empty }] } }
  "${MAC}07": { screen: local/typed, params: { count: many } }
  "${MAC}08": { screen: plain }
  "AA:BB:CC:DD:EF:10": { screen: plain }
  "AA:BB:CC:DD:EE:91": { screen: plain }
groups:
  halls: { match: { tag: hall }, screen: local/plain, refresh: 900, params: { line: U1 } }
`;
const EMPTY = {
  'empty.lua': 'return { nothing_to_show = true }',
  'empty.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"/>',
  'typed.lua': 'return { data = {} }',
  'typed.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"/>',
  'typed.meta.yaml': 'params:\n  count: { type: int }\n',
};

let admin: Admin;
let clock: MovedClock;

before(async () => {
  clock = new MovedClock();
  admin = await startAdmin({ config: CONFIG, screens: { ...SCREENS, ...EMPTY } });
});
after(async () => {
  await admin.server.stop();
  clock.restore();
});

async function wake(mac: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await getImage((await getDisplay(admin.server, mac, more)).image_url);
}

async function codesOf(mac: string): Promise<readonly string[]> {
  const { code, others } = await explained(admin, mac);
  return [code, ...others.map((one) => one.code)];
}

/** Edit the config by hand. */
async function edit(before: string, now: string): Promise<void> {
  const text = admin.configText();
  assert.ok(text.includes(before), before);
  await admin.takeConfig(text.replace(before, now));
}

describe('the explanation of a change that a device has not seen', () => {
  it('names the setting of the group', async () => {
    await wake(`${MAC}01`);
    await wake(`${MAC}02`);
    clock.pass(10);
    const { body } = await admin.get('/groups/halls');
    const group = { match: body.match, screen: 'local/plain', refresh: 300, params: { line: 'U2' } };
    assert.equal((await admin.call('PUT', '/groups/halls', group)).status, 200);
    const says =
      /^What the config gives it \(groups\.halls\.refresh, groups\.halls\.params\.line\) was changed at/;
    const { evidence } = await assertExplained(admin, `${MAC}01`, 'config_changed', says);
    assert.match(evidence[0]?.text ?? '', /^By admin API/);
    assert.equal((await codesOf(`${MAC}02`)).includes('config_changed'), false);
    clock.pass(10);
    await wake(`${MAC}01`);
    assert.equal((await codesOf(`${MAC}01`)).includes('config_changed'), false);
  });

  it('tells of edits by hand, of the entry and of the group, and of no others', async () => {
    await wake(`${MAC}01`);
    await wake(`${MAC}02`);
    await wake(`${MAC}04`);
    clock.pass(10);
    await edit(
      `"${MAC}02": { screen: plain }`,
      `"${MAC}02": { screen: plain, refresh: 1200, dither: atkinson }`,
    );
    const own = /^Its entry \((?:dither, refresh|refresh, dither)\) was changed at/;
    const { evidence } = await assertExplained(admin, `${MAC}02`, 'config_changed', own);
    assert.equal(evidence[0]?.text, 'By an edit of the config file.');
    assert.equal((await codesOf(`${MAC}01`)).includes('config_changed'), false);
    assert.equal((await codesOf(`${MAC}04`)).includes('config_changed'), false);
    clock.pass(10);
    await edit('tag: hall', 'tag: stairs');
    await assertExplained(
      admin,
      `${MAC}01`,
      'config_changed',
      /^What the config gives it \(groups\.halls, devices\.DEFAULT\) was changed at/,
    );
    await edit('tag: stairs', 'tag: hall');
  });

  it('tells of another DEFAULT where that counts, and only there', async () => {
    const stranger = `${MAC}20`;
    await wake(stranger);
    await wake(`${MAC}04`);
    clock.pass(10);
    assert.equal((await admin.patch('/devices/DEFAULT', { refresh: 700 })).status, 200);
    await assertExplained(
      admin,
      stranger,
      'config_changed',
      /^What the config gives it \(devices\.DEFAULT\.refresh\) was changed at/,
    );
    assert.equal((await codesOf(`${MAC}04`)).includes('config_changed'), false);
  });
});

describe('the explanation of what the config wants', () => {
  it('says until when a screen is pinned', async () => {
    const mac = `${MAC}04`;
    assert.equal(
      (await admin.call('PUT', `/devices/${mac}/pin`, { screen: 'local/plain', for: '2h' })).status,
      200,
    );
    clock.pass(700);
    await wake(mac);
    clock.pass(90);
    await assertExplained(
      admin,
      mac,
      'pinned',
      /^Its screen local\/plain is pinned until \S+Z: .* Remove the pin/,
    );
  });

  it('says that it sleeps because of its schedule', async () => {
    const mac = `${MAC}05`;
    await wake(mac);
    clock.pass(90);
    await assertExplained(
      admin,
      mac,
      'asleep_by_schedule',
      /^It sleeps because its schedule says so, until /,
    );
  });

  it('says that the screen of the schedule had nothing to show', async () => {
    const mac = `${MAC}06`;
    await wake(mac);
    clock.pass(90);
    await assertExplained(
      admin,
      mac,
      'nothing_to_show',
      /^Its schedule names "local\/empty", whose script said at .*\(nothing_to_show\): it shows "local\/plain" instead/,
    );
  });

  it('names the params that do not fit, and a weak signal', async () => {
    await wake(`${MAC}07`, { RSSI: '-91' });
    clock.pass(90);
    const { others } = await assertExplained(
      admin,
      `${MAC}07`,
      'params',
      /^Its params do not fit .*params\.count.* Correct/,
    );
    assert.match(
      others[0]?.text ?? '',
      /^Its Wi-Fi is weak: -91 dBm at .* Move it, or an access point, nearer\.$/,
    );
  });

  it('shows no picture that was never fetched', async () => {
    const mac = `${MAC}08`;
    await getDisplay(admin.server, mac);
    clock.pass(90);
    const { summary, others } = await explained(admin, mac);
    assert.match(summary, /never fetched/);
    const asleep = others.find(({ code }) => code === 'asleep');
    assert.match(asleep?.text ?? '', /it was told a picture of plain at \S+Z, and has not fetched it\.$/);
  });

  it('names a device that waits, and whose address differs in one place', async () => {
    for (const [key, near] of [
      ['AA:BB:CC:DD:EF:10', 'AA:BB:CC:DD:EE:10'],
      [`${MAC}91`, `${MAC}19`],
    ] as const) {
      assert.doesNotMatch((await explained(admin, key)).summary, /waits for an entry/);
      await wake(near);
      await assertExplained(
        admin,
        key,
        'never_called',
        new RegExp(`${near} waits for an entry, .* correct the key`),
      );
    }
  });
});
