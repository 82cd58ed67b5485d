/**
 * A server of the bench's own: the operator's screens, fonts and settings, with devices that the bench plays. It never
 * touches what a server in use keeps, and asks no hosts but those that the operator names.
 */
import { randomBytes } from 'node:crypto';
import {
  changedEnvironment,
  describeEnvProblem,
  type Environment,
  type EnvSettings,
  readEnvironment,
} from '../../config/env/env.ts';
import { parseHostList } from '../../domain/host-list.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { Fleet } from './fleet.ts';
import type { KeyedDevice } from './fleet-device.ts';
import { type LaunchedServer, launchServer } from './launch-server.ts';
import { type FleetOptions, planFleet } from './plan-fleet.ts';
import { repoProblems } from './repo-problems.ts';
import { makeRunFolder, Removals, writeRunConfig } from './run-folder.ts';

export interface OwnServerOptions extends FleetOptions {
  /** Hosts that screens may ask, as in `SCREEN_HTTP_HOSTS`; all others are refused. */
  readonly upstreams: readonly string[];
  /** Variables of the operator; those of this process unless given. */
  readonly environment?: Environment;
  /** Ends the start. */
  readonly signal?: AbortSignal;
  /** Time for the server to end by itself when it is stopped. */
  readonly patienceMs?: number;
}

/** What is handed on of the process. */
type OfLaunched = Pick<LaunchedServer, 'startMs' | 'usage' | 'refusedHosts' | 'ended' | 'metricsUrl'>;

export interface OwnServer extends OfLaunched {
  readonly url: string;
  /** Made for this run. */
  readonly adminToken: string;
  readonly devices: readonly KeyedDevice[];
  /** How many devices show each screen. */
  readonly screens: Readonly<Record<string, number>>;
  /** What the operator must know before the figures are believed. */
  readonly warnings: readonly string[];
  /** Stop it and remove all that was made for it. Further calls wait for the first. */
  stop(): Promise<void>;
}

const TOKEN_BYTES = 24;

/** Start a server. @returns one sentence when it cannot be started, with the reason */
export async function startOwnServer(options: OwnServerOptions): Promise<Result<OwnServer, string>> {
  const settings = readEnvironment(options.environment);
  if (!settings.ok) return err(settings.error.map(describeEnvProblem).join('; '));
  const wrong = options.upstreams.find((upstream) => parseHostList(upstream) === null);
  if (wrong !== undefined) {
    return err(
      `expected an upstream such as api.example.com or 192.168.0.7:8080, got ${JSON.stringify(wrong)}`,
    );
  }
  const removals = new Removals();
  try {
    const started = await start(options, settings.value, removals);
    if (!started.ok) await removals.removeAll();
    return started;
  } catch (error) {
    await removals.removeAll();
    throw error;
  }
}

async function start(
  options: OwnServerOptions,
  settings: EnvSettings,
  removals: Removals,
): Promise<Result<OwnServer, string>> {
  const folder = makeRunFolder(removals);
  if (!folder.ok) return folder;
  const planned = await planFleet(options, settings, folder.value, removals);
  if (!planned.ok) return planned;
  const { config, hosts, environment: others } = planned.value;
  const configFile = writeRunConfig(folder.value, config);
  if (!configFile.ok) return configFile;

  const adminToken = randomBytes(TOKEN_BYTES).toString('hex');
  const run = { configFile: configFile.value, adminToken, hosts: [...options.upstreams, ...hosts], others };
  const { signal, patienceMs } = options;
  const launched = await launchServer({
    // They say what was reused.
    withMetrics: true,
    environment: ownEnvironment(run, options.environment),
    ...(signal === undefined ? {} : { signal }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  if (!launched.ok) return launched;
  const { port, stop } = launched.value;
  removals.add(stop);

  const url = `http://127.0.0.1:${port}`;
  const { devices, repos } = planned.value;
  const shown = devices.map(({ screen }) => screen);
  const problems = await repoProblems({ url, token: adminToken }, shown, repos);
  const [problem] = problems;
  if (options.fleet.kind === 'screen' && problem !== undefined) return err(problem);
  return ok({
    ...ofLaunched(launched.value),
    ...ofFleet(planned.value, problems),
    url,
    adminToken,
    stop: () => removals.removeAll(),
  });
}

function ofLaunched({ startMs, usage, refusedHosts, ended, metricsUrl }: LaunchedServer): OfLaunched {
  return { startMs, usage, refusedHosts, ended, metricsUrl };
}

function ofFleet(
  { devices, warnings }: Fleet,
  problems: readonly string[],
): Pick<OwnServer, 'devices' | 'screens' | 'warnings'> {
  const screens = new Map<string, number>();
  for (const { screen } of devices) screens.set(screen, (screens.get(screen) ?? 0) + 1);
  return { devices, screens: Object.fromEntries(screens), warnings: [...warnings, ...problems] };
}

/** What differs from one run to the next. */
interface RunVariables {
  readonly configFile: string;
  readonly adminToken: string;
  /** Hosts that scripts may ask. */
  readonly hosts: readonly string[];
  readonly others: Environment;
}

/** Not a host that exists (RFC 6761): a list with this one alone lets no request through. */
const NO_HOST = 'none.invalid';

/** Settings that are the same for every run. Secrets of the operator, and shared state, stay away. */
const OWN_VARIABLES: Environment = {
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  BIND_ADDR: undefined,
  PUBLIC_URL: undefined,
  TRUST_PROXY: undefined,
  METRICS_ADDR: undefined,
  STORE_URL: undefined,
  STORE_URL_FILE: undefined,
  SERVICE_URL_SECRET: undefined,
  SERVICE_URL_SECRET_FILE: undefined,
  SERVICE_ADMIN_TOKEN_FILE: undefined,
};

/** All variables of the server but its address. @param operator those of this process unless given */
function ownEnvironment(run: RunVariables, operator: Environment | undefined): Environment {
  const { configFile, adminToken, hosts, others } = run;
  const changes = {
    ...OWN_VARIABLES,
    ...others,
    CONFIG_FILE: configFile,
    SERVICE_ADMIN_TOKEN: adminToken,
    SCREEN_HTTP_HOSTS: hosts.length === 0 ? NO_HOST : hosts.join(','),
  };
  return changedEnvironment(changes, operator);
}
