/** Boots the real server on a free port with screens and config of the test's own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../src/cli/open-store.ts';
import { findAssets } from '../../../src/config/env/assets.ts';
import { gitVariables, readEnvironment, readSecrets } from '../../../src/config/env/env.ts';
import { ConfigStore } from '../../../src/config/source/store.ts';
import { registrationCode } from '../../../src/domain/registration-code.ts';
import { type EngineOptions, RenderEngine } from '../../../src/engine/render-engine.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { App } from '../../../src/server/app.ts';
import { until } from '../waiting.ts';
import { type LogLines, logInto } from './log-lines.ts';

export interface TestServerOptions {
  /** Files by their path inside SCREENS_DIR. */
  readonly screens?: Readonly<Record<string, string | Uint8Array>>;
  /** Text of the config file. */
  readonly config?: string;
  /** Run with the config that ships with the server: nothing can be written. */
  readonly embeddedConfig?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the web console; default: none, whatever the build has. */
  readonly consoleDir?: string;
  readonly openToLoopback?: boolean;
  readonly composeThreads?: number;
  readonly rasterThreads?: number;
  readonly rasterIsolation?: 'process' | 'thread';
  /** Makes the engine; default: as the server does. */
  readonly openEngine?: (options: EngineOptions) => RenderEngine;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly app: App;
  readonly engine: RenderEngine;
  /** Directory of the screens, to edit while the server runs. */
  readonly screensDir: string;
  /** Where fetched screen repos are kept. */
  readonly reposDir: string;
  /** Everything logged so far, parsed. */
  readonly logs: LogLines;
  /** Its environment, of which secrets are read anew at a reload. */
  readonly env: Record<string, string>;
  stop(): Promise<void>;
}

/** A screen of the least that is needed. */
export const PLAIN_SCREEN: Readonly<Record<string, string>> = {
  'plain.lua': 'return { data = { title = params.title or "plain" }, refresh_rate = 120 }',
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><rect width="800" height="480" fill="white"/><text x="40" y="100" font-size="40">{{ data.title }} {{ device.battery_voltage }}</text></svg>',
};

/** The files of screens that have a script each and the template in common. */
export function screensOf(scripts: Readonly<Record<string, string>>, svg: string): Record<string, string> {
  const files = Object.entries(scripts).flatMap(([name, script]) => [
    [`${name}.lua`, script],
    [`${name}.svg`, svg],
  ]);
  return Object.fromEntries(files);
}

/** Start a server. Stop it in the test's `after`. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  const screensDir = path.join(folder, 'screens');
  for (const [name, content] of Object.entries(options.screens ?? PLAIN_SCREEN)) {
    const file = path.join(screensDir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const reposDir = options.env?.['SCREEN_REPOS_CACHE_DIR'] ?? path.join(folder, 'repos');
  const configFile = path.join(folder, 'config.yaml');
  writeFileSync(configFile, options.config ?? 'default_screen: plain\n');

  const env: Record<string, string> = {
    BIND_ADDR: '127.0.0.1:0',
    CONFIG_FILE: configFile,
    SCREENS_DIR: screensDir,
    // Repositories of tests are folders of this machine.
    SCREEN_REPO_FOLDERS: tmpdir(),
    ...options.env,
  };
  const settings = readEnvironment(env);
  if (!settings.ok) throw new Error(JSON.stringify(settings.error));
  const secrets = readSecrets(env);
  if (!secrets.ok) throw new Error(JSON.stringify(secrets.error));
  const assets = findAssets();
  const config = await ConfigStore.open({
    configFile: options.embeddedConfig === true ? null : configFile,
    embeddedFile: assets.configFile,
  });
  if (!config.ok) throw new Error(JSON.stringify(config.error));

  const logs: LogLines = [];
  const logger = createLogger('debug', logInto(logs));
  const { openEngine = (all) => new RenderEngine(all) } = options;
  const engine = openEngine({
    config: config.value,
    builtinDir: assets.screensDir,
    localDir: screensDir,
    repos: {
      cacheDir: reposDir,
      gitVariables: gitVariables(),
      allowPrivateNetwork: settings.value.screenReposAllowPrivate,
      local: { folders: settings.value.screenRepoFolders, hasOperatorFile: true },
    },
    fontDirs: [{ dir: assets.fontsDir, origin: 'embedded' }],
    composeThreads: options.composeThreads ?? 2,
    rasterThreads: options.rasterThreads ?? 1,
    rasterIsolation: options.rasterIsolation ?? 'process',
    logger,
  });
  const app = new App({
    ...{ engine, settings: settings.value, secrets: secrets.value, logger },
    store: await openStore(settings.value, logger),
    readSecrets: () => readSecrets(env),
    consoleDir: options.consoleDir ?? path.join(folder, 'no-console'),
    openToLoopback: options.openToLoopback ?? false,
  });
  const { port } = await app.start();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    engine,
    screensDir,
    reposDir,
    logs,
    env,
    stop: async () => {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Headers of a device whose token is its MAC in lower case, unless told otherwise. */
export function deviceHeaders(
  mac: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    ID: mac,
    'Access-Token': `token-of-${mac.toLowerCase()}`,
    'FW-Version': '1.8.15',
    Model: 'og',
    ...more,
  };
}

/** The registration code of a device with these headers. */
export function codeOf(mac: string): string {
  return registrationCode(deviceHeaders(mac)['Access-Token'] ?? '') ?? '';
}

export interface Display {
  readonly status: number;
  readonly image_url: string;
  readonly filename: string;
  readonly refresh_rate: number;
}

/** Call `/api/display` and expect an answer. */
export async function getDisplay(
  server: TestServer,
  mac: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Display> {
  const response = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac, more) });
  if (response.status !== 200) throw new Error(`display: ${response.status} ${await response.text()}`);
  return (await response.json()) as Display;
}

/** Call `/api/display` until the server has room for the screen, as a device does that is told to come back. */
export async function getDisplayInTurn(server: TestServer, mac: string): Promise<Display> {
  return until(async () => {
    const response = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac) });
    const display = (await response.json()) as Display;
    if (response.status !== 200 && response.status !== 429) throw new Error(`display: ${response.status}`);
    return response.status === 200 ? display : null;
  }, `there is room for ${mac}`);
}

/** Fetch a picture. */
export async function getImage(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`image: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
