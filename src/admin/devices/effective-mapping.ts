/** What a device shows by all that the config says of it, and where each value comes from. */
import { z } from 'zod';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { isDefaultKey, type Mapping, type MappingEntry, type ResolvedMapping } from '../../domain/mapping.ts';
import { matchPanel } from '../../domain/panel-match.ts';
import {
  groupsOf,
  groupsWaiting,
  type Mapped,
  type MappingLayer,
  mappingLayers,
  paramsCount,
  resolveEntry,
  unseenDevice,
} from '../../domain/resolve-mapping.ts';
import { mergeSchedules } from '../../domain/schedule/merge-schedules.ts';
import { hasNoScreen, noScreenText } from '../../domain/without-screen.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import { defined } from '../../platform/base/plain.ts';
import { type Concealing, paramsView } from '../sensitive/secret-views.ts';
import { settingsOf } from '../settings/settings-view.ts';
import type { View } from '../view.ts';
import type { FoundDevice, FoundEntry } from './find-device.ts';
import { scheduleView } from './schedule-view.ts';

const valueSchema = z.object({
  value: z.unknown(),
  from: z
    .string()
    .describe(
      'Its place in the config: an entry, a group, `devices.DEFAULT` or `default_screen`; of a panel that nobody names, the `match` that the device fits',
    ),
});

export const EFFECTIVE_EXAMPLE = {
  settings: {
    screen: { value: 'service-builtin/weather', from: 'groups.halls' },
    refresh: { value: 900, from: 'devices.AA:BB:CC:DD:EE:FF' },
  },
  params: { place: { value: 'Berlin', from: 'groups.halls' } },
  party: 'entry' as const,
  groups_waiting: [],
};

export const effectiveSchema = z
  .object({
    settings: z.record(z.string(), valueSchema).describe('By the names that settings have in the config'),
    params: z.record(z.string(), valueSchema),
    party: z
      .enum(['entry', 'adopted', 'stranger'])
      .describe(
        '`adopted` has no entry, is in a group, and has called with one token for longer than a day; a `stranger` gets no sensitive params of groups',
      ),
    groups_waiting: z
      .array(z.string())
      .describe('Names of the groups with `adopted_only` that will select it when it is adopted'),
  })
  .describe('What counts of entry, groups and default, and where each value comes from')
  .meta({ examples: [EFFECTIVE_EXAMPLE] });

type EffectiveView = View<typeof effectiveSchema>;

/** The settings of an entry or a group that it has, by the names that they have in the config. */
export function readEach(
  layer: MappingLayer['settings'],
  concealing: Concealing,
): Readonly<Record<string, unknown>> {
  const each = { ...ownSettings(layer), schedule: scheduleView(layer, concealing) };
  return Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null));
}

/** All settings but the schedule, null where a layer does not say them. */
export function ownSettings(layer: MappingLayer['settings']): Readonly<Record<string, unknown>> {
  return { screen: layer.screen, ...settingsOf(layer) };
}

/** The device as its mapping depends on it. */
function mappedOf({ mapping, record }: FoundDevice): Mapped {
  return record ?? unseenDevice(mapping?.key ?? '');
}

/** What a device shows; null where nobody says it. `DEFAULT` is an entry like others, in no group. */
export function effectiveMapping(config: ConfigSnapshot, found: FoundDevice): ResolvedMapping | null {
  const { mapping } = found;
  if (mapping !== null && isDefaultKey(mapping.key)) {
    // What it shows is shown to whoever asks for it: here an admin.
    return { mapping: mapping as Mapping, own: false, party: 'entry' };
  }
  return resolveEntry(config, mappedOf(found), mapping);
}

/** The names of the groups that select a device. */
export function groupNames(config: ConfigSnapshot, found: FoundDevice): readonly string[] {
  const { mapping } = found;
  if (mapping !== null && isDefaultKey(mapping.key)) return [];
  return groupsOf(config, mappedOf(found), mapping).map(({ name }) => name);
}

