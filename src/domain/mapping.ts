/** Mappings: which screen a device shows, and how the config decides it. */
import type { DeviceParty } from '../platform/base/party-shares.ts';
import type { PlainObject, PlainValue } from '../platform/base/plain.ts';
import type { AdminToken } from './admin-token.ts';
import type { AlertSettings } from './alert-rule.ts';
import type { DeviceId } from './device-id.ts';
import type { OnError } from './on-error.ts';
import type { Panel, Size } from './panel.ts';
import type { DataToken } from './pushed-data.ts';
import { shortCode } from './registration-code.ts';
import { screensOf } from './schedule/schedule.ts';
import type { Selector } from './selector.ts';
import type { EntryFields, SharedFields } from './settings.ts';
import type { Tuning } from './tuning.ts';

/** Key of the mapping that serves every device without one of its own. */
export const DEFAULT_KEY = 'DEFAULT';

/** True for that key in any spelling. */
export function isDefaultKey(key: string): boolean {
  return key.trim().toUpperCase() === DEFAULT_KEY;
}

/** What entries of devices and frames, and groups, say of how a screen is shown. */
export interface MappingSettings extends SharedFields {
  readonly params: PlainObject;
  readonly tuning: Tuning;
}

/** An entry under `devices:` or `frames:` as it stands there. */
export interface MappingEntry extends MappingSettings, EntryFields {
  /** The key as it is written in the config. */
  readonly key: string;
  /** Null where groups or `DEFAULT` decide. */
  readonly screen: string | null;
}

/** What a device or a frame shows, and how. */
export interface Mapping extends MappingEntry {
  readonly screen: string;
  /** True where an author has chosen its params: they must not lead its script into the private network. */
  readonly isPublicOnly?: boolean;
  /** Names of params from groups that name no screen: one that does not know them ignores them. */
  readonly looseParams?: readonly string[];
}

/** An entry under `groups:`: what the devices that it selects show, where their own entries do not say it. */
export interface Group extends MappingSettings {
  readonly name: string;
  readonly match: Selector;
  /** The same as it is written. */
  readonly written: PlainValue;
  readonly screen: string | null;
  /** It selects only devices with an entry, and those that have called with one token for longer than a day. */
  readonly adoptedOnly: boolean;
}

/** An entry under `frames:`. */
export interface FrameEntry {
  readonly mapping: Mapping;
  /** Null where the panel, or the default, decides. */
  readonly size: Size | null;
}

/** An entry under `screens:`: a name for a script and a template in the screens directory. */
export interface ScreenDefinition {
  readonly name: string;
  readonly script: string;
  readonly template: string;
  readonly defaultRefreshSeconds: number | null;
}

/** An entry under `screen_repos:`. The token is a secret and lives apart. */
export interface ScreenRepoEntry {
  readonly handle: string;
  readonly repo: string | null;
  readonly pin: string | null;
  readonly tokenSet: boolean;
  /** Whether its scripts may reach loopback and private addresses. */
  readonly allowPrivateNetwork: boolean;
  readonly fetchPrivate: PrivateReach;
  /** Whether a git host may say that there is a new commit. */
  readonly webhookSet: boolean;
}

/**
 * Which loopback and private addresses the fetch of a repo may reach: none; those of the host that its address names,
 * and of the hosts that this one redirects to; or all.
 */
export type PrivateReach = 'none' | 'host' | 'all';

/** When `/api/setup` gives a key to a known device: always, only after a silence, or only after a reset. */
export const KNOWN_DEVICES = ['open', 'quiet', 'closed'] as const;
export type KnownDevices = (typeof KNOWN_DEVICES)[number];

/** Which headers `/api/setup` asks for: `ID`, `FW-Version` and `Model`, or `ID` alone. */
export const SETUP_HEADERS = ['strict', 'lenient'] as const;
export type SetupHeaders = (typeof SETUP_HEADERS)[number];

/** Versions of signed calls: 1 signs time and key, 2 the request too. */
export type SignatureVersion = 1 | 2;

