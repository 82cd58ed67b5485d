/** How full a battery is, where a device says only its voltage; and the rule that a schedule has for it. */
import type { DeviceReport } from '../report.ts';
import type { BatteryRule, Schedule } from './schedule.ts';

/** Volts of a lithium cell at rest, and per cent: a straight line between two points is right to some 5 per cent. */
const CURVE: readonly (readonly [number, number])[] = [
  [3.3, 0],
  [3.6, 5],
  [3.7, 12],
  [3.75, 25],
  [3.8, 40],
  [3.85, 55],
  [3.95, 70],
  [4.05, 82],
  [4.15, 95],
  [4.2, 100],
];

/** Per cent; null where the device says nothing of its battery. */
export function batteryPercent({
  batteryVoltage,
  percentCharged,
}: Pick<DeviceReport, 'batteryVoltage' | 'percentCharged'>): number | null {
  if (percentCharged !== null) return percentCharged;
  // Boards without a battery measure next to nothing.
  if (batteryVoltage === null || batteryVoltage < 2) return null;
  const at = CURVE.findIndex(([volts]) => batteryVoltage < volts);
  const [before, behind] = [CURVE[at - 1], CURVE[at]];
  if (behind === undefined) return 100;
  if (before === undefined) return 0;
  const share = (batteryVoltage - before[0]) / (behind[0] - before[0]);
  return Math.round(before[1] + share * (behind[1] - before[1]));
}

/** The rule for the battery of a device; null where none holds. */
export function batteryRule(
  { battery }: Pick<Schedule, 'battery'>,
  report: Pick<DeviceReport, 'batteryVoltage' | 'percentCharged'>,
): BatteryRule | null {
  if (battery.length === 0) return null;
  const percent = batteryPercent(report);
  return percent === null ? null : (battery.find(({ below }) => percent < below) ?? null);
}
