import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Concealer } from '../../../src/admin/access/concealer.ts';
import {
  type ConfigChanges,
  describeChange,
  describeDifference,
} from '../../../src/admin/access/config-changes.ts';
import { plainContent } from '../../../src/config/edit/content.ts';
import { editContent } from '../../../src/config/edit/edit.ts';
import type { ConfigEdit } from '../../../src/config/edit/model.ts';
import { ConfigParser } from '../../../src/config/read/parse.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { runAtOnce } from '../../../src/platform/base/turns.ts';

const CONFIG = `default_screen: plain
devices:
  "AA:BB:CC:DD:EE:01": { screen: plain, params: { city: Bern }, name: One }
  "AA:BB:CC:DD:EE:02": { screen: plain }
`;

const nothingKnown = new Concealer(() => null);

/** What is said of edits of the config. */
function changesOf(...edits: readonly ConfigEdit[]): ConfigChanges {
  const parser = new ConfigParser('config');
  const before = parser.read(CONFIG);
  assert.ok(before.ok);
  const after = editContent(before.value, edits, (text) => parser.read(text));
  assert.ok(after.ok);
  const [from, to] = [plainContent(before.value), plainContent(after.value)];
  assert.ok(from !== null && to !== null);
  return runAtOnce(describeChange({ edits, before: from, after: to, reordered: null }, nothingKnown));
}

const ONE = ['devices', 'AA:BB:CC:DD:EE:01'];

describe('what a change of the config has changed', () => {
  it('is the order of the groups, where nothing else is', () => {
    const reordered = { before: ['a', 'b'], after: ['b', 'a'] };
    const change = { edits: [], before: {}, after: {}, reordered };
    assert.deepEqual(runAtOnce(describeChange(change, nothingKnown)), {
      changes: [{ path: 'groups (order)', ...reordered }],
      more: 0,
      devices: [],
    });
  });

  it('is each value before and after, and the devices', () => {
    const { changes, more, devices } = changesOf(
      { kind: 'set', path: [...ONE, 'name'], value: 'Uno' },
      { kind: 'set', path: [...ONE, 'params'], value: { city: 'Rome', days: 3 } },
      { kind: 'remove', path: ['devices', 'AA:BB:CC:DD:EE:02'] },
      { kind: 'set', path: ['on_error'], value: 'keep' },
    );
    assert.deepEqual(changes, [
      { path: 'devices.AA:BB:CC:DD:EE:01.name', before: 'One', after: 'Uno' },
      { path: 'devices.AA:BB:CC:DD:EE:01.params.city', before: '[redacted]', after: '[redacted]' },
      { path: 'devices.AA:BB:CC:DD:EE:01.params.days', after: '[redacted]' },
      { path: 'devices.AA:BB:CC:DD:EE:02.screen', before: 'plain' },
      { path: 'on_error', after: 'keep' },
    ]);
    assert.deepEqual([more, devices], [0, ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:02']]);
  });

  it('is cut where there is much of it, and says how much more there is', () => {
    const edits = Array.from(
      { length: 60 },
      (_, i): ConfigEdit => ({
        kind: 'set',
        path: ['panels', `p${i}`],
        value: { name: 'x'.repeat(999), width: 9 },
      }),
    );
    const { changes, more } = changesOf(...edits);
    assert.deepEqual([changes.length, more], [40, 40]);
    assert.equal(changes[0]?.after, `${'x'.repeat(200)}…`);
  });

  it('of two whole configs is their difference', () => {
    const before: PlainObject = { admin: { token: 'a' }, devices: { x: { screen: 's' } }, panels: {} };
    const after: PlainObject = { admin: { token: 'b' }, devices: { x: { screen: 't' } }, panels: { p: {} } };
    const { changes, devices } = describeDifference(before, after, nothingKnown);
    assert.deepEqual(changes, [
      { path: 'admin.token', before: '[redacted]', after: '[redacted]' },
      { path: 'devices.x.screen', before: 's', after: 't' },
      { path: 'panels.p', after: {} },
    ]);
    assert.deepEqual(devices, ['x']);
    assert.deepEqual(describeDifference(before, before, nothingKnown).changes, []);
  });
});
