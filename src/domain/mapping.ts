/** Mappings: which screen a device shows, and how the config decides it. */
import type { PlainObject } from '../base/plain.ts';
import type { AdminToken } from './admin-token.ts';
import type { DeviceId } from './device-id.ts';
import type { FrameTokens } from './frame-tokens.ts';
import type { OnError } from './on-error.ts';
import type { Palette } from './palette.ts';
import type { Panel, Rotation, Size } from './panel.ts';
import type { DataToken } from './pushed-data.ts';
import { shortCode } from './registration-code.ts';
import type { TextMode } from './text-mode.ts';
import type { Tuning } from './tuning.ts';

/** Key of the mapping that serves every device without one of its own. */
export const DEFAULT_KEY = 'DEFAULT';

/** True for that key in any spelling. */
export function isDefaultKey(key: string): boolean {
  return key.trim().toUpperCase() === DEFAULT_KEY;
}

/** An entry under `devices:` or `frames:`. */
export interface Mapping {
  /** The key as it is written in the config. */
  readonly key: string;
  readonly screen: string;
  readonly params: PlainObject;
  readonly panel?: string;
  readonly dither?: string;
  readonly palette?: Palette;
  readonly text?: TextMode;
  /** Added to that of the panel: this device hangs another way up. */
  readonly rotate?: Rotation;
  readonly refreshSeconds?: number;
  readonly name?: string;
  readonly tuning: Tuning;
  readonly temperatureProfile?: string;
  readonly maximumCompatibility?: boolean;
  readonly minPngBytes?: number;
  readonly onError?: OnError;
  /** Who may fetch the picture at its own address. */
  readonly frameTokens?: FrameTokens;
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
}

/**
 * Which loopback and private addresses the fetch of a repo may reach: none; those of the host that its address names,
 * and of the hosts that this one redirects to; or all.
 */
export type PrivateReach = 'none' | 'host' | 'all';

/** When `/api/setup` gives a key to a known device: always, only after a silence, or only after a reset. */
export const KNOWN_DEVICES = ['open', 'quiet', 'closed'] as const;
export type KnownDevices = (typeof KNOWN_DEVICES)[number];

/** Versions of signed calls: 1 signs time and key, 2 the request too. */
export type SignatureVersion = 1 | 2;

/** The config file as the server uses it: immutable, replaced as a whole. */
export interface ConfigSnapshot {
  readonly screens: ReadonlyMap<string, ScreenDefinition>;
  /** Keys in normal form: a MAC, a registration code of 10 or 15 letters without hyphen, or `DEFAULT`. */
  readonly devices: ReadonlyMap<string, Mapping>;
  /** By name. */
  readonly frames: ReadonlyMap<string, FrameEntry>;
  readonly defaultScreen: string | null;
  /** Those of the file, and those of the catalogue whose names it does not use. */
  readonly panels: ReadonlyMap<string, Panel>;
  readonly screenRepos: ReadonlyMap<string, ScreenRepoEntry>;
  readonly registrationEnabled: boolean;
  readonly knownDevices: KnownDevices;
  readonly authMode: 'api_key' | 'ed25519';
  /** Signed calls of an older version are refused. */
  readonly minSignatureVersion: SignatureVersion;
  readonly screenRepoRefreshIntervalSeconds: number;
  /** For devices whose entries do not set it. */
  readonly onError: OnError;
  /** Who may push data. */
  readonly dataTokens: readonly DataToken[];
  /** Who may use the admin API, besides who has the admin token. */
  readonly adminTokens: readonly AdminToken[];
}

/** The panels that stand in the config itself. */
export function ownPanels({ panels }: Pick<ConfigSnapshot, 'panels'>): readonly Panel[] {
  return [...panels.values()].filter(({ source }) => source === 'config');
}

export interface ResolvedMapping {
  readonly mapping: Mapping;
  /** True when the mapping is the device's own, not the default. */
  readonly own: boolean;
}

/**
 * The mapping of a device alone: its MAC wins over its registration code, the long code over the short one.
 * @param code long or short; a long one stands for both
 */
export function ownMapping(
  config: Pick<ConfigSnapshot, 'devices'>,
  id: DeviceId,
  code: string | null,
): Mapping | null {
  return config.devices.get(id) ?? mappingByCode(config, code);
}

/** The entry that names a registration code, in its long or its short form. */
export function mappingByCode(config: Pick<ConfigSnapshot, 'devices'>, code: string | null): Mapping | null {
  if (code === null) return null;
  return config.devices.get(code) ?? config.devices.get(shortCode(code)) ?? null;
}

/** The mapping that serves a device: its own, else `DEFAULT`, else the default screen. Null when there is none. */
export function resolveMapping(
  config: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>,
  id: DeviceId,
  code: string | null,
): ResolvedMapping | null {
  const own = ownMapping(config, id, code);
  if (own !== null) return { mapping: own, own: true };
  const mapping = defaultMapping(config);
  return mapping === null ? null : { mapping, own: false };
}

/** The mapping of every device without one of its own: `DEFAULT`, else the default screen. Null when there is none. */
export function defaultMapping({
  devices,
  defaultScreen,
}: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>): Mapping | null {
  const mapping = devices.get(DEFAULT_KEY);
  if (mapping !== undefined) return mapping;
  return defaultScreen === null ? null : { key: DEFAULT_KEY, screen: defaultScreen, params: {}, tuning: {} };
}

/** The mappings of everything that shows a screen: devices, then frames. */
export function allMappings({
  devices,
  frames,
}: Pick<ConfigSnapshot, 'devices' | 'frames'>): readonly Mapping[] {
  return [...devices.values(), ...[...frames.values()].map(({ mapping }) => mapping)];
}
