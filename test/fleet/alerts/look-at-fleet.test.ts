import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FailureRun } from '../../../src/domain/failure-run.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { FoundAlert, KeptAlert } from '../../../src/fleet/alerts/alert.ts';
import { lookAtFleet, NewestFew } from '../../../src/fleet/alerts/look-at-fleet.ts';
import { LookBack } from '../../../src/fleet/alerts/look-back.ts';
import {
  type AlertFleet,
  alertConfig,
  alertFleet,
  DAY_MS,
  deviceRecord,
  HOUR_MS,
  MINUTE_MS,
  macOf,
  NOW,
} from '../../support/alerts/fleet.ts';
import { randomNumbers } from '../../support/random.ts';

const NEVER = new AbortController().signal;
const HOOKS = 'webhooks: { ops: { url: "http://127.0.0.1:1" } }\nrules:\n  ';

function failing(sinceMs: number, lastMs: number, reason: string): FailureRun {
  const told = { code: 'script_error', message: reason } as FailureRun['told'];
  return { sinceMs, lastMs, tries: 9, code: told.code, reason, told, shown: 'error', sources: 'x' };
}

async function look(
  { config, devices, history }: AlertFleet,
  { lookBack = new LookBack(history), firing = new Map<string, KeptAlert>(), nowMs = NOW } = {},
): Promise<ReadonlyMap<string, readonly FoundAlert[]>> {
  const found = await lookAtFleet({
    ...{ config: config.snapshot, records: devices, nowMs, outages: [], lookBack, signal: NEVER },
    firing: (key) => firing.get(key),
  });
  return new Map([...found].map(([rule, { alerts }]) => [rule, alerts]));
}

function keysOf(found: ReadonlyMap<string, readonly FoundAlert[]>, rule: string): readonly string[] {
  return (found.get(rule) ?? []).map(({ subject }) => subject.key).sort();
}

/** A device that has called with one token for longer than a day. */
const LONG_USED = { firstUsedMs: NOW - 3 * DAY_MS, lastUsedMs: NOW - HOUR_MS };

