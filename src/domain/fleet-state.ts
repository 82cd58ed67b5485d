/** What is the matter with a device: the conditions that operators look for, and the thresholds of all of them. */
import type { FirmwareCensus } from './firmware-census.ts';
import { lateFromMs } from './polls.ts';
import type { DeviceReport } from './report.ts';

/** Below it a cell has some days to weeks left, at the steep end of its curve: time to charge it on the next round. */
export const LOW_BATTERY_PERCENT = 20;
/** Below it boards of this kind lose a fetch now and then, and each further try costs battery. */
export const WEAK_SIGNAL_DBM = -80;

/** The most urgent first: the first one that holds is the state of a device. */
export const CONDITIONS = [
  'pending',
  'no_screen',
  'never',
  'failing',
  'late',
  'low_battery',
  'weak_signal',
  'stale_firmware',
] as const;
export type FleetCondition = (typeof CONDITIONS)[number];

/** `ok`: nothing is the matter. A device that sleeps until its next call is ok. */
export const FLEET_STATES = ['ok', ...CONDITIONS] as const;
export type FleetState = (typeof FLEET_STATES)[number];

/** What the conditions of a device that has called are read from. */
export interface Seen {
  readonly report: Pick<DeviceReport, 'model' | 'firmwareVersion' | 'rssi'>;
  readonly toldRefreshSeconds: number | null;
  readonly lastSeenMs: number;
  readonly failing: object | null;
}

export interface ConditionSources {
  /** True where the config has an entry for it. */
  readonly isRegistered: boolean;
  /** True where nobody gives it a screen. */
  readonly hasNoScreen: boolean;
  /** Null for one that never called. */
  readonly seen: Seen | null;
  readonly batteryPercent: number | null;
  readonly firmware: Pick<FirmwareCensus, 'isStale'>;
  readonly nowMs: number;
}

/** All conditions that hold, the most urgent first. */
export function conditionsOf(sources: ConditionSources): readonly FleetCondition[] {
  const { isRegistered, hasNoScreen, seen, batteryPercent, firmware, nowMs } = sources;
  if (seen === null) return hasNoScreen ? ['no_screen', 'never'] : ['never'];
  const { report, failing } = seen;
  const conditions: FleetCondition[] = [];
  if (!isRegistered) conditions.push('pending');
  if (hasNoScreen) conditions.push('no_screen');
  if (failing !== null) conditions.push('failing');
  if (isLate(seen, nowMs)) conditions.push('late');
  if (isLowBattery(batteryPercent)) conditions.push('low_battery');
  if (isWeak(report.rssi)) conditions.push('weak_signal');
  if (firmware.isStale(report)) conditions.push('stale_firmware');
  return conditions;
}

function isLate({ toldRefreshSeconds, lastSeenMs }: Seen, nowMs: number): boolean {
  const fromMs = lateFromMs(toldRefreshSeconds, lastSeenMs);
  return fromMs !== null && nowMs > fromMs;
}

/** True for a charge that is known to be low. */
export function isLowBattery(percent: number | null): boolean {
  return percent !== null && percent < LOW_BATTERY_PERCENT;
}

/** Clients that do not know their signal say 0. */
export function isWeak(rssi: number | null): boolean {
  return rssi !== null && rssi < WEAK_SIGNAL_DBM;
}
