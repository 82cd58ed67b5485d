import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkExport, exportState, importState } from '../../src/state/export-state.ts';
import { STATE_LIMITS } from '../../src/state/limits.ts';
import { AUDIT_ID, type State } from '../../src/state/state.ts';
import { enginesUnderTest } from '../support/state/engines.ts';

const NOW_MS = Date.now();
const DAY_MS = 86_400_000;
/** More than one batch of those that are read at once. */
const DEVICES = STATE_LIMITS.deviceBatch + 10;

async function fill(state: State): Promise<void> {
  await state.urlSecret.settle('secret');
  for (let revision = 0; revision < 60; revision++) {
    await state.config.save(revision, { text: `text ${revision}\n`, savedMs: revision, note: 'why' });
  }
  await state.repos.put('handle', '{"sha":"abc"}', 17);
  for (let number = 0; number < DEVICES; number++) {
    await state.devices.claim(`device ${number}`, `{"n":${number}}`, [`code ${number}`, 'same'], number);
  }
  const id = 'device 7';
  const stored = await state.devices.get(id);
  await state.devices.changeIdentity(id, stored?.revision ?? 0, 'a\n\0"😀', ['new']);
  await state.devices.noteContact(id, '{"volts":4}', NOW_MS);
  await state.logs.append(id, ['one', 'two\n'], NOW_MS - DAY_MS);
  await state.logs.append(id, ['three'], NOW_MS);
  await state.events.append(id, ['event'], NOW_MS);
  await state.unproven.append(id, ['a call of somebody'], NOW_MS);
  await state.audit.append(AUDIT_ID, ['entry'], NOW_MS);
  await state.trail.append(id, ['step'], NOW_MS);
  await state.history.put(id, NOW_MS - 40 * DAY_MS, Buffer.alloc(STATE_LIMITS.historyPointBytes, 1));
  await state.history.put(id, NOW_MS, Buffer.alloc(STATE_LIMITS.historyPointBytes, 2));
  await state.leases.take('prune', 'me', 1_000);
  await state.contents.put('hash', Buffer.alloc(3));
}

async function linesOf(state: State): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of exportState(state, NOW_MS)) lines.push(line);
  return lines;
}

const HEAD = '{"format":"stipple-state","version":1,"exportedMs":1}';
const DEVICE = {
  ...{ id: 'a', identity: '{}', revision: 1, codes: ['c'], contact: null, seenMs: 1 },
  ...{ logs: [], events: [], history: [] },
};
const BROKEN = [
  ...['hello', '[]', 'null', '7', '{"device":null}', '{"device":[]}', '{"repo":"a"}', '{"urlSecret":7}'],
  ...[
    '{"audit":7}',
    '{"audit":[{"text":"a"}]}',
    '{"config":7}',
    '{"config":[null]}',
    '{"config":[{"revision":1}]}',
    '{"__proto__":{"urlSecret":"a"}}',
  ],
  ...[
    ...[{ id: 7 }, { codes: 'c' }, { codes: [7] }, { revision: 0.5 }, { contact: {} }, { seenMs: 'now' }],
    ...[
      { logs: 7 },
      { logs: [{ atMs: 1 }] },
      { events: null },
      { unproven: 7 },
      { trail: 7 },
      { history: [[1]] },
      { history: { length: 1 } },
    ],
  ].map((field) => JSON.stringify({ device: { ...DEVICE, ...field } })),
];

const engines = enginesUnderTest();
for (const from of engines) {
  it(`an export of ${from.engine} is the same again after an import`, async (t) => {
    const source = await from.fresh(t);
    await fill(source);
    const lines = await linesOf(source);
    assert.match(lines[0] ?? '', /^\{"format":"stipple-state","version":1,/);
    for (const to of engines) {
      await t.test(`into ${to.engine}`, async (t) => {
        const target = await to.fresh(t);
        assert.equal(await importState(target, lines), DEVICES);
        assert.deepEqual(await linesOf(target), lines);
        assert.equal((await target.devices.byCode('new'))?.identity, 'a\n\0"😀');
        assert.equal(await target.devices.byCode('code 7'), null);
        assert.deepEqual(await target.config.save(60, { text: 'x', savedMs: 1, note: '' }), {
          won: true,
          revision: 61,
        });
        const lease = await target.leases.take('repos', 'me', 1_000);
        assert.equal(await target.repos.put('handle', 'new', lease?.fence ?? 0), true);
      });
    }
  });
}

describe('an import', () => {
  const [memory] = engines;

  it('is refused where there is something already', async (t) => {
    const state = await memory?.fresh(t);
    assert.ok(state !== undefined);
    await state.devices.claim('a', '', [], 1);
    await assert.rejects(
      importState(state, [HEAD]),
      /Expected an empty state to import into, got one with 1 device\./,
    );
  });

  for (const [what, lines, message] of [
    ['nothing', [], /got nothing/],
    ['another text', ['hello'], /whose line 1 names the format stipple-state/],
    ['another JSON', ['{"a":1}'], /whose line 1 names the format stipple-state/],
    [
      'a newer version',
      ['{"format":"stipple-state","version":2}'],
      /newer version of Stipple \(layout 2, this one reads 1\)/,
    ],
    ['an unknown line', ['{"format":"stipple-state","version":1}', '{"x":1}'], /Line 2 is not one/],
    ['a second head', [HEAD, HEAD], /Line 2 is not one/],
    ...BROKEN.map(
      (line) => [line, [HEAD, '', line], /^Line 3 is not one of an export of the state\.$/] as const,
    ),
  ] as const) {
    it(`of ${what} is refused`, async (t) => {
      const state = await memory?.fresh(t);
      assert.ok(state !== undefined);
      await assert.rejects(importState(state, lines), { name: 'StateError', message });
      await assert.rejects(checkExport(lines), { name: 'StateError', message });
    });
  }

  it('that stops half way says that a part was imported', async (t) => {
    const state = await memory?.fresh(t);
    assert.ok(state !== undefined);
    const lines = [HEAD, JSON.stringify({ device: DEVICE }), 'hello'];
    await assert.rejects(importState(state, lines), {
      message:
        'Line 3 is not one of an export of the state. A part was imported: empty the state before you import again.',
    });
    assert.equal(await state.devices.count(), 1);
    const large = JSON.stringify({ device: { ...DEVICE, id: 'b', identity: 'x'.repeat(70_000) } });
    const other = await memory?.fresh(t);
    assert.ok(other !== undefined);
    await assert.rejects(importState(other, [HEAD, large]), /takes an identity of at most 65536 bytes/);
  });
});
