import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Look } from '../../../src/domain/alert-kinds/kind.ts';
import { judge as judgeRule, type RuleAbout } from '../../../src/domain/alert-kinds/kinds.ts';
import type { Outage } from '../../../src/domain/alert-kinds/outages.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { DeviceRecord } from '../../../src/fleet/register/device-record.ts';
import { DAY_MS, deviceRecord, HOUR_MS, MINUTE_MS, NOW } from '../../support/alerts/fleet.ts';
import { accepted } from '../../support/config/read-config.ts';

function ruleOf(text: string): RuleAbout<'device'> {
  const { rules } = accepted(
    `alerts: { webhooks: { ops: { url: "http://a" } }, rules: { r: { ${text}, to: ops } } }\n`,
  ).snapshot.alerts;
  return rules[0] as RuleAbout<'device'>;
}

function judge(
  text: string,
  more: Partial<DeviceRecord>,
  look: Look | null = null,
  outages: readonly Outage[] = [],
): string {
  const record = deviceRecord(1, more);
  const judged = judgeRule(ruleOf(text), { record, look, nowMs: NOW, outages });
  return typeof judged === 'string' ? judged : judged.text('Hall');
}

describe('a device', () => {
  const late = (silentMs: number, refresh: number | null = 900, outages: readonly Outage[] = []): string =>
    judge('when: late', { lastSeenMs: NOW - silentMs, toldRefreshSeconds: refresh }, null, outages);

  it('is late after three refreshes, and not before half an hour', () => {
    assert.equal(late(46 * MINUTE_MS), 'clear');
    assert.match(
      late(47 * MINUTE_MS),
      /^Hall has not called since 2026-02-21 \d\d:\d\d \(it was told to call after 15 minutes\)$/,
    );
    assert.equal(late(30 * MINUTE_MS, 60), 'clear');
    assert.notEqual(late(32 * MINUTE_MS, 60), 'clear');
  });

  it('is not late while it sleeps as it was told, or if it was never told', () => {
    assert.equal(late(2 * DAY_MS, 86_400), 'clear');
    assert.notEqual(late(3 * DAY_MS + 2 * MINUTE_MS, 86_400), 'clear');
    assert.equal(late(300 * DAY_MS, null), 'clear');
  });

  it('is not late for the time in which no server ran', () => {
    const night: Outage = [NOW - 9 * HOUR_MS, NOW - 10 * MINUTE_MS];
    assert.equal(late(9 * HOUR_MS, 900, [night]), 'clear');
    assert.notEqual(late(10 * HOUR_MS, 900, [night]), 'clear');
    assert.equal(late(46 * MINUTE_MS, 900, [[0, 5]]), 'clear');
  });

  const battery = (text: string, percent: number | null, look: Look | null = null): string =>
    judge(`when: battery, ${text}`, { report: { ...NO_REPORT, percentCharged: percent } }, look);
  const left = (days: number | null): Look => ({ atMs: NOW, daysLeft: days, signals: new Map() });

  it('has a low battery below a share, until it is clearly above', () => {
    assert.equal(battery('below: 15', 14), 'Hall: battery at 14 %');
    assert.deepEqual([battery('below: 15', 15), battery('below: 15', 19)], ['keep', 'keep']);
    assert.equal(battery('below: 15', 20), 'clear');
    assert.equal(battery('below: 15', null), 'clear');
  });

  it('has a low battery when there are few days left', () => {
    assert.equal(battery('days_left: 14', 40, left(9)), 'Hall: battery at 40 %, about 9 days left');
    assert.match(battery('days_left: 14', 2, left(1)), /about 1 day left/);
    assert.equal(battery('days_left: 14', 40, left(16)), 'keep');
    assert.equal(battery('days_left: 14', 40, left(30)), 'clear');
    assert.equal(battery('days_left: 14', 40, left(null)), 'clear');
    assert.equal(battery('days_left: 14', 40), 'keep');
  });

  it('has a weak signal in the median, until it is clearly stronger', () => {
    const signal = (median: number | null | undefined): string =>
      judge(
        'when: weak_wifi, below: -80, for: 12h',
        {},
        {
          ...left(null),
          signals: new Map(median === undefined ? [] : [[12 * HOUR_MS, median]]),
        },
      );
    assert.equal(signal(-84), 'Hall: weak Wi-Fi, -84 dBm in the median of 12 hours');
    assert.deepEqual([signal(-80), signal(-78), signal(-77)], ['keep', 'keep', 'clear']);
    assert.deepEqual([signal(null), signal(undefined)], ['clear', 'keep']);
  });
});
