/**
 * Puts changes of what the config gives devices into their trails: by a group, the default, or an edit of the file. The
 * names of the settings, without values.
 */
import type { ConfigEdit } from '../../config/edit/model.ts';
import { groupOrder } from '../../config/read/group-order.ts';
import { DEVICES, GROUPS } from '../../config/read/keys.ts';
import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { DEFAULT_KEY, isDefaultKey } from '../../domain/mapping.ts';
import { type MappingLayer, mappingLayers, resolveEntry } from '../../domain/resolve-mapping.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import { TRAIL_LIMITS } from '../../fleet/register/trail-limits.ts';
import { isPlainObject } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { ownSettings } from './effective-mapping.ts';
import { recordOfKey } from './find-device.ts';

/** A config that has taken the place of another. */
interface ConfigSwitch {
  readonly before: ConfigSnapshot;
  readonly after: ConfigSnapshot;
  /** Says in a few words who has changed it. */
  readonly who: string;
  /** What was changed, which is noted with the entries; null where nobody knows but that there is another text. */
  readonly edits: readonly ConfigEdit[] | null;
  /** Whether groups stand in another order, which edits do not say. */
  readonly isReordered?: boolean;
}

/** Sections that may say what any device shows. */
const OF_MANY: ReadonlySet<unknown> = new Set(['default_screen', GROUPS, 'panels']);

/** Note a change for each device that has called and that is to show something else, or otherwise. */
export function* noteMappings(
  { registry, trail }: Pick<AdminApi, 'registry' | 'trail'>,
  change: ConfigSwitch,
): Slices<void> {
  if (change.before === change.after) return;
  const atMs = Date.now();
  const who = change.who.slice(0, TRAIL_LIMITS.textCharacters);
  for (const record of concerned(registry, change)) {
    yield;
    const names = changedFor(record, change);
    if (names.length > 0) trail.note(record.id, { kind: 'config', atMs, who, names });
  }
}

/** The devices for which a change may mean something: of edits of single entries these alone, and not the whole fleet. */
function* concerned(
  registry: AdminApi['registry'],
  { edits, isReordered = false }: ConfigSwitch,
): Generator<Readonly<DeviceRecord>> {
  if (edits === null || isReordered || edits.some(isOfMany)) return yield* registry.each();
  const keys = edits.flatMap(({ path: [section, key] }) =>
    section === DEVICES && key !== undefined ? [key] : [],
  );
  for (const key of new Set(keys)) {
    const record = recordOfKey(registry, key);
    if (record !== null) yield record;
  }
}

function isOfMany({ path: [section, key = DEFAULT_KEY] }: ConfigEdit): boolean {
  return OF_MANY.has(section) || (section === DEVICES && isDefaultKey(key));
}

/** Names of what has changed for a device; none where it is to show the same. */
function changedFor(
  record: Readonly<DeviceRecord>,
  { before, after, edits }: ConfigSwitch,
): readonly string[] {
  const [old, now] = [before, after].map((config) => {
    const entry = ownMapping(config, record.id, record.registrationCode);
    return { entry, mapping: resolveEntry(config, record, entry)?.mapping ?? null, config };
  });
  if (old === undefined || now === undefined || old.mapping === now.mapping) return [];
  if (JSON.stringify(old.mapping) === JSON.stringify(now.mapping)) return [];
  const layers = [old, now].map(({ entry, config }) => {
    const own = entry === null ? null : `devices.${entry.key}`;
    return new Map(
      mappingLayers(config, record, entry).map((layer) => [layer.from === own ? '' : layer.from, layer]),
    );
  });
  const [were = NONE, are = NONE] = layers;
  const places = new Set([...were.keys(), ...are.keys()]);
  const names = [...places].flatMap((from) => {
    if (from === '' && edits !== null) return [];
    return differences(from, were.get(from)?.settings, are.get(from)?.settings);
  });
  // Each of its groups says what it said, and another one counts first.
  const isMoved = names.length === 0 && groupOrder(before, after) !== null;
  if (isMoved) return ['the order of the groups'];
  return names.slice(0, MOST_NAMES).map((name) => name.slice(0, NAME_CHARACTERS));
}

const NONE: ReadonlyMap<string, MappingLayer> = new Map();

type Settings = MappingLayer['settings'] | undefined;

/** Names of the settings that differ; of a group that a device has entered or left its place. */
function differences(from: string, old: Settings, now: Settings): readonly string[] {
  if (old === now) return [];
  if (old === undefined || now === undefined) return [from === '' ? 'the whole entry' : from];
  const [were, are] = [namedSettings(old), namedSettings(now)];
  const names = new Set([...Object.keys(were), ...Object.keys(are)]);
  const changed = [...names].filter((name) => JSON.stringify(were[name]) !== JSON.stringify(are[name]));
  return changed.map((name) => (from === '' ? name : `${from}.${name}`));
}

function namedSettings(settings: NonNullable<Settings>): Readonly<Record<string, unknown>> {
  const params = Object.entries(settings.params).map(([name, value]) => [`params.${name}`, value]);
  return { ...ownSettings(settings), schedule: settings.schedule?.written, ...Object.fromEntries(params) };
}

/** Names that are kept at the most, and characters of each. */
const MOST_NAMES = 12;
const NAME_CHARACTERS = 40;

/** Note the edits of a change that was written, for each device whose entry they concern and that has called. */
export function* noteEdits(
  { registry, trail }: Pick<AdminApi, 'registry' | 'trail'>,
  edits: readonly ConfigEdit[],
  who: string,
): Slices<void> {
  const names = yield* namesByDevice(edits);
  const atMs = Date.now();
  for (const [keyText, changed] of names) {
    yield;
    const record = recordOfKey(registry, keyText);
    if (record === null) continue;
    const shown = [...new Set(changed)].slice(0, MOST_NAMES).map((name) => name.slice(0, NAME_CHARACTERS));
    trail.note(record.id, {
      kind: 'config',
      atMs,
      who: who.slice(0, TRAIL_LIMITS.textCharacters),
      names: shown,
    });
  }
}

function* namesByDevice(edits: readonly ConfigEdit[]): Slices<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const edit of edits) {
    const [section, key] = edit.path;
    if (section !== 'devices' || key === undefined) continue;
    const own = names.get(key);
    if (own === undefined) names.set(key, [...namesOf(edit)]);
    else own.push(...namesOf(edit));
    yield;
  }
  return names;
}

/** What an edit sets or removes, as a person would name it; the entry itself where it is removed. */
function namesOf(edit: ConfigEdit): readonly string[] {
  const [, , ...setting] = edit.path;
  if (setting.length > 0) return [setting.join('.')];
  return edit.kind === 'set' && isPlainObject(edit.value) ? Object.keys(edit.value) : ['the whole entry'];
}
