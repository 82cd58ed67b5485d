/** All devices of a server as lists of the fleet look at them: entries of the config and records, brought together. */
import { FLEET_LIMITS } from '../../base/fleet-limits.ts';
import { batteryPercent } from '../../domain/battery.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { FirmwareCensus } from '../../domain/firmware-census.ts';
import { type Condition, conditionsOf } from '../../domain/fleet-state.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import {
  type ConfigSnapshot,
  DEFAULT_KEY,
  defaultMapping,
  type Mapping,
  ownMapping,
} from '../../domain/mapping.ts';
import { NO_REPORT } from '../../domain/report.ts';
import type { DeviceRecord, Registry } from '../../store/registry.ts';

/** What all devices of one list have in common. */
export interface FleetMoment {
  readonly config: ConfigSnapshot;
  readonly firmware: FirmwareCensus;
  readonly nowMs: number;
}

/** One device; with an entry of its own, a record, or both. */
export class FleetDevice {
  /** In normal form: no two devices have the same. */
  readonly normalKey: string;
  readonly own: Mapping | null;
  readonly record: DeviceRecord | null;
  readonly batteryPercent: number | null;
  readonly #moment: FleetMoment;
  #conditions: readonly Condition[] | null = null;

  constructor(normalKey: string, own: Mapping | null, record: DeviceRecord | null, moment: FleetMoment) {
    this.normalKey = normalKey;
    this.own = own;
    this.record = record;
    this.batteryPercent = record === null ? null : batteryPercent(record.report);
    this.#moment = moment;
  }

  /** As in the config; the MAC address of a device without an entry. */
  get key(): string {
    return this.own?.key ?? this.normalKey;
  }

  get mac(): DeviceId | null {
    return this.record?.id ?? parseDeviceId(this.normalKey);
  }

  /** What decides what it shows: its own entry, or what all others have. */
  get mapping(): Mapping | null {
    return this.own ?? defaultMapping(this.#moment.config);
  }

  get conditions(): readonly Condition[] {
    this.#conditions ??= conditionsOf({
      isRegistered: this.own !== null,
      seen: this.record,
      batteryPercent: this.batteryPercent,
      firmware: this.#moment.firmware,
      nowMs: this.#moment.nowMs,
    });
    return this.#conditions;
  }

  /** Panel and size as its pictures have them. */
  get display(): { readonly panel: string | null; readonly widthPx: number; readonly heightPx: number } {
    const { panel, widthPx, heightPx } = settleDisplay(
      this.#moment.config,
      this.mapping ?? {},
      this.record?.report ?? NO_REPORT,
    );
    return { panel: panel?.name ?? null, widthPx, heightPx };
  }
}

/** The device of a record. */
export function fleetDeviceOf(record: DeviceRecord, moment: FleetMoment): FleetDevice {
  const own = ownMapping(moment.config, record.id, record.registrationCode);
  const key = own === null ? record.id : (normalDeviceKey(own.key) ?? own.key);
  return new FleetDevice(key, own, record, moment);
}

/**
 * All devices in slices: entries of the config in the order of the file, then records without one. Before that some empty
 * slices, while records and entries are brought together.
 */
export function* fleetSlices(
  registry: Registry,
  config: ConfigSnapshot,
  nowMs: number,
): Generator<readonly FleetDevice[]> {
  const records = registry.list();
  const entries = [...config.devices];
  const firmware = new FirmwareCensus();
  const moment = { config, firmware, nowMs };
  /** Of devices with the same code, the one seen last. */
  const called = new Map<Mapping, DeviceRecord>();
  const others: DeviceRecord[] = [];
  for (const slice of slices(records)) {
    for (const record of slice) {
      const own = ownMapping(config, record.id, record.registrationCode);
      if (own === null) others.push(record);
      else called.set(own, record);
      // A stranger may say anything of itself.
      if (own !== null) firmware.add(record.report);
    }
    yield [];
  }
  for (const slice of slices(entries)) {
    yield slice.flatMap(([key, own]) =>
      key === DEFAULT_KEY ? [] : new FleetDevice(key, own, called.get(own) ?? null, moment),
    );
  }
  for (const slice of slices(others)) {
    yield slice.map((record) => new FleetDevice(record.id, null, record, moment));
  }
}

/** A list in slices that take less than a millisecond each. */
export function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += FLEET_LIMITS.scanSlice) {
    yield list.slice(start, start + FLEET_LIMITS.scanSlice);
  }
}
