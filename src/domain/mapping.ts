/** Mappings: which screen a device shows, and how the config decides it. */
import type { PlainObject } from '../base/plain.ts';
import type { DeviceId } from './device-id.ts';
import type { Palette } from './palette.ts';
import type { Panel } from './panel.ts';
import type { TextMode } from './text-mode.ts';
import type { Tuning } from './tuning.ts';

/** Key of the mapping that serves every device without one of its own. */
export const DEFAULT_KEY = 'DEFAULT';

/** True for that key in any spelling. */
export function isDefaultKey(key: string): boolean {
  return key.trim().toUpperCase() === DEFAULT_KEY;
}

/** An entry under `devices:`. */
export interface Mapping {
  /** The key as it is written in the config. */
  readonly key: string;
  readonly screen: string;
  readonly params: PlainObject;
  readonly panel?: string;
  readonly dither?: string;
  readonly palette?: Palette;
  readonly text?: TextMode;
  readonly refreshSeconds?: number;
  readonly name?: string;
  readonly tuning: Tuning;
  readonly temperatureProfile?: string;
  readonly maximumCompatibility?: boolean;
  readonly minPngBytes?: number;
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
  readonly allowPrivateNetwork: boolean;
}

/** The config file as the server uses it: immutable, replaced as a whole. */
export interface ConfigSnapshot {
  readonly screens: ReadonlyMap<string, ScreenDefinition>;
  /** Keys in normal form: a MAC, a registration code without hyphen, or `DEFAULT`. */
  readonly devices: ReadonlyMap<string, Mapping>;
  readonly defaultScreen: string | null;
  readonly panels: ReadonlyMap<string, Panel>;
  readonly screenRepos: ReadonlyMap<string, ScreenRepoEntry>;
  readonly registrationEnabled: boolean;
  readonly authMode: 'api_key' | 'ed25519';
  readonly screenRepoRefreshIntervalSeconds: number;
}

export interface ResolvedMapping {
  readonly mapping: Mapping;
  /** True when the mapping is the device's own, not the default. */
  readonly own: boolean;
}

/** The mapping of a device alone: its MAC wins over its registration code. */
export function ownMapping(
  config: Pick<ConfigSnapshot, 'devices'>,
  id: DeviceId,
  code: string | null,
): Mapping | null {
  return config.devices.get(id) ?? (code === null ? undefined : config.devices.get(code)) ?? null;
}

/** The mapping that serves a device: its own, else `DEFAULT`, else the default screen. Null when there is none. */
export function resolveMapping(
  config: Pick<ConfigSnapshot, 'devices' | 'defaultScreen'>,
  id: DeviceId,
  code: string | null,
): ResolvedMapping | null {
  const own = ownMapping(config, id, code);
  if (own !== null) return { mapping: own, own: true };
  const fallback = config.devices.get(DEFAULT_KEY);
  if (fallback !== undefined) return { mapping: fallback, own: false };
  if (config.defaultScreen === null) return null;
  return {
    mapping: { key: DEFAULT_KEY, screen: config.defaultScreen, params: {}, tuning: {} },
    own: false,
  };
}
