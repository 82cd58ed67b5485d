/** `POST /api/admin/devices:bulk`: many devices with one change of the config, all of them or none. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Admin, type AdminAnswer, configFile, startAdmin } from '../support/server/admin.ts';
import { codeOf, getDisplay } from '../support/server/server.ts';

const MAC = (number: number) => `AA:BB:CC:DD:EE:${String(number).padStart(2, '0')}`;
const CONFIG = `# The fleet
default_screen: plain
devices:
  DEFAULT: { screen: local/plain }
  # in the kitchen
  "${MAC(1)}": # by the door
    screen: local/typed
    refresh: 600
    params:
      city: Bern # the capital
      days: 3
  "${MAC(2)}":
    screen: local/plain
    panel: wide # large
  abcde-fghjk: { screen: local/plain, strength: 0.5 }
panels:
  wide: { width: 800, height: 480, colors: "#000000,#ffffff,#ff0000" }
`;

let admin: Admin;

function bulk(body: unknown): Promise<AdminAnswer> {
  return admin.post('/devices:bulk', body);
}

function messagesOf({ body }: AdminAnswer): string {
  return JSON.stringify(body.problems);
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
after(() => admin.server.stop());

describe('POST /api/admin/devices:bulk', () => {
  beforeEach(() => writeFileSync(configFile(admin.server), CONFIG));

  it('sets and clears settings of the devices that are named, and leaves all other bytes as they are', async () => {
    const body = {
      select: { keys: [MAC(1), MAC(2), 'ABCDE-FGHJK'] },
      set: { refresh: 900 },
      clear: ['strength'],
    };
    const answer = await bulk(body);
    assert.equal(answer.status, 200, messagesOf(answer));
    const { selected, changed, unchanged, created, removed, dry_run: dryRun } = answer.body;
    assert.deepEqual([selected, changed, unchanged, created, removed, dryRun], [3, 3, 0, 0, 0, false]);
    assert.deepEqual(answer.body.devices[0], {
      key: MAC(1),
      action: 'change',
      changes: [{ field: 'refresh', before: 600, after: 900 }],
    });
    const expected = CONFIG.replace('refresh: 600', 'refresh: 900')
      .replace('panel: wide # large\n', 'panel: wide # large\n    refresh: 900\n')
      .replace('strength: 0.5 }', 'refresh: 900 }');
    assert.equal(admin.configText(), expected);
    assert.equal((await bulk(body)).body.unchanged, 3);
    assert.equal(admin.configText(), expected);
  });

  it('answers a dry run with the same difference, and with the problems of each device, and writes nothing', async () => {
    const set = { params: { days: 5, city: null } };
    const tried = await bulk({ select: { all: true }, set, dry_run: true });
    assert.deepEqual([tried.status, tried.body.dry_run, tried.body.problem_count], [200, true, 1]);
    assert.deepEqual([tried.body.problems[0].device, tried.body.problems[0].field], [MAC(1), 'params.city']);
    assert.deepEqual(
      tried.body.devices.map(({ key }: { key: string }) => key),
      [MAC(2), 'abcde-fghjk'],
    );
    const real = await bulk({ select: { all: true }, set });
    assert.deepEqual([real.status, real.body.code], [400, 'invalid_body']);
    assert.equal(real.body.problems[0].field, `devices.${MAC(1)}.params.city`);
    assert.equal(admin.configText(), CONFIG);
    const fine = await bulk({ select: { all: true }, set: { params: { days: 5 } }, dry_run: true });
    assert.deepEqual(fine.body.devices[0].changes, [{ field: 'params.days', before: 3, after: 5 }]);
  });

  it('selects by what devices say and have, and counts a device once that is named twice', async () => {
    await getDisplay(admin.server, MAC(2));
    const named = await bulk({
      select: { keys: [MAC(2), codeOf(MAC(2)), 'aa-bb-cc-dd-ee-02'] },
      set: { rotate: 180 },
    });
    assert.deepEqual([named.body.selected, named.body.changed], [1, 1], messagesOf(named));
    const matched = await bulk({ select: { match: { panel: 'wide' } }, set: { name: 'Wide' } });
    assert.deepEqual(
      matched.body.devices.map(({ key }: { key: string }) => key),
      [MAC(2)],
    );
    const wrong = await bulk({ select: { match: { pannel: 'wide' } }, set: { name: 'Wide' } });
    assert.match(messagesOf(wrong), /select\.match\.pannel: there is no key .*did you mean panel/);
  });

  it('gives entries to devices that have none, when it is asked to', async () => {
    await getDisplay(admin.server, MAC(8));
    const keys = [MAC(1), MAC(8), MAC(9)];
    const refused = await bulk({ select: { keys }, set: { screen: 'local/plain' } });
    assert.equal(refused.body.problems.length, 2);
    assert.match(messagesOf(refused), /no entry for this device; with \\"create\\": true/);
    const made = await bulk({ select: { keys }, set: { screen: 'local/plain', name: 'New' }, create: true });
    assert.deepEqual([made.body.created, made.body.changed], [2, 1], messagesOf(made));
    assert.deepEqual(made.body.devices[1], {
      key: MAC(8),
      action: 'create',
      changes: [
        { field: 'screen', before: null, after: 'local/plain' },
        { field: 'name', before: null, after: 'New' },
      ],
    });
    assert.equal((await admin.get(`/devices/${MAC(9)}`)).body.name, 'New');
    const code = { select: { keys: ['KKKKK-KKKKK'] }, set: { screen: 'local/plain' }, create: true };
    assert.match(messagesOf(await bulk(code)), /no device has shown this code/);
    assert.equal((await bulk({ ...code, expected: true })).body.created, 1);
  });

  it('removes entries, but never DEFAULT', async () => {
    const both = await bulk({ select: { keys: [MAC(1), 'DEFAULT'] }, remove: true });
    assert.match(messagesOf(both), /DEFAULT is reserved/);
    const missing = await bulk({ select: { keys: [MAC(7)] }, remove: true });
    assert.match(messagesOf(missing), /no entry for this device"/);
    assert.equal(admin.configText(), CONFIG);
    const all = await bulk({ select: { all: true }, remove: true });
    assert.deepEqual([all.body.removed, all.body.selected], [3, 3], messagesOf(all));
    assert.equal(all.body.devices[0].changes.length, 4);
    assert.match(admin.configText(), /devices:\n {2}DEFAULT: \{ screen: local\/plain \}\n/);
    assert.deepEqual(Object.keys(admin.server.engine.config.raw['devices'] ?? {}), ['DEFAULT']);
  });

  it('reports everything that is wrong with a request at once', async () => {
    const answer = await bulk({
      select: { keys: [] },
      set: { stength: 1, refresh: -1, panel: 'wid', screen: 'clock', clear: [] },
      clear: ['screen'],
      nonsense: 1,
    });
    const fields = answer.body.problems.map(({ field }: { field: string }) => field);
    const inSet = ['clear', 'panel', 'refresh', 'screen', 'stength'].map((name) => `set.${name}`);
    assert.deepEqual(fields.toSorted(), ['clear', 'nonsense', 'select', ...inSet]);
    assert.match(answer.body.error, /did you mean service-builtin\/clock/);
    for (const [body, expected] of [
      [{ select: { all: true } }, /expected settings in set or clear, or remove, got none/],
      [
        { select: { all: true }, remove: true, set: { refresh: 5 } },
        /expected neither set, clear nor create/,
      ],
      [{ select: { all: true }, create: true, set: { refresh: 5 } }, /expected a screen in set/],
      [{ select: { keys: ['kitchen'] }, set: { refresh: 5 } }, /got \\"kitchen\\"/],
      [{ select: { all: true, keys: [MAC(1)] }, set: { refresh: 5 } }, /select: expected/],
      [{ select: { keys: [MAC(1)] }, set: { refresh: 5, name: 'x' }, clear: ['name'] }, /set and cleared/],
      [{ set: { refresh: 5 } }, /select: expected .* got nothing/],
    ] as const) {
      const refused = await bulk(body);
      assert.equal(refused.status, 400, JSON.stringify(body));
      assert.match(messagesOf(refused), expected);
    }
    assert.equal(admin.configText(), CONFIG);
  });

  it('is bounded in what it writes', async () => {
    const keys = Array.from({ length: 9000 }, (_, n) => `AA:BB:CC:11:${hex(n >> 8)}:${hex(n)}`);
    const set = { screen: 'local/plain', params: { text: 'x'.repeat(2000) } };
    const answer = await bulk({ select: { keys }, create: true, set });
    assert.deepEqual([answer.status, answer.body.problems[0].field], [400, 'set']);
    assert.match(answer.body.error, /characters for all devices/);
    const unknown = await bulk({ select: { keys }, set: { refresh: 5 } });
    assert.equal(unknown.body.problems.length, 101);
    assert.match(unknown.body.problems[100].message, /8900 more problems/);
  });

  it('loses nothing when single devices are changed at the same time', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => bulk({ select: { all: true }, set: { refresh: 100 + n } })),
      ...[1, 2].map((n) => admin.patch(`/devices/${MAC(n)}`, { name: `Room ${n}` })),
      admin.post('/devices', { key: MAC(5), screen: 'local/plain' }),
    ]);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const devices = await Promise.all([1, 2].map((n) => admin.get(`/devices/${MAC(n)}`)));
    assert.deepEqual(
      devices.map(({ body }) => body.name),
      ['Room 1', 'Room 2'],
    );
    assert.equal(devices[0]?.body.refresh, devices[1]?.body.refresh);
    assert.match(admin.configText(), /city: Bern # the capital/);
  });
});

function hex(byte: number): string {
  return (byte & 255).toString(16).padStart(2, '0').toUpperCase();
}