/** The config file as the server uses it: immutable, replaced as a whole. */
export interface ConfigSnapshot {
  readonly screens: ReadonlyMap<string, ScreenDefinition>;
  /** Keys in normal form: a MAC, a registration code of 10 or 15 letters without hyphen, or `DEFAULT`. */
  readonly devices: ReadonlyMap<string, MappingEntry>;
  /** In the order of the file; the first one that says something of a device counts. */
  readonly groups: readonly Group[];
  /** By name. */
  readonly frames: ReadonlyMap<string, FrameEntry>;
  readonly defaultScreen: string | null;
  /** Those of the file, and those of the catalogue whose names it does not use. */
  readonly panels: ReadonlyMap<string, Panel>;
  readonly screenRepos: ReadonlyMap<string, ScreenRepoEntry>;
  readonly registrationEnabled: boolean;
  readonly knownDevices: KnownDevices;
  readonly setupHeaders: SetupHeaders;
  readonly authMode: 'api_key' | 'ed25519';
  /** Signed calls of an older version are refused. */
  readonly minSignatureVersion: SignatureVersion;
  /** Whether what authors have written may reach loopback and private addresses, as what the operator has. */
  readonly authorsAllowPrivateNetwork: boolean;
  readonly screenRepoRefreshIntervalSeconds: number;
  /** For devices whose entries do not set it. */
  readonly onError: OnError;
  /** Who may push data. */
  readonly dataTokens: readonly DataToken[];
  readonly alerts: AlertSettings;
  /** Who may use the admin API, besides who has the admin token. */
  readonly adminTokens: readonly AdminToken[];
}

/** The panels that stand in the config itself. */
export function ownPanels({ panels }: Pick<ConfigSnapshot, 'panels'>): readonly Panel[] {
  return [...panels.values()].filter(({ source }) => source === 'config');
}

export interface ResolvedMapping {
  readonly mapping: Mapping;
  /** True when its entry or a group gives the screen, not the default. */
  readonly own: boolean;
  /** Whose the device is: what it may take of the server, and whether it gets secrets. Never judged by `own`. */
  readonly party: DeviceParty;
}

/**
 * The entry of a device alone: its MAC wins over its registration code, the long code over the short one.
 * @param code long or short; a long one stands for both
 */
export function ownMapping(
  config: Pick<ConfigSnapshot, 'devices'>,
  id: DeviceId,
  code: string | null,
): MappingEntry | null {
  return config.devices.get(id) ?? mappingByCode(config, code);
}

/** The entry that names a registration code, in its long or its short form. */
export function mappingByCode(
  config: Pick<ConfigSnapshot, 'devices'>,
  code: string | null,
): MappingEntry | null {
  if (code === null) return null;
  return config.devices.get(code) ?? config.devices.get(shortCode(code)) ?? null;
}

/** The last one that was made: mappings are compared by identity. */
let lastDefault: Mapping | null = null;

/** The mapping of every device without one of its own: `DEFAULT`, else the default screen. Null when there is none. */
export function defaultMapping({
  devices,
  defaultScreen,
}: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>): Mapping | null {
  const entry = devices.get(DEFAULT_KEY);
  if (entry !== undefined && hasScreen(entry)) return entry;
  if (defaultScreen === null) return null;
  if (lastDefault?.screen !== defaultScreen) {
    lastDefault = { key: DEFAULT_KEY, screen: defaultScreen, params: {}, tuning: {} };
  }
  return lastDefault;
}

/** True for an entry that needs nobody else to say what is shown. */
export function hasScreen(entry: MappingEntry): entry is Mapping {
  return entry.screen !== null;
}

/** The screens that devices, frames and groups name, each as often as it is named. */
export function namedScreens({
  devices,
  frames,
  groups,
}: Pick<ConfigSnapshot, 'devices' | 'frames' | 'groups'>): readonly NamedScreen[] {
  return [
    ...[...devices.values()].flatMap((entry) => named('device', entry)),
    ...[...frames.values()].flatMap(({ mapping }) => named('frame', mapping)),
    ...groups.flatMap(({ name: key, ...group }) => named('group', { ...group, key })),
  ];
}

function named(
  what: string,
  entry: Pick<MappingEntry, 'key' | 'name' | 'screen' | 'schedule'>,
): readonly NamedScreen[] {
  const { key, name } = entry;
  const by = `${what} ${JSON.stringify(key)}${name === undefined ? '' : ` (${name})`}`;
  return screensOf(entry).map((screen) => ({ by, screen }));
}

/** A screen, and who names it: `device "AA:BB:CC:DD:EE:FF" (Kitchen)`. */
export interface NamedScreen {
  readonly by: string;
  readonly screen: string;
}
