/** The config as the server uses it, and what it says of devices. */
import type { AdminToken } from './admin-token.ts';
import type { AlertSettings } from './alert-rule.ts';
import type { DeviceId } from './device-id.ts';
import {
  DEFAULT_KEY,
  type FrameEntry,
  type Group,
  hasScreen,
  type Mapping,
  type MappingEntry,
} from './mapping.ts';
import type { Panel } from './panel.ts';
import type { DataToken } from './pushed-data.ts';
import { shortCode } from './registration-code.ts';
import { screensOf } from './schedule/schedule.ts';
import type { ServerSettings } from './server-settings.ts';

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

/** Versions of signed calls: 1 signs time and key, 2 the request too. */
export type SignatureVersion = ServerSettings['minSignatureVersion'];

/** The config file as the server uses it: immutable, replaced as a whole. */
export interface ConfigSnapshot extends ServerSettings {
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
  /** Those who may push data. */
  readonly dataTokens: readonly DataToken[];
  readonly alerts: AlertSettings;
  /** Those who may use the admin API, besides those who have the admin token. */
  readonly adminTokens: readonly AdminToken[];
}

/** The panels that stand in the config itself. */
export function ownPanels({ panels }: Pick<ConfigSnapshot, 'panels'>): readonly Panel[] {
  return [...panels.values()].filter(({ source }) => source === 'config');
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
