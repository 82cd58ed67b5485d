/**
 * Puts changes of what the config gives devices into their trails: by a group, the default, or an edit of the file. The
 * names of the settings, without values.
 */

import { TRAIL_LIMITS } from '../base/trail-limits.ts';
import type { Slices } from '../base/turns.ts';
import { type ConfigSnapshot, ownMapping } from '../domain/mapping.ts';
import { type MappingLayer, mappingLayers, resolveEntry } from '../domain/resolve-mapping.ts';
import type { DeviceRecord } from '../store/device-record.ts';
import type { AdminApi } from './admin-api.ts';
import { ownSettings } from './effective-mapping.ts';
import { MOST_NAMES, NAME_CHARACTERS } from './note-edits.ts';

/** A config that has taken the place of another. */
export interface ConfigSwitch {
  readonly before: ConfigSnapshot;
  readonly after: ConfigSnapshot;
  /** Who has changed it, in a few words. */
  readonly who: string;
  /** False where changes of the entries themselves are noted already. */
  readonly withEntries: boolean;
}

/** Note a change for each device that has called and that is to show something else, or otherwise. */
export function* noteMappings(
  { registry, trail }: Pick<AdminApi, 'registry' | 'trail'>,
  change: ConfigSwitch,
): Slices<void> {
  if (change.before === change.after) return;
  const atMs = Date.now();
  const who = change.who.slice(0, TRAIL_LIMITS.textCharacters);
  for (const record of registry.each()) {
    yield;
    const names = changedFor(record, change);
    if (names.length > 0) trail.note(record.id, { kind: 'config', atMs, who, names });
  }
}

/** Names of what has changed for a device; none where it is to show the same. */
function changedFor(
  record: Readonly<DeviceRecord>,
  { before, after, withEntries }: ConfigSwitch,
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
    if (from === '' && !withEntries) return [];
    return differences(from, were.get(from)?.settings, are.get(from)?.settings);
  });
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
