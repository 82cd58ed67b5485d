/** The displays that a screen is tried on, and the device behind each. */
import type { PlainObject } from '../base/plain.ts';
import { deviceTable } from '../domain/device-facts.ts';
import { FOUR_GREYS, type Palette } from '../domain/palette.ts';
import type { Size } from '../domain/panel.ts';
import { NO_REPORT } from '../domain/report.ts';

/** A size and its inks. */
export interface Display extends Size {
  readonly palette: Palette;
}

/** They differ in all that a screen can go wrong with: shape, size, and number and kind of inks. */
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

/** A device that nobody owns, in good health. Its address is one that no vendor gives to a device. */
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

/** The `device` table of a display that nobody owns: a known device in good health. */
export function sampleDevice(display: Display): PlainObject {
  const model = display.widthPx > 800 ? 'x' : 'og';
  return deviceTable({ ...SAMPLE_FACTS, registered: true, model }, display);
}
