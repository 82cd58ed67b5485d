/** From what the operator chose to the devices and the config of a server. */
import path from 'node:path';
import type { Environment, EnvSettings } from '../../config/env/env.ts';
import { isEmptyFolder } from '../../config/source/seed.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import { configFleet, type Fleet, type FleetChoice, screenFleet } from './fleet.ts';
import { readOperatorConfig } from './operator-config.ts';
import { PRESET_UPSTREAMS, presetFleet } from './preset-fleet.ts';
import type { Removals } from './run-folder.ts';
import { startUpstreams } from './upstream-process.ts';

export interface FleetOptions {
  readonly fleet: FleetChoice;
  /** How many devices; null for as many as the fleet has. */
  readonly devices: number | null;
  /** The same seed gives the same devices. */
  readonly seed: number;
}

interface PlannedFleet extends Fleet {
  /** Host and port of upstreams that were started for it. */
  readonly hosts: readonly string[];
  /** Handles of the screen repos in its config. */
  readonly repos: ReadonlySet<string>;
}

/**
 * Plan a fleet, and start what its screens ask.
 * @param folder of the run
 * @returns one sentence when there is no such fleet
 */
export async function planFleet(
  options: FleetOptions,
  settings: EnvSettings,
  folder: string,
  removals: Removals,
): Promise<Result<PlannedFleet, string>> {
  const { fleet: choice, devices, seed } = options;
  if (choice.kind === 'preset') return planPreset(options, folder, removals);
  const { screensDir, variables } = filledFolders(settings);
  const operator = readOperatorConfig({ ...settings, screensDir });
  if (!operator.ok) return operator;
  const fleet =
    choice.kind === 'config'
      ? configFleet(operator.value, devices, seed)
      : screenFleet(operator.value, choice.screen, devices, seed);
  if (!fleet.ok) return fleet;
  const repos = new Set(operator.value.parsed.snapshot.screenRepos.keys());
  return ok({ ...fleet.value, environment: variables, hosts: [], repos });
}

async function planPreset(
  { devices, seed }: FleetOptions,
  folder: string,
  removals: Removals,
): Promise<Result<PlannedFleet, string>> {
  const upstreams = await startUpstreams(PRESET_UPSTREAMS);
  if (!upstreams.ok) return upstreams;
  const { hosts, stop } = upstreams.value;
  removals.add(stop);
  const fleet = presetFleet(devices, seed, hosts, path.join(folder, 'repos'));
  return fleet.ok ? ok({ ...fleet.value, hosts, repos: new Set() }) : fleet;
}

/** Without empty and missing folders a server uses what is embedded, which is what it would write there. */
interface FilledFolders {
  readonly screensDir: string | null;
  readonly variables: Environment;
}

/** Look at the folders of the settings. */
function filledFolders({
  screensDir,
  fontsDir,
}: Pick<EnvSettings, 'screensDir' | 'fontsDir'>): FilledFolders {
  const [screens, fonts] = [screensDir, fontsDir].map((folder) => (isFilled(folder) ? folder : null));
  return {
    screensDir: screens ?? null,
    variables: { SCREENS_DIR: screens ?? undefined, FONTS_DIR: fonts ?? undefined },
  };
}

function isFilled(folder: string | null): boolean {
  try {
    return folder !== null && !isEmptyFolder(folder);
  } catch {
    // The server says what is wrong with it.
    return true;
  }
}
