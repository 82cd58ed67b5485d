/** The headers of a device's calls, as the firmware 1.8.15 sends them. */
import type { VirtualDevice } from '../virtual-device.ts';
import type { Random } from './random.ts';

const FIRMWARE = '1.8.15';
const USER_AGENT = 'ESP32HTTPClient';
const ENCODINGS = 'identity;q=1,chunked;q=0.1,*;q=0';

/**
 * Whether what devices say of themselves changes from call to call. `device`: as it does on real ones. `cold`: each call
 * reports another battery voltage, so that a screen which shows it gives a new picture. `hot`: it never changes, and the
 * picture is fetched on every wake.
 */
export type TelemetryMode = 'device' | 'cold' | 'hot';

/** What a device says of itself at a wake. */
export interface Telemetry {
  readonly battery: string;
  readonly rssi: string;
  readonly wake: 'powercycle' | 'timer';
}

const FULL_VOLTS = 4.2;
const EMPTY_VOLTS = 3.3;
/** A battery lasts for so many wakes. */
const WAKES_A_CHARGE = 9_000;
const RSSI_BEST = -48;
const RSSI_SPREAD = 35;
/** Voltages of the mode `cold`, in thousandths of a volt: as many as a run can need before they repeat. */
const COLD_VOLTAGES = 60_000;

/**
 * The telemetry of a wake.
 * @param serial of the wake in the whole run
 * @param own    of the wake among those of its device
 */
export function telemetryAt(mode: TelemetryMode, serial: number, own: number, random: Random): Telemetry {
  const wake = own === 0 ? 'powercycle' : 'timer';
  if (mode === 'hot') return { battery: '4.01', rssi: '-60', wake };
  const rssi = String(RSSI_BEST - Math.floor(random() * RSSI_SPREAD));
  if (mode === 'cold') return { battery: (1 + (serial % COLD_VOLTAGES) / 1000).toFixed(3), rssi, wake };
  const used = (own % WAKES_A_CHARGE) / WAKES_A_CHARGE;
  return { battery: (FULL_VOLTS - (FULL_VOLTS - EMPTY_VOLTS) * used).toFixed(2), rssi, wake };
}

const COMMON = { 'User-Agent': USER_AGENT, 'Accept-Encoding': ENCODINGS } as const;

export function setupHeaders({ mac, model }: VirtualDevice): Record<string, string> {
  return {
    ...COMMON,
    ID: mac,
    'Content-Type': 'application/json',
    'FW-Version': FIRMWARE,
    Model: model,
  };
}

export function displayHeaders(
  { mac, model, board, widthPx, heightPx }: VirtualDevice,
  token: string,
  refreshSeconds: number,
  { battery, rssi, wake }: Telemetry,
): Record<string, string> {
  return {
    ...COMMON,
    ID: mac,
    'Content-Type': 'application/json',
    'Update-Source': wake,
    'Access-Token': token,
    'Refresh-Rate': String(refreshSeconds),
    'Battery-Voltage': battery,
    'FW-Version': FIRMWARE,
    Model: model,
    ...(board === null ? {} : { Board: board }),
    RSSI: rssi,
    'Temperature-Profile': 'true',
    Width: String(widthPx),
    Height: String(heightPx),
  };
}

export function imageHeaders({ mac }: VirtualDevice, token: string): Record<string, string> {
  return { ...COMMON, ID: mac, 'Access-Token': token };
}

export function logHeaders({ mac }: VirtualDevice, token: string, body: string): Record<string, string> {
  return {
    'User-Agent': USER_AGENT,
    ID: mac,
    Accept: 'application/json, */*',
    'Access-Token': token,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
}

/** A log entry of the firmware. */
export function logBody({ battery, rssi }: Telemetry, serial: number): string {
  return JSON.stringify({
    logs: [
      {
        id: serial,
        message: 'wake finished',
        created_at: 1_800_000_000 + serial,
        device_status_stamp: {
          wifi_rssi_level: Number(rssi),
          battery_voltage: Number(battery),
          current_fw_version: FIRMWARE,
        },
      },
    ],
  });
}
