/** All devices of a server as lists of the fleet look at them: entries of the config and records, brought together. */

import { batteryPercent } from '../../domain/battery.ts';
import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { FirmwareCensus } from '../../domain/firmware-census.ts';
import { conditionsOf, type FleetCondition } from '../../domain/fleet-state.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import { DEFAULT_KEY, type Mapping, type MappingEntry, type ResolvedMapping } from '../../domain/mapping.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { groupsOf, type Mapped, resolveEntry, unseenDevice } from '../../domain/resolve-mapping.ts';
import { hasNoScreen } from '../../domain/without-screen.ts';
import { screenNow } from '../../engine/contents/scheduled-contents.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';

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
  readonly own: MappingEntry | null;
  readonly record: DeviceRecord | null;
  readonly batteryPercent: number | null;
  readonly #moment: FleetMoment;
  #conditions: readonly FleetCondition[] | null = null;
  #resolved: { readonly found: ResolvedMapping | null } | null = null;

  constructor(normalKey: string, own: MappingEntry | null, record: DeviceRecord | null, moment: FleetMoment) {
    this.normalKey = normalKey;
    this.own = own;
    this.record = record;
    this.batteryPercent = record === null ? null : batteryPercent(record.report);
    this.#moment = moment;
  }

  /** The key of its entry in the config; the MAC address of a device without one. */
  get key(): string {
    return this.own?.key ?? this.normalKey;
  }

  get mac(): DeviceId | null {
    return this.record?.id ?? parseDeviceId(this.normalKey);
  }

  /** What it shows, by its entry, groups and default. */
  get mapping(): Mapping | null {
    return this.#resolve()?.mapping ?? null;
  }

  /** What it is to show now, by its mapping and the schedule of that. */
  get screen(): string | null {
    const { mapping } = this;
    return mapping === null ? null : screenNow(mapping, this.#moment.nowMs);
  }

  /** True where its entry, or a group with a screen, has taken it in. */
  get isRegistered(): boolean {
    return this.own !== null || this.#resolve()?.own === true;
  }

  /** True for a device whose word counts, as anybody may say anything of a device that nobody knows. */
  get isKnown(): boolean {
    return this.own !== null || isKnownParty(this.#resolve()?.party ?? 'stranger');
  }

  /** Names of the groups that select it. */
  get groups(): readonly string[] {
    return groupsOf(this.#moment.config, this.#mapped, this.own).map(({ name }) => name);
  }

  get conditions(): readonly FleetCondition[] {
    this.#conditions ??= conditionsOf({
      isRegistered: this.isRegistered,
      hasNoScreen: this.#hasNoScreen,
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

  /** Devices with a screen are most, and looked up already. */
  get #hasNoScreen(): boolean {
    return this.mapping === null && hasNoScreen(this.#moment.config, this.record, this.own);
  }

  get #mapped(): Mapped {
    return this.record ?? unseenDevice(this.normalKey);
  }

  /** Looked up once, and only for those of which it is asked. */
  #resolve(): ResolvedMapping | null {
    this.#resolved ??= { found: resolveEntry(this.#moment.config, this.#mapped, this.own) };
    return this.#resolved.found;
  }
}

/** The device of a record. */
export function fleetDeviceOf(record: DeviceRecord, moment: FleetMoment): FleetDevice {
  const own = ownMapping(moment.config, record.id, record.registrationCode);
  const key = own === null ? record.id : (normalDeviceKey(own.key) ?? own.key);
  return new FleetDevice(key, own, record, moment);
}

/**
 * All devices: entries of the config in the order of the file, then records without one. Null where there is none to tell of
 * yet, while records and entries are brought together. Each step looks at one device, which takes a millisecond where
 * hundreds of groups have patterns: who goes through all looks at the clock each time.
 */
export function* fleetDevices(
  registry: Registry,
  config: ConfigSnapshot,
  nowMs: number,
): Generator<FleetDevice | null> {
  const ids = registry.ids();
  const firmware = new FirmwareCensus();
  const moment = { config, firmware, nowMs };
  /** The device seen last, where several have the same code. */
  const called = new Map<MappingEntry, DeviceId>();
  const others: DeviceId[] = [];
  // Ids are kept, not records: most of these are made when they are asked for, and let go.
  const take = (id: DeviceId): void => {
    const record = registry.peek(id);
    if (record === null) return;
    const own = ownMapping(config, record.id, record.registrationCode);
    if (own === null) others.push(id);
    else called.set(own, id);
    const device = own === null ? new FleetDevice(record.id, null, record, moment) : null;
    // A stranger may say anything of itself.
    if (device?.isKnown ?? true) firmware.add(record.report);
  };
  for (const id of ids) {
    take(id);
    yield null;
  }
  for (const [key, own] of config.devices) {
    if (key === DEFAULT_KEY) continue;
    const id = called.get(own);
    yield new FleetDevice(key, own, id === undefined ? null : registry.peek(id), moment);
  }
  for (const id of others) {
    const record = registry.peek(id);
    yield record === null ? null : new FleetDevice(id, null, record, moment);
  }
}
