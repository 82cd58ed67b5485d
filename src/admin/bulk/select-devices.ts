/** The devices that a change of many is about. */
import { isPlainObject, type PlainValue } from '../../base/plain.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import { type ConfigSnapshot, DEFAULT_KEY, ownMapping } from '../../domain/mapping.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { parseSelector, type Selectable, selecting } from '../../domain/selector.ts';
import type { Registry } from '../../store/registry.ts';
import { writtenKey } from '../create-device.ts';
import { type DeviceKey, type FoundDevice, lookUpDevice, parseDeviceKey } from '../find-device.ts';
import type { BulkProblem } from './bulk-answer.ts';

/** A device, and the key that an entry for it would have. */
export interface SelectedDevice extends FoundDevice {
  readonly key: string;
  /** As the request names it. */
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
export function selectDevices(
  select: PlainValue,
  fleet: Fleet,
): Result<readonly SelectedDevice[], readonly BulkProblem[]> {
  if (!isPlainObject(select)) return ok([]);
  if (Array.isArray(select['keys'])) return byKeys(select['keys'] as readonly string[], fleet);
  const all = allDevices(fleet);
  if (select['all'] === true) return ok(all);
  const selector = parseSelector(select['match'] ?? null);
  if (selector.ok) return ok(all.filter((device) => selecting(selectable(device, fleet))(selector.value)));
  return err(
    selector.error.map(({ path, message }) => bulkProblem(['select.match', ...path].join('.'), message)),
  );
}

function byKeys(
  keys: readonly string[],
  { config, registry }: Fleet,
): Result<readonly SelectedDevice[], readonly BulkProblem[]> {
  const found = new Map<string, SelectedDevice>();
  const problems: BulkProblem[] = [];
  for (const text of keys) {
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

function allDevices({ config, registry }: Fleet): readonly SelectedDevice[] {
  const entries = [...config.devices].filter(([key]) => key !== DEFAULT_KEY);
  const known = entries.map(([normal, mapping]): SelectedDevice => {
    const id = parseDeviceId(normal);
    const record = id === null ? registry.byRegistrationCode(normal) : registry.get(id);
    return { mapping, record, key: mapping.key, asked: null };
  });
  const waiting = registry
    .list()
    .filter(({ id, registrationCode }) => ownMapping(config, id, registrationCode) === null)
    .map((record): SelectedDevice => ({ mapping: null, record, key: record.id, asked: null }));
  return [...known, ...waiting];
}

function selectable({ mapping, record, key }: SelectedDevice, { config }: Fleet): Selectable {
  const report = record?.report ?? NO_REPORT;
  return {
    tags: mapping?.tags ?? [],
    model: report.model,
    board: report.board,
    firmwareVersion: report.firmwareVersion,
    address: record?.address ?? null,
    id: record?.id ?? parseDeviceId(key),
    code: record?.registrationCode ?? codeOfKey(key),
    panel: () => mapping?.panel ?? settleDisplay(config, mapping ?? {}, report).panel?.name ?? null,
  };
}

function codeOfKey(text: string): string | null {
  const key = parseDeviceKey(text);
  return key?.kind === 'code' ? key.code : null;
}
