/** How often a device that runs on its battery may be woken at most. */
import { LIMITS } from '../platform/base/limits.ts';
import type { DeviceReport } from './report.ts';

type Power = Pick<DeviceReport, 'batteryVoltage' | 'percentCharged' | 'batteryCharging' | 'usbConnected'>;

/** A full battery hangs on a charger, or has less by the next call; Linux clients without any say 100, too. */
const FULL_PERCENT = 100;

/** Whether a device runs on its battery, as far as it says. One that says nothing of a battery has none. */
function isOnBattery({ batteryVoltage, percentCharged, batteryCharging, usbConnected }: Power): boolean {
  if (batteryCharging === true || usbConnected === true) return false;
  if (percentCharged !== null) return percentCharged < FULL_PERCENT;
  return batteryVoltage !== null;
}

/** The seconds that a device is told to sleep: what is wanted, raised where that would empty its battery within days. */
export function sparingRefresh(wantedSeconds: number, report: Power): number {
  if (wantedSeconds >= LIMITS.batteryRefreshMinSeconds || !isOnBattery(report)) return wantedSeconds;
  return LIMITS.batteryRefreshMinSeconds;
}