describe('a look at the fleet', () => {
  it('finds devices with an entry, and those that a group has adopted, but no strangers', async () => {
    const text = alertConfig(
      `${HOOKS}late: { when: late, to: ops }`,
      ['{ screen: x, name: Hall }'],
      'groups: { kindles: { match: { model: "kindle*" }, screen: x } }\ndefault_screen: x\n',
    );
    const lastSeenMs = NOW - HOUR_MS;
    const fleet = alertFleet(text, [
      deviceRecord(0, { lastSeenMs }),
      deviceRecord(1, { ...LONG_USED, lastSeenMs, report: { ...NO_REPORT, model: 'Kindle PW3' } }),
      deviceRecord(2, { lastSeenMs }),
      deviceRecord(3, { ...LONG_USED, lastSeenMs }),
    ]);
    const found = await look(fleet);
    assert.deepEqual(keysOf(found, 'late'), [macOf(0), macOf(1)]);
    const names = found.get('late')?.map(({ subject }) => subject.name);
    assert.deepEqual(names?.toSorted(), [macOf(1), 'Hall']);
  });

  it('never finds strangers who name what a group selects, whatever they say and however long they are silent', async () => {
    const groups = 'groups: { kindles: { match: [{ model: "kindle*" }, { board: "*" }], screen: x } }\n';
    const rules = `late: { when: late, to: ops }\nbattery: { when: battery, below: 50, to: ops }\nscreens: { when: failing, for: 0s, to: ops }`;
    const pick = randomNumbers(5);
    const strangers = Array.from({ length: 300 }, (_, n) => {
      const usedMs = NOW - pick(40) * HOUR_MS;
      const use = pick(2) === 0 ? null : { firstUsedMs: usedMs - pick(24) * HOUR_MS, lastUsedMs: usedMs };
      const report = { ...NO_REPORT, model: `Kindle ${n}`, board: `b${n}`, percentCharged: pick(100) };
      return deviceRecord(n, { ...use, lastSeenMs: usedMs, report });
    });
    const found = await look(alertFleet(alertConfig(`${HOOKS}${rules}`, [], groups), strangers));
    for (const [rule, alerts] of found) assert.deepEqual(alerts, [], rule);
  });

  it('finds only what the selector of a rule fits', async () => {
    const text = alertConfig(`${HOOKS}hall: { when: late, match: { tag: hall }, to: ops }`, [
      '{ screen: x, tags: [hall] }',
      '{ screen: x }',
    ]);
    const fleet = alertFleet(
      text,
      [0, 1].map((n) => deviceRecord(n, { lastSeenMs: NOW - HOUR_MS })),
    );
    assert.deepEqual(keysOf(await look(fleet), 'hall'), [macOf(0)]);
  });

  it('makes one alert of a screen that fails on several devices, with the newest reason', async () => {
    const text = alertConfig(`${HOOKS}screens: { when: failing, for: 30m, to: ops }`, [
      '{ screen: x }',
      '{ screen: x }',
      '{ screen: y }',
      '{ screen: z }',
    ]);
    const hour = NOW - HOUR_MS;
    const fleet = alertFleet(text, [
      deviceRecord(0, { failing: failing(hour, NOW - 9, 'old') }),
      deviceRecord(1, { failing: failing(NOW - MINUTE_MS, NOW - 1, 'new\nline') }),
      deviceRecord(2, { failing: failing(NOW - MINUTE_MS, NOW, 'not for long') }),
      // It does not call any more.
      deviceRecord(3, {
        failing: failing(NOW - 9 * DAY_MS, NOW - 8 * DAY_MS, 'gone'),
        lastSeenMs: NOW - 8 * DAY_MS,
      }),
    ]);
    const found = (await look(fleet)).get('screens') ?? [];
    assert.equal(found.length, 1);
    assert.deepEqual(found[0]?.subject, { kind: 'screen', key: 'x', name: 'x' });
    assert.deepEqual(found[0]?.facts, { devices: 2, reason: 'new line' });
    assert.match(found[0]?.text ?? '', /^Screen x fails on 2 devices since .*: new line$/);
    assert.equal(found[0]?.sinceMs, hour);
  });

  it('reads history between looks, and knows days left and the median signal then', async () => {
    const rules = 'days: { when: battery, days_left: 14, to: ops }\n  wifi: { when: weak_wifi, to: ops }';
    const report = { ...NO_REPORT, percentCharged: 40, rssi: -85 };
    const fleet = alertFleet(alertConfig(HOOKS + rules, ['{ screen: x, name: Hall }']), [
      deviceRecord(0, { report }),
    ]);
    const hours = Array.from({ length: 10 * 24 }, (_, hour) => ({
      hourMs: NOW - (240 - hour) * HOUR_MS,
      ...{ polls: 4, missed: 0, batteryVoltage: null, percentCharged: 90 - (hour / 24) * 5, rssi: -85 },
    }));
    fleet.hours.set(macOf(0), hours);
    const lookBack = new LookBack(fleet.history);
    assert.deepEqual(keysOf(await look(fleet, { lookBack }), 'days'), []);
    await lookBack.read(NOW, NEVER);
    const found = await look(fleet, { lookBack });
    assert.match(found.get('days')?.[0]?.text ?? '', /^Hall: battery at 40 %, about \d days left$/);
    assert.equal(found.get('wifi')?.[0]?.text, 'Hall: weak Wi-Fi, -85 dBm in the median of 12 hours');
  });

  it('keeps what fires while nobody knows better', async () => {
    const text = alertConfig(`${HOOKS}days: { when: battery, days_left: 14, to: ops }`, [
      '{ screen: x }',
      '{ screen: x }',
    ]);
    const report = { ...NO_REPORT, percentCharged: 40 };
    const fleet = alertFleet(
      text,
      [0, 1].map((n) => deviceRecord(n, { report })),
    );
    const before: KeptAlert = {
      ...{ rule: 'days', when: 'battery', sinceMs: 1, text: 'as before', facts: {} },
      ...{ subject: { kind: 'device', key: macOf(0), name: 'x' }, firedMs: 1, resolvedMs: null, told: {} },
    };
    const found = await look(fleet, { firing: new Map([[`days ${macOf(0)}`, before]]) });
    assert.deepEqual(
      found.get('days')?.map(({ text: told }) => told),
      ['as before'],
    );
  });

  it('lets others have their turn in a large fleet', async () => {
    const fleet = alertFleet(
      alertConfig(
        `${HOOKS}late: { when: late, to: ops }`,
        [],
        'groups: { all: { match: { mac: "AA:*" }, screen: x } }\n',
      ),
      Array.from({ length: 20_000 }, (_, n) =>
        deviceRecord(n, { ...LONG_USED, lastSeenMs: NOW - HOUR_MS - n }),
      ),
    );
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const found = await look(fleet);
    clearInterval(timer);
    assert.ok(turns > 3, String(turns));
    // The newest ones are known one by one.
    assert.equal(found.get('late')?.length, 2_000);
    assert.equal(found.get('late')?.[0]?.subject.key, macOf(0));
  });
});

describe('the newest few of many', () => {
  it('are those with the highest ranks, and all others are counted', () => {
    const random = randomNumbers(3);
    for (const count of [0, 1, 9, 10, 11, 1_000]) {
      const few = new NewestFew<number>(10);
      const ranks = Array.from({ length: count }, () => random(10_000));
      let made = 0;
      for (const rank of ranks) {
        few.add(rank, () => {
          made += 1;
          return rank;
        });
      }
      const highest = ranks.toSorted((a, b) => b - a).slice(0, 10);
      assert.deepEqual(few.values, highest);
      assert.equal(few.beyond, Math.max(0, count - 10));
      assert.ok(made < 400, String(made));
    }
  });
});
