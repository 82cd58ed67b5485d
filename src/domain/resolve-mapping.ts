/** What a device shows, and how: from its own entry, the groups that select it, and the default. */

import type { DeviceParty } from '../platform/base/party-shares.ts';
import { defined, type PlainObject } from '../platform/base/plain.ts';
import { type ConfigSnapshot, defaultMapping, mappingByCode } from './config-snapshot.ts';
import { type DeviceId, parseDeviceId } from './device-id.ts';
import { GROUP_LIMITS } from './group-limits.ts';
import {
  DEFAULT_KEY,
  type Group,
  hasScreen,
  type Mapping,
  type MappingEntry,
  type MappingSettings,
  type ResolvedMapping,
} from './mapping.ts';
import { matchPanel } from './panel-match.ts';
import { parseRegistrationCode } from './registration-code.ts';
import { type DeviceReport, NO_REPORT } from './report.ts';
import { mergeSchedules } from './schedule/merge-schedules.ts';
import { selecting } from './selecting.ts';
import type { Selectable } from './selector.ts';
import { settingsOn } from './settings.ts';
import { deviceParty, isEstablished, type TokenUse } from './standing.ts';
import { mergeTuning } from './tuning.ts';

/** A device, as far as its mapping depends on it. Without a word of its calls it has never called. */
export interface Mapped extends Partial<TokenUse> {
  readonly id: DeviceId | null;
  readonly registrationCode: string | null;
  readonly report: Pick<DeviceReport, 'model' | 'board' | 'firmwareVersion' | 'userAgent' | 'size'>;
  /** The network address of its last call. */
  readonly address: string | null;
}

type MappingConfig = Pick<ConfigSnapshot, 'devices' | 'groups' | 'panels' | 'defaultScreen'>;

/** Something that says what a device shows. */
export interface MappingLayer {
  /** Its place in the config. */
  readonly from: string;
  readonly settings: MappingSettings & Pick<MappingEntry, 'screen'>;
}

/**
 * The mapping of a device: each setting from its own entry, else from the first group that selects it and has it. Where
 * none of them names a screen, `DEFAULT` does, with its settings, or the default screen. Null when there is none. Equal
 * mappings are the same object, until the entries of the config change that they are made of.
 */
export function resolveMapping(config: MappingConfig, device: Mapped): ResolvedMapping | null {
  return resolveEntry(config, device, entryOf(config, device));
}

/** The same of a device whose entry is known, or is none. */
export function resolveEntry(
  config: MappingConfig,
  device: Mapped,
  entry: MappingEntry | null,
): ResolvedMapping | null {
  const groups = groupsOf(config, device, entry);
  const party = deviceParty(entry !== null, groups.length > 0, useOf(device));
  if (groups.length === 0 && entry !== null && hasScreen(entry)) return { mapping: entry, own: true, party };
  const own = entry?.screen != null || groups.some(({ screen }) => screen !== null);
  const fallback = own ? null : defaultMapping(config);
  if (!own && fallback === null) return null;
  if (entry === null && groups.length === 0 && fallback !== null) return { mapping: fallback, own, party };
  return { mapping: cachedMerge(config.groups, entry, groups, fallback), own, party };
}

/** The groups that select a device, in the order of the config. */
export function groupsOf(
  { groups, panels }: Pick<ConfigSnapshot, 'groups' | 'panels'>,
  device: Mapped,
  entry: MappingEntry | null,
): readonly Group[] {
  if (groups.length === 0) return NO_GROUPS;
  const isSelected = selecting(selectableDevice(panels, device, entry));
  const isAdopted = entry !== null || isEstablished(useOf(device));
  const selected = groups.filter(
    ({ match, adoptedOnly }) => (isAdopted || !adoptedOnly) && isSelected(match),
  );
  return selected.length === 0 ? NO_GROUPS : selected;
}

/** The groups that would select a device if it were adopted. */
export function groupsWaiting(
  config: Pick<ConfigSnapshot, 'groups' | 'panels'>,
  device: Mapped,
  entry: MappingEntry | null,
): readonly Group[] {
  if (entry !== null || isEstablished(useOf(device))) return NO_GROUPS;
  const isSelected = selecting(selectableDevice(config.panels, device, entry));
  return config.groups.filter(({ match, adoptedOnly }) => adoptedOnly && isSelected(match));
}

/** The party of a device, be there something for it to show or not. */
export function partyOf(config: MappingConfig, device: Mapped): DeviceParty {
  const entry = entryOf(config, device);
  return deviceParty(
    entry !== null,
    entry === null && groupsOf(config, device, entry).length > 0,
    useOf(device),
  );
}

function useOf({ firstUsedMs = null, lastUsedMs = null }: Mapped): TokenUse {
  return { firstUsedMs, lastUsedMs };
}

/** A device as selectors look at it. */
export function selectableDevice(
  panels: ConfigSnapshot['panels'],
  { id, registrationCode, report, address }: Mapped,
  entry: MappingEntry | null,
): Selectable {
  // No spread, which takes as long as all groups together: each call of a device comes here.
  return {
    model: report.model,
    board: report.board,
    firmwareVersion: report.firmwareVersion,
    address,
    id,
    tags: entry?.tags ?? NO_TAGS,
    code: registrationCode,
    panel: () => entry?.panel ?? matchPanel(panels, report)?.name ?? null,
  };
}

const NO_GROUPS: readonly Group[] = [];
const NO_TAGS: readonly string[] = [];

