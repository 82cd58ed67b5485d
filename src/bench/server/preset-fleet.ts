/** The preset `fleet`: many devices with twenty screens of ours, as large installations have them. */

import { findAssets } from '../../config/env/assets.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import { mapText, textText } from './config-text.ts';
import { type Fleet, fleetOf } from './fleet.ts';
import { type ConfiguredDevice, readOperatorConfig } from './operator-config.ts';
import { COMMON_PANELS, type PanelShares, PRESET_SCREENS, type PresetScreen } from './preset-screens.ts';
import { type Draw, seeded } from './seeded.ts';

/** Devices unless another number is wanted. */
const PRESET_DEVICES = 2_000;

const UPSTREAMS = [...new Set(PRESET_SCREENS.flatMap(({ upstream }) => upstream ?? []))];

/** How many upstreams the preset needs. */
export const PRESET_UPSTREAMS: number = UPSTREAMS.length;

/**
 * Make the fleet.
 * @param hosts host and port of each upstream
 * @param reposDir an empty folder in place of the operator's cache of screen repos
 */
export function presetFleet(
  count: number | null,
  seed: number,
  hosts: readonly string[],
  reposDir: string,
): Result<Fleet, string> {
  const screensDir = findAssets().benchScreensDir;
  const embedded = readOperatorConfig({ configFile: null, screensDir });
  if (!embedded.ok) return embedded;
  const draw = seeded(`fleet ${seed}`);
  const total = count ?? PRESET_DEVICES;
  const counts = countsOf(total);
  const devices = PRESET_SCREENS.flatMap((screen, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, number) => deviceOf(screen, number, hosts, draw)),
  );
  const fleet = fleetOf(embedded.value, shuffled(devices, draw), total, seed);
  // Fonts of the operator would make pictures that nobody can compare.
  const environment = {
    SCREENS_DIR: screensDir,
    FONTS_DIR: undefined,
    SCREEN_REPOS_CACHE_DIR: reposDir,
  };
  return ok({ ...fleet, environment });
}

/** How many of some devices show each screen: by its share, and what is left over goes to the largest remainders. */
function countsOf(total: number): readonly number[] {
  const sum = PRESET_SCREENS.reduce((all, { share }) => all + share, 0);
  const exact = PRESET_SCREENS.map(({ share }) => (share * total) / sum);
  const counts = exact.map(Math.floor);
  const left = total - counts.reduce((all, one) => all + one, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % 1 }))
    .sort((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, left)) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

function deviceOf(
  { name, upstream, params, panels = COMMON_PANELS }: PresetScreen,
  number: number,
  hosts: readonly string[],
  draw: Draw,
): ConfiguredDevice {
  const key = '';
  const host = upstream === undefined ? {} : { upstream: `http://${hosts[UPSTREAMS.indexOf(upstream)]}` };
  const values: PlainObject = { ...host, ...params?.(number) };
  const drawn = drawPanel(panels, draw);
  // The same device with firmware that shows black and white only.
  const twoInks = drawn === 'og_two_inks';
  const panel = twoInks ? 'og' : drawn;
  const entry = { screen: name, panel, ...(twoInks ? { colors: '#000000,#ffffff' } : {}), params: values };
  return { key, mapping: { key, screen: name, panel, params: values, tuning: {} }, text: plainText(entry) };
}

function drawPanel(shares: PanelShares, draw: Draw): keyof PanelShares {
  const entries = Object.entries(shares) as [keyof PanelShares, number][];
  let rest = draw(entries.reduce((sum, [, share]) => sum + share, 0));
  for (const [name, share] of entries) {
    if (rest < share) return name;
    rest -= share;
  }
  return 'og';
}

/** The same items in an order that depends on the seed alone (Fisher and Yates). */
function shuffled<T>(items: readonly T[], draw: Draw): readonly T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = draw(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}

/** A value of ours in one line: maps, texts and numbers. */
function plainText(value: PlainValue): string {
  if (isPlainObject(value))
    return mapText(Object.entries(value).map(([key, item]) => [key, plainText(item)]));
  return typeof value === 'string' ? textText(value) : JSON.stringify(value);
}
