/** The battery of a device in per cent: what it says, or what its volts mean. */
import type { DeviceReport } from './report.ts';

type Point = readonly [volts: number, percent: number];

/**
 * Volts of a single lithium cell, and the share of its charge that is left. Rounded from what data sheets of lithium polymer
 * cells show at room temperature and low current: steep at both ends, flat between 3.7 and 3.9 V. A radio that is on lowers
 * the volts by some hundredths, so a reading is right to about ten per cent in the flat part, and the last ten are never
 * promised too high.
 */
const CURVE: readonly Point[] = [
  [3.3, 0],
  [3.6, 5],
  [3.7, 12],
  [3.74, 20],
  [3.77, 30],
  [3.8, 40],
  [3.84, 50],
  [3.88, 60],
  [3.94, 70],
  [4.0, 80],
  [4.08, 90],
  [4.18, 100],
];

/** No cell runs a device with less: a board says this that measures nothing. */
const LEAST_VOLTS = 2.5;

/**
 * The charge of a device, a whole number from 0 to 100. What it says in per cent counts; else its volts, by the curve of a
 * lithium cell. Null where it says neither, or volts that no battery has.
 */
export function batteryPercent({
  percentCharged,
  batteryVoltage,
}: Pick<DeviceReport, 'batteryVoltage' | 'percentCharged'>): number | null {
  if (percentCharged !== null) return Math.round(percentCharged);
  if (batteryVoltage === null || batteryVoltage < LEAST_VOLTS) return null;
  return Math.round(onCurve(batteryVoltage));
}

/** On the line between the two points around; the ends of the curve beyond it. Asked for whole fleets. */
function onCurve(volts: number): number {
  let before: Point = [0, 0];
  for (const point of CURVE) {
    if (volts < point[0]) {
      const share = (volts - before[0]) / (point[0] - before[0]);
      return before[1] + share * (point[1] - before[1]);
    }
    before = point;
  }
  return 100;
}
