/** The devices that a change of many is about. */

import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { DEFAULT_KEY } from '../../domain/mapping.ts';
import { selectableDevice, unseenDevice } from '../../domain/resolve-mapping.ts';
import { selecting } from '../../domain/selecting.ts';
import { parseSelector, type Selector } from '../../domain/selector.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { inTurns, type LongWork, type Slices } from '../../platform/base/turns.ts';
import {
  type DeviceKey,
  type FoundDevice,
  lookUpDevice,
  parseDeviceKey,
  recordOfEntry,
} from '../devices/find-device.ts';
import { writtenKey } from '../devices/write-device.ts';
import type { BulkProblem } from './bulk-answer.ts';

/** A device, and the key that an entry for it would have. */
export interface SelectedDevice extends FoundDevice {
  readonly key: string;
  /** The key by which the request names it. */
  readonly asked: DeviceKey | null;
}

interface Fleet {
  readonly config: ConfigSnapshot;
  readonly registry: Registry;
}

/** A problem that concerns the request as a whole. */
export function bulkProblem(field: string, message: string, device: string | null = null): BulkProblem {
  return { device, line: null, field, message: `${field}: ${message}` };
}

/**
 * The devices of a `select`, each once: entries in the order of the config, then devices without one.
 * @returns else every problem
 */
export async function selectDevices(
  select: PlainValue,
  fleet: Fleet,
  turns: LongWork,
): Promise<Result<readonly SelectedDevice[], readonly BulkProblem[]>> {
  if (!isPlainObject(select)) return ok([]);
  if (Array.isArray(select['keys']))
    return inTurns(turns, byKeys(select['keys'] as readonly string[], fleet));
  const all = await inTurns(turns, allDevices(fleet));
  if (select['all'] === true) return ok(all);
  const selector = parseSelector(select['match'] ?? null);
  if (selector.ok) {
    const selected: SelectedDevice[] = [];
    for (const device of all) {
      if (turns.isOver) await turns.next();
      if (isSelected(device, fleet, selector.value)) selected.push(device);
    }
    return ok(selected);
  }
  return err(
    selector.error.map(({ path, message }) => bulkProblem(['select.match', ...path].join('.'), message)),
  );
}

function* byKeys(
  keys: readonly string[],
  { config, registry }: Fleet,
): Slices<Result<readonly SelectedDevice[], readonly BulkProblem[]>> {
  const found = new Map<string, SelectedDevice>();
  const problems: BulkProblem[] = [];
  for (const text of keys) {
    yield;
    const asked = parseDeviceKey(text);
    if (asked === null) {
      const got = JSON.stringify(text);
      const message = `expected MAC addresses and registration codes, got ${got}`;
      problems.push(bulkProblem('select.keys', message, text));
      continue;
    }
    const known = lookUpDevice(config, registry, asked) ?? { mapping: null, record: null };
    // One device may be named twice, by its address and by its code.
    const key = known.mapping?.key ?? known.record?.id ?? writtenKey(asked, text);
    found.set(key, { ...known, key: known.mapping?.key ?? writtenKey(asked, text), asked });
  }
  return problems.length > 0 ? err(problems) : ok([...found.values()]);
}

function* allDevices({ config, registry }: Fleet): Slices<readonly SelectedDevice[]> {
  const known: SelectedDevice[] = [];
  for (const [normal, mapping] of config.devices) {
    if (normal === DEFAULT_KEY) continue;
    known.push({ mapping, record: recordOfEntry(registry, normal), key: mapping.key, asked: null });
    yield;
  }
  for (const record of registry.each()) {
    const isWaiting = ownMapping(config, record.id, record.registrationCode) === null;
    if (isWaiting) known.push({ mapping: null, record, key: record.id, asked: null });
    yield;
  }
  return known;
}

function isSelected(
  { mapping, record, key }: SelectedDevice,
  { config }: Fleet,
  selector: Selector,
): boolean {
  const device = record ?? unseenDevice(key);
  return selecting(selectableDevice(config.panels, device, mapping))(selector);
}
