/** The values that devices send, each a row of a table. */

/** A value that devices send. Its row is all that it takes to keep it, to show it to admins and to hand it to screens. */
export interface ReportField {
  /** In lower case. */
  readonly header: string;
  /** Name in the admin API and in the `device` table of scripts and templates. */
  readonly name: string;
  readonly kind: ReportKind;
  /** Range of a number. */
  readonly min?: number;
  readonly max?: number;
  /** The number by which a device says that it does not know the value: what it said of it before does not hold either. */
  readonly unknown?: number;
  /** Whether the admin API shows it. */
  readonly isListed: boolean;
}

export type ReportKind = 'text' | 'number' | 'integer' | 'flag' | 'sensors';

export type ReportFields = Readonly<Record<string, ReportField>>;

/** Values that say what the device is. */
export const TRAITS = {
  model: { header: 'model', name: 'model', kind: 'text', isListed: true },
  board: { header: 'board', name: 'board', kind: 'text', isListed: false },
  firmwareVersion: { header: 'fw-version', name: 'firmware_version', kind: 'text', isListed: true },
  firmwareCommit: { header: 'fw-commit', name: 'firmware_commit', kind: 'text', isListed: true },
} as const satisfies ReportFields;

/** Values that may differ with each call. */
export const READINGS = {
  batteryVoltage: {
    header: 'battery-voltage',
    name: 'battery_voltage',
    kind: 'number',
    min: 0,
    max: 100,
    isListed: true,
  },
  percentCharged: {
    header: 'percent-charged',
    name: 'percent_charged',
    kind: 'number',
    min: 0,
    max: 100,
    unknown: -1,
    isListed: true,
  },
  rssi: { header: 'rssi', name: 'rssi', kind: 'integer', min: -200, max: 100, isListed: true },
  wifiBand: { header: 'wifi-band', name: 'wifi_band', kind: 'text', isListed: true },
  updateSource: { header: 'update-source', name: 'update_source', kind: 'text', isListed: true },
  /** The time that it was awake before, in ms. */
  wakeTimeMs: {
    header: 'wake-time',
    name: 'wake_time_ms',
    kind: 'integer',
    min: 0,
    max: 86_400_000,
    isListed: true,
  },
  imageCached: { header: 'image-cached', name: 'image_cached', kind: 'flag', isListed: true },
  usbConnected: { header: 'usb-connected', name: 'usb_connected', kind: 'flag', isListed: true },
  batteryCharging: { header: 'battery-charging', name: 'battery_charging', kind: 'flag', isListed: true },
  batteryCount: {
    header: 'battery-count',
    name: 'battery_count',
    kind: 'integer',
    min: 0,
    max: 16,
    unknown: -1,
    isListed: true,
  },
  /** In per cent of what it held when it was new. */
  batteryHealth: {
    header: 'battery-health',
    name: 'battery_health',
    kind: 'integer',
    min: 0,
    max: 100,
    unknown: -1,
    isListed: true,
  },
  /** In mA. */
  batteryCurrent: {
    header: 'battery-current',
    name: 'battery_current',
    kind: 'integer',
    min: -100_000,
    max: 100_000,
    unknown: -1,
    isListed: true,
  },
  /** In degrees Celsius. */
  batteryTemp: {
    header: 'battery-temp',
    name: 'battery_temp',
    kind: 'integer',
    min: -60,
    max: 150,
    unknown: -1,
    isListed: true,
  },
  /** What is left, and what it holds when it is full, in mAh: `1200/2000`. */
  batteryCapacity: { header: 'battery-capacity', name: 'battery_capacity', kind: 'text', isListed: true },
  /** `true` after a double click on devices of TRMNL; other clients name the function. */
  specialFunction: {
    header: 'special_function',
    name: 'special_function',
    kind: 'text',
    isListed: false,
  },
  /** Kept as the device wrote it; screens and admins get a list. */
  sensors: { header: 'sensors', name: 'sensors', kind: 'sensors', isListed: true },
} as const satisfies ReportFields;