/** The names of the groups that would select a device if it were adopted. */
export function namesOfWaiting(config: ConfigSnapshot, found: FoundDevice): string[] {
  return groupsWaiting(config, mappedOf(found), found.mapping).map(({ name }) => name);
}

/**
 * Where each value of a device comes from.
 * @param concealing  hides its secrets
 */
export function effectiveView(
  config: ConfigSnapshot,
  found: FoundDevice,
  concealing: Concealing,
): EffectiveView {
  const layers = layersOf(config, found);
  const screen = layers.find(({ settings }) => settings.screen !== null)?.settings.screen ?? '';
  return {
    settings: { ...settingsInEffect(layers, screen, concealing), ...recognisedPanel(config, found, layers) },
    params: paramsInEffect(layers, screen, concealing),
    party: effectiveMapping(config, found)?.party ?? 'stranger',
    groups_waiting: namesOfWaiting(config, found),
  };
}

/** A value, and where it comes from. */
type Sourced = Readonly<Record<string, { readonly value: unknown; readonly from: string }>>;

function settingsInEffect(layers: readonly MappingLayer[], screen: string, concealing: Concealing): Sourced {
  const found: Record<string, { readonly value: unknown; readonly from: string }> = {};
  for (const { from, settings } of layers) {
    for (const [name, value] of Object.entries(ownSettings(settings))) {
      if (value !== null) found[name] ??= { value, from };
    }
  }
  const schedule = mergeSchedules(layers.map(({ settings }) => settings));
  const scheduled = layers.find(({ settings }) => settings.schedule !== undefined);
  if (scheduled !== undefined && schedule !== undefined) {
    const value = scheduleView({ screen, schedule }, concealing);
    found['schedule'] = { value, from: scheduled.from };
  }
  return found;
}

function paramsInEffect(layers: readonly MappingLayer[], screen: string, concealing: Concealing): Sourced {
  const counted = layers.filter(({ settings }) => paramsCount(settings, screen));
  const params = counted.flatMap(({ from, settings }) =>
    Object.entries(paramsView(settings, screen, concealing) ?? {}).map(
      ([name, value]) => [name, { value, from }] as const,
    ),
  );
  // The strongest comes first, and of equal names the last one stays.
  return Object.fromEntries(params.reverse());
}

/** The panel that a device has by what it says, where nobody names one. */
function recognisedPanel(
  { panels }: ConfigSnapshot,
  { record }: FoundDevice,
  layers: readonly MappingLayer[],
): Sourced {
  const isNamed = layers.some(({ settings }) => settings.panel !== undefined);
  const panel = isNamed || record === null ? null : matchPanel(panels, record.report);
  return panel === null ? {} : { panel: { value: panel.name, from: `panels.${panel.name}.match` } };
}

function layersOf(config: ConfigSnapshot, found: FoundDevice): readonly MappingLayer[] {
  const entry: MappingEntry | null = found.mapping;
  if (entry !== null && isDefaultKey(entry.key)) return [{ from: `devices.${entry.key}`, settings: entry }];
  return mappingLayers(config, mappedOf(found), entry);
}

/** What of an entry decides which groups select it, beside its key. */
export type SelectedBy = Pick<MappingEntry, 'tags' | 'panel'>;

/** Makes a function that says why nobody gives a screen to an entry without one; null where somebody does, or may. */
export function screenMissing(
  config: ConfigSnapshot,
  key: string,
  record: DeviceRecord | null,
): (entry: SelectedBy) => string | null {
  return ({ tags, panel }) => {
    const entry = { key, screen: null, params: {}, tuning: {}, ...defined({ tags, panel }) };
    return hasNoScreen(config, record, entry) ? noScreenText(config, entry) : null;
  };
}

/** The screen that a device shows if its entry has other tags: its own, or that of its groups or the default. */
export function screenByTags(
  config: ConfigSnapshot,
  found: FoundEntry,
): (tags: readonly string[]) => string | null {
  const { mapping, record } = found;
  return (tags) =>
    effectiveMapping(config, { mapping: { ...mapping, tags }, record })?.mapping.screen ?? null;
}
