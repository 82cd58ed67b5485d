/** The displays on which a screen is tried, and their devices. */

import { deviceTable } from '../../domain/device-facts.ts';
import { FOUR_GREYS, type Palette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';
import { NO_REPORT } from '../../domain/report.ts';
import type { PlainObject } from '../../platform/base/plain.ts';

/** A size and its inks. */
export interface Display extends Size {
  readonly palette: Palette;
}

/** Displays that differ in everything that can matter to a screen: shape, size, number and kind of inks. */
export const DISPLAYS: readonly Display[] = [
  { widthPx: 800, heightPx: 480, palette: FOUR_GREYS },
  { widthPx: 480, heightPx: 800, palette: ['#000000', '#ffffff'] },
  { widthPx: 1872, heightPx: 1404, palette: ['#000000', '#444444', '#888888', '#cccccc', '#ffffff'] },
  {
    widthPx: 800,
    heightPx: 480,
    palette: ['#000000', '#ffffff', '#ff0000', '#ffff00', '#0000ff', '#00ff00'],
  },
];

/** `800 x 480 with 4 inks`, as messages name a display. */
export function describeDisplay({ widthPx, heightPx, palette }: Display): string {
  return `${widthPx} x ${heightPx} with ${palette.length} inks`;
}

/** A device in good health that does not exist. Its address is in a range that no vendor uses. */
export const SAMPLE_FACTS = {
  ...NO_REPORT,
  id: '02:00:00:00:00:01',
  name: 'Sample',
  friendlyId: '000000000001',
  registrationCode: null,
  firmwareVersion: '1.8.15',
  batteryVoltage: 4.05,
  percentCharged: 87,
  rssi: -58,
} as const;

/** The `device` table of such a device with a display. */
export function sampleDevice(display: Display): PlainObject {
  const model = display.widthPx > 800 ? 'x' : 'og';
  return deviceTable({ ...SAMPLE_FACTS, registered: true, model }, display);
}
