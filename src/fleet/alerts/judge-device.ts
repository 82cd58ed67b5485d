/** Whether a device is as a rule says, of rules that are about single devices. Pure. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { AlertRule, BatteryAlertRule, LateRule, WeakWifiRule } from '../../domain/alert-rule.ts';
import { batteryPercent } from '../../domain/battery.ts';
import { AWAKE_MS } from '../../domain/polls.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { batteryText, lateText, weakText } from './alert-text.ts';
import type { Look } from './look-back.ts';
import { type Outage, watchedMs } from './outages.ts';

export type DeviceRule = LateRule | BatteryAlertRule | WeakWifiRule;

/** What is known of a device at a moment. */
export interface JudgedDevice {
  readonly record: Pick<DeviceRecord, 'lastSeenMs' | 'toldRefreshSeconds' | 'report'>;
  readonly look: Look | null;
  readonly nowMs: number;
  readonly outages: readonly Outage[];
}

/** An alert of a device, without its name. */
export interface DeviceAlert {
  /** Null where nobody knows; then it counts from now on. */
  readonly sinceMs: number | null;
  readonly facts: PlainObject;
  text(name: string): string;
}

/** `keep`: an alert that fires goes on, and none begins: it is in between, or nobody knows. */
export type Judgement = 'clear' | 'keep' | DeviceAlert;

/** A battery has to be so much better before it counts as such: readings go up and down. */
const CLEAR_PERCENT = 5;
const CLEAR_DAYS = 1.25;
/** The same of a signal, in dB. */
const CLEAR_DB = 3;

export function isDeviceRule(rule: AlertRule): rule is DeviceRule {
  return rule.when === 'late' || rule.when === 'battery' || rule.when === 'weak_wifi';
}

export function judgeDevice(rule: DeviceRule, facts: JudgedDevice): Judgement {
  switch (rule.when) {
    case 'late':
      return judgeLate(rule, facts);
    case 'battery':
      return judgeBattery(rule, facts);
    case 'weak_wifi':
      return judgeSignal(rule, facts);
  }
}

/** A device that never called is not late, and one that sleeps as it was told is not, either. */
function judgeLate({ refreshes, atLeastMs }: LateRule, { record, nowMs, outages }: JudgedDevice): Judgement {
  const { lastSeenMs, toldRefreshSeconds } = record;
  if (toldRefreshSeconds === null) return 'clear';
  const patienceMs = Math.max(refreshes * toldRefreshSeconds * 1000, atLeastMs) + AWAKE_MS;
  if (nowMs - lastSeenMs <= patienceMs || watchedMs(lastSeenMs, nowMs, outages) <= patienceMs) return 'clear';
  return {
    sinceMs: lastSeenMs,
    facts: { last_seen: new Date(lastSeenMs).toISOString(), refresh: toldRefreshSeconds },
    text: (name) => lateText(name, lastSeenMs, toldRefreshSeconds),
  };
}

function judgeBattery(
  { below, daysLeft: days }: BatteryAlertRule,
  { record, look }: JudgedDevice,
): Judgement {
  const percent = batteryPercent(record.report);
  if (percent === null) return 'clear';
  const left = days === null ? null : (look?.daysLeft ?? null);
  const isLow = below !== null && percent < below;
  const isShort = days !== null && left !== null && left <= days;
  if (isLow || isShort) {
    return {
      sinceMs: null,
      facts: { percent, days_left: left },
      text: (name) => batteryText(name, percent, left),
    };
  }
  const isNearlyLow = below !== null && percent < below + CLEAR_PERCENT;
  const isNearlyShort = days !== null && (look === null || (left !== null && left <= days * CLEAR_DAYS));
  return isNearlyLow || isNearlyShort ? 'keep' : 'clear';
}

function judgeSignal({ below, forMs }: WeakWifiRule, { look }: JudgedDevice): Judgement {
  const median = look?.signals.get(forMs);
  if (median === undefined) return 'keep';
  if (median === null) return 'clear';
  if (median >= below) return median < below + CLEAR_DB ? 'keep' : 'clear';
  return { sinceMs: null, facts: { rssi: median }, text: (name) => weakText(name, median, forMs) };
}

/** Alerts of one rule that are known one by one. @param rules  how many there are */
export function keptOfRule(rules: number): number {
  return Math.min(ALERT_LIMITS.keptOfRule, Math.floor(ALERT_LIMITS.kept / Math.max(1, rules)));
}
