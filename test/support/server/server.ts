/** Boots the real server on a free port with screens and config of the test's own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openServer } from '../../../src/cli/open-server.ts';
import { findAssets } from '../../../src/config/env/assets.ts';
import { readEnvironment, readSecrets } from '../../../src/config/env/env.ts';
import { registrationCode } from '../../../src/domain/registration-code.ts';
import type { RenderEngine } from '../../../src/engine/render-engine.ts';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import type { App } from '../../../src/server/app.ts';
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
  /** Awaited before its workers start. */
  readonly held?: Promise<void>;
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

/** A server that does not listen. */
export type UnstartedServer = Omit<TestServer, 'url' | 'port' | 'stop'> & { readonly log: Logger };

/** Open a server in a folder. */
export async function openTestServer(folder: string, options: TestServerOptions): Promise<UnstartedServer> {
  const screensDir = path.join(folder, 'screens');
  for (const [name, content] of Object.entries(options.screens ?? PLAIN_SCREEN)) {
    const file = path.join(screensDir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const configFile = path.join(folder, 'config.yaml');
  writeFileSync(configFile, options.config ?? 'default_screen: plain\n');

  const env: Record<string, string> = {
    BIND_ADDR: '127.0.0.1:0',
    CONFIG_FILE: configFile,
    SCREENS_DIR: screensDir,
    SCREEN_REPOS_CACHE_DIR: path.join(folder, 'repos'),
    // Repositories of tests are folders of this machine.
    SCREEN_REPO_FOLDERS: tmpdir(),
    ...options.env,
  };
  const settings = readEnvironment(env);
  if (!settings.ok) throw new Error(JSON.stringify(settings.error));
  const secrets = readSecrets(env);
  if (!secrets.ok) throw new Error(JSON.stringify(secrets.error));
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  const {
    composeThreads = 3,
    rasterThreads = 1,
    rasterIsolation = 'process',
    openToLoopback = false,
  } = options;
  const { app, engine } = await openServer({
    settings: { ...settings.value, ...(options.embeddedConfig === true ? { configFile: null } : {}) },
    secrets: secrets.value,
    readSecrets: () => readSecrets(env),
    logger: log,
    consoleDir: options.consoleDir ?? path.join(folder, 'no-console'),
    openToLoopback,
    engine: {
      composeThreads,
      rasterThreads,
      rasterIsolation,
      // Pictures of tests do not depend on the fonts of the machine, and their servers start often.
      fontDirs: [{ dir: findAssets().fontsDir, origin: 'embedded' }],
      warmUp: false,
    },
  });
  if (options.held !== undefined) holdWarmUp(engine, options.held);
  return {
    app,
    engine,
    log,
    screensDir,
    reposDir: settings.value.screenReposCacheDir,
    logs,
    env,
  };
}

/** Start a server. Stop it in the test's `after`. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  const opened = await openTestServer(folder, options);
  const { port } = await opened.app.start();
  return {
    ...opened,
    url: `http://127.0.0.1:${port}`,
    port,
    stop: async () => {
      await opened.app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where the config of a server is. */
export function configFile(server: TestServer): string {
  return path.join(server.screensDir, '..', 'config.yaml');
}

/** Let a server go on with another config: where its start is not what is tested, that is cheaper than a new one. */
export async function takeConfig(server: TestServer, text: string): Promise<void> {
  writeFileSync(configFile(server), text);
  await server.app.reload();
}

function holdWarmUp(engine: RenderEngine, held: Promise<void>): void {
  const warmUp = engine.warmUp.bind(engine);
  engine.warmUp = async () => {
    await held;
    await warmUp();
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
export async function getDisplayInTurn(
  server: TestServer,
  mac: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Display> {
  return until(async () => {
    const response = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac, more) });
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
