/** The rule that a schedule has for a battery. */
import { batteryPercent } from '../battery.ts';
import type { DeviceReport } from '../report.ts';
import type { BatterySaving, Schedule } from './schedule.ts';

/** The rule for the battery of a device; null where none holds. */
export function batteryRule(
  { battery }: Pick<Schedule, 'battery'>,
  report: Pick<DeviceReport, 'batteryVoltage' | 'percentCharged'>,
): BatterySaving | null {
  if (battery.length === 0) return null;
  const percent = batteryPercent(report);
  return percent === null ? null : (battery.find(({ below }) => percent < below) ?? null);
}