/** What says something of a device, the strongest first. */
export function mappingLayers(
  config: MappingConfig,
  device: Mapped,
  entry: MappingEntry | null,
): readonly MappingLayer[] {
  const groups = groupsOf(config, device, entry);
  const own = [
    ...(entry === null ? [] : [{ from: `devices.${entry.key}`, settings: entry }]),
    ...groups.map((group) => ({ from: `groups.${group.name}`, settings: group })),
  ];
  const fallback = own.some(({ settings }) => settings.screen !== null) ? null : defaultMapping(config);
  if (fallback === null) return own;
  const from = config.devices.get(DEFAULT_KEY) === fallback ? `devices.${DEFAULT_KEY}` : 'default_screen';
  return [...own, { from, settings: fallback }];
}

/** What a device is of which nothing is known but the key of its entry. */
export function unseenDevice(key: string): Mapped {
  const id = parseDeviceId(key);
  const registrationCode = id === null ? parseRegistrationCode(key) : null;
  return { id, registrationCode, report: NO_REPORT, address: null };
}

/** Params are for one screen: those of a layer count where it names the screen that is shown, or none. */
export function paramsCount({ screen: named }: Pick<MappingEntry, 'screen'>, shown: string): boolean {
  return named === null || named === shown;
}

/** An entry with this very MAC comes first. A device of which only a code is known is found by that. */
function entryOf(config: MappingConfig, { id, registrationCode }: Mapped): MappingEntry | null {
  return (id === null ? undefined : config.devices.get(id)) ?? mappingByCode(config, registrationCode);
}

/** A mapping, and what it was made of. */
interface Merged {
  readonly all: readonly Group[];
  readonly groups: readonly Group[];
  readonly fallback: Mapping | null;
  readonly mapping: Mapping;
}

/** The last one of each entry, which is that of one device. Entries and groups stay the same objects until they change. */
const ofEntries = new WeakMap<MappingEntry, Merged>();

/** Those of devices without an entry: by the groups of a config, the fallback, and the names of the groups. */
const ofStrangers = new WeakMap<readonly Group[], WeakMap<object, Map<string, Mapping>>>();

const NONE = {};

function cachedMerge(
  all: readonly Group[],
  entry: MappingEntry | null,
  groups: readonly Group[],
  fallback: Mapping | null,
): Mapping {
  if (entry === null) return mergeOfStranger(all, groups, fallback);
  const last = ofEntries.get(entry);
  const isSame = last?.all === all && last.fallback === fallback && last.groups.length === groups.length;
  if (isSame && groups.every((group, n) => group === last.groups[n])) return last.mapping;
  const mapping = merge(entry, groups, fallback);
  ofEntries.set(entry, { all, groups, fallback, mapping });
  return mapping;
}

function mergeOfStranger(all: readonly Group[], groups: readonly Group[], fallback: Mapping | null): Mapping {
  const ofGroups = childOf(ofStrangers, all, () => new WeakMap<object, Map<string, Mapping>>());
  const combinations = childOf(ofGroups, fallback ?? NONE, () => new Map<string, Mapping>());
  const key = groups.map(({ name }) => name).join('\n');
  let mapping = combinations.get(key);
  if (mapping === undefined) {
    if (combinations.size >= GROUP_LIMITS.mappingsPerConfig) combinations.clear();
    mapping = merge(null, groups, fallback);
    combinations.set(key, mapping);
  }
  return mapping;
}

function childOf<Key extends object, Child>(parent: WeakMap<Key, Child>, key: Key, make: () => Child): Child {
  let child = parent.get(key);
  if (child === undefined) {
    child = make();
    parent.set(key, child);
  }
  return child;
}

function merge(entry: MappingEntry | null, groups: readonly Group[], fallback: Mapping | null): Mapping {
  const layers = [entry, ...groups, fallback].filter((layer) => layer !== null);
  const screen = layers.find((layer) => layer.screen !== null)?.screen ?? '';
  // Entries, as an assignment to `__proto__` is none of an own property.
  const params: PlainObject = Object.fromEntries(
    layers
      .filter((layer) => paramsCount(layer, screen))
      .reverse()
      .flatMap((layer) => Object.entries(layer.params)),
  );
  const loose = Object.keys(params).filter((name) => {
    const from = layers.find((layer) => paramsCount(layer, screen) && Object.hasOwn(layer.params, name));
    return from !== entry && from?.screen === null;
  });
  const { name, tags, frameTokens } = entry ?? {};
  const [first] = groups;
  return {
    ...defined({ ...firstOf(layers), name, tags, frameTokens }),
    ...(loose.length === 0 ? {} : { looseParams: loose }),
    key: entry?.key ?? fallback?.key ?? `groups.${first?.name}`,
    screen,
    params,
    tuning: mergeTuning(...layers.map(({ tuning }) => tuning)),
  };
}

/** The properties of settings that come from the strongest layer which has them. */
const WHOLE_FIELDS = settingsOn('group')
  .filter(([, { kind }]) => !['screen', 'params', 'tuning', 'schedule'].includes(kind))
  .map(([, { field }]) => field as keyof MappingSettings);

/** Each of the settings that are taken as a whole, and the schedule. */
function firstOf(layers: readonly MappingLayer['settings'][]): Partial<MappingSettings> {
  const first = WHOLE_FIELDS.map((field) => [
    field,
    layers.find((layer) => layer[field] !== undefined)?.[field],
  ]);
  return defined({ ...Object.fromEntries(first), schedule: mergeSchedules(layers) });
}
