/** Which devices a bench plays on a server of its own, and the config by which that server knows them. */

import type { Environment } from '../../config/env/env.ts';
import { DEVICES } from '../../config/read/keys.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import { DEFAULT_KEY } from '../../domain/mapping.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { localMac } from '../virtual-device.ts';
import { configText, nodeText, type WrittenEntry } from './config-text.ts';
import { fleetDevice, type KeyedDevice } from './fleet-device.ts';
import { type ConfiguredDevice, type OperatorConfig, showing } from './operator-config.ts';
import { shownProblems } from './screen-problems.ts';

/** What the devices show: what the config says, all the same screen, or the screens of the preset `fleet`. */
export type FleetChoice =
  | { readonly kind: 'config' }
  | { readonly kind: 'screen'; readonly screen: string }
  | { readonly kind: 'preset' };

export interface Fleet {
  readonly devices: readonly KeyedDevice[];
  /** The text of the server's config. */
  readonly config: string;
  /** Variables of the server that differ from the operator's. */
  readonly environment: Environment;
  readonly warnings: readonly string[];
}

/** Devices of a fleet when nobody says how many, and the config has none. */
const DEVICES_WITHOUT_CONFIG = 10;

/** Settings that a bench needs: every device may call at once, with its token. */
const OWN_SETTINGS: readonly WrittenEntry[] = [
  ['auth_mode', 'api_key'],
  ['registration_enabled', 'true'],
  ['known_devices', 'open'],
  // Nobody fetches anything while times are measured.
  ['screen_repo_refresh_interval', '0'],
];

/** The token of the admin API comes with the environment. */
const REPLACED_SETTINGS: ReadonlySet<string> = new Set([
  DEVICES,
  'admin',
  // A bench must tell nobody of the devices that it plays, nor let anybody in.
  'admin_tokens',
  'alerts',
  ...OWN_SETTINGS.map(([key]) => key),
]);

/**
 * The devices of the operator's config, each with its own entry: the first ones where fewer are wanted, and copies
 * under other addresses where more are wanted.
 */
export function configFleet(
  operator: OperatorConfig,
  count: number | null,
  seed: number,
): Result<Fleet, string> {
  const { devices, fallback, label } = operator;
  const patterns = devices.length > 0 ? devices : fallback === null ? [] : [fallback];
  if (patterns.length === 0) {
    return err(`${label} assigns no screen to any device: give one an entry, or name a screen`);
  }
  return ok(fleetOf(operator, patterns, count ?? (devices.length || DEVICES_WITHOUT_CONFIG), seed));
}

/** Devices that all show one screen, with the entries that the config has for it. */
export function screenFleet(
  operator: OperatorConfig,
  screen: string,
  count: number | null,
  seed: number,
): Result<Fleet, string> {
  const problem = shownProblems(operator, [showing(screen)]).find(({ isMissing }) => isMissing);
  if (problem !== undefined) return err(problem.message);
  const own = operator.devices.filter(({ mapping }) => mapping.screen === screen);
  const patterns = own.length > 0 ? own : [showing(screen)];
  return ok(fleetOf(operator, patterns, count ?? DEVICES_WITHOUT_CONFIG, seed));
}

/** Devices by the given entries, in turn. An entry by MAC address stands for that device once; all others are added. */
export function fleetOf(
  operator: OperatorConfig,
  patterns: readonly ConfiguredDevice[],
  count: number,
  seed: number,
): Fleet {
  const { parsed, devices: configured } = operator;
  const addresses = newAddresses(new Set(configured.map(({ key }) => key)));
  const added: WrittenEntry[] = [];
  const devices = Array.from({ length: count }, (_, index) => {
    const pattern = patterns[index % patterns.length] ?? showing('');
    const own = index < patterns.length ? parseDeviceId(pattern.key) : null;
    const mac = own ?? addresses.next().value;
    if (own === null) added.push([mac, pattern.text]);
    return fleetDevice(mac, pattern.mapping, parsed.snapshot, seed);
  });
  const shown = patterns.slice(0, count);
  const warnings = [...operator.warnings, ...shownProblems(operator, shown).map(({ message }) => message)];
  if (parsed.snapshot.authMode === 'ed25519') {
    warnings.push('the config asks for signed calls (auth_mode: ed25519); in this run devices use tokens');
  }
  return { devices, config: ownConfig(operator, added), environment: {}, warnings };
}

/** The operator's config with the settings of a bench and more devices. */
function ownConfig({ parsed, devices, fallback }: OperatorConfig, added: readonly WrittenEntry[]): string {
  const { root } = parsed.content.rest.tree;
  const sections = root.kind === 'map' ? root.entries : [];
  const kept = sections.flatMap(({ key, value }): readonly WrittenEntry[] =>
    REPLACED_SETTINGS.has(key) ? [] : [[key, nodeText(value)]],
  );
  const own = [
    ...devices,
    ...(fallback !== null && parsed.snapshot.devices.has(DEFAULT_KEY) ? [fallback] : []),
  ];
  return configText(
    [...kept, ...OWN_SETTINGS],
    [...own.map(({ key, text }): WrittenEntry => [key, text]), ...added],
  );
}

/** Locally administered addresses that no device of the config has. */
function* newAddresses(taken: ReadonlySet<string>): Generator<string, never> {
  for (let number = 1; ; number++) {
    const mac = localMac(number);
    if (!taken.has(mac)) yield mac;
  }
}
