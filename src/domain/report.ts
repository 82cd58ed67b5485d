/** What a device says of itself in the headers of a request. Telemetry that does not parse is ignored, never an error. */
import { LIMITS } from '../base/limits.ts';
import type { Size } from './panel.ts';

export interface DeviceReport {
  readonly firmwareVersion: string | null;
  readonly model: string | null;
  readonly board: string | null;
  readonly size: Size | null;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
  readonly rssi: number | null;
  /** The `Colors` header as it came. */
  readonly colors: string | null;
}

/** Read a report. `header` gives the value of a header by its lower-case name. */
export function readReport(header: (name: string) => string | undefined): DeviceReport {
  return {
    firmwareVersion: readText(header('fw-version')),
    model: readText(header('model')),
    board: readText(header('board')),
    // Kindle and KOReader clients send png-width and png-height instead.
    size: readSize(header('width'), header('height')) ?? readSize(header('png-width'), header('png-height')),
    batteryVoltage: readNumber(header('battery-voltage'), 0, 100),
    percentCharged: readNumber(header('percent-charged'), 0, 100),
    rssi: readInteger(header('rssi'), -200, 100),
    colors: readColors(header('colors')),
  };
}

/** Text of a header, without control characters; null when nothing is left or it is no name but a flood. */
function readText(value: string | undefined): string | null {
  if (value === undefined || value.length > 64) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const text = value.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '').trim();
  return text === '' ? null : text;
}

/** Kept for each device: no longer than a palette can be. */
function readColors(value: string | undefined): string | null {
  return value === undefined || value.length > LIMITS.colorsHeaderCharacters ? null : value;
}

function readSize(width: string | undefined, height: string | undefined): Size | null {
  const widthPx = readInteger(width, 1, LIMITS.pictureEdgePx);
  const heightPx = readInteger(height, 1, LIMITS.pictureEdgePx);
  return widthPx === null || heightPx === null ? null : { widthPx, heightPx };
}

function readInteger(value: string | undefined, min: number, max: number): number | null {
  const number = readNumber(value, min, max);
  return number !== null && Number.isInteger(number) ? number : null;
}

function readNumber(value: string | undefined, min: number, max: number): number | null {
  const text = value?.trim() ?? '';
  if (!/^[+-]?\d{1,9}(?:\.\d{1,9})?$/.test(text)) return null;
  const number = Number(text);
  return number >= min && number <= max ? number : null;
}
