/** `stipple dev`: the studio for one author, without a server that others use. */

import { spawn } from 'node:child_process';
import { type EnvSettings, readSecrets } from '../../config/env/env.ts';
import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import { pathOfScript } from '../../screens/sources/screen.ts';
import type { App } from '../../server/app.ts';
import { ListenError } from '../../server/http/listen.ts';
import { EXIT, ExitError } from '../exit.ts';
import { openServer } from '../open-server.ts';
import { say } from '../output.ts';
import { loadSecrets, loadSettings } from '../settings.ts';
import { cliLogger } from '../setup.ts';
import { stopSignal } from '../stop-signal.ts';
import { SaveChecks } from './check-saves.ts';
import { type DevPlace, findPlace } from './place.ts';

export interface DevArguments {
  screen: string | undefined;
  folder: string | undefined;
  port: number;
  open: boolean;
}

const HOST = '127.0.0.1';
const MAX_PORT = 65_535;

/**
 * Serve the studio until the author stops it.
 * @throws {ExitError} 64 for a command line that cannot be meant, 1 for a port that is in use, 78 for a config that
 *         cannot be used
 */
export async function dev(args: DevArguments): Promise<void> {
  if (!Number.isInteger(args.port) || args.port < 0 || args.port > MAX_PORT) {
    throw new ExitError(EXIT.usage, `--port: expected a port from 0 to ${MAX_PORT}`);
  }
  const own = loadSettings();
  const place = findPlace(args.screen, args.folder, own);
  const settings = devSettings(own, place.folder, args.port);
  if (own.configInStore) say.error('CONFIG_FILE=store: has no effect here; the embedded config is used');
  const stopped = stopSignal();
  const server = await openServer({
    settings,
    secrets: loadSecrets(),
    readSecrets,
    logger: cliLogger(),
    openToLoopback: true,
  });
  try {
    const { app, engine } = server;
    const first = firstScreen(engine, place);
    const url = await start(app, place.folder, first);
    const checks = new SaveChecks(place.folder);
    await checks.start();
    if (args.open && !(await openBrowser(url))) say.error('No browser was found; open the address yourself.');
    await Promise.race([stopped, failed(app)]);
    await checks.stop();
    await app.stop();
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** What a server for one author does not share: its address, its state, its figures. It draws for one. */
function devSettings(own: EnvSettings, folder: string, port: number): EnvSettings {
  return {
    ...own,
    listen: { host: HOST, port },
    screensDir: folder,
    publicUrl: null,
    trustProxy: false,
    metrics: null,
    storeUrl: null,
    configInStore: false,
    composeThreads: 1,
    rasterThreads: 1,
  };
}

/**
 * The screen that is shown first, as a device is given it; null where it is to be chosen.
 * @throws {ExitError} 64 for a screen that does not exist, with the most similar ones
 */
function firstScreen({ catalogue, config }: RenderEngine, { screen, folder }: DevPlace): string | null {
  const screens = discoverPaths([folder]);
  const [only] = screens.length === 1 ? screens : [];
  if (screen === null) return only === undefined ? null : `${LOCAL_HANDLE}/${only}`;
  const located = catalogue.locate(screen, config.snapshot);
  if (located.ok) return `${located.value.handle}/${pathOfScript(located.value.scriptFile)}`;
  // One that is broken is to be mended here.
  if (located.error.code !== 'screen_missing')
    return screen.includes('/') ? screen : `${LOCAL_HANDLE}/${screen}`;
  throw new ExitError(EXIT.usage, describeFailure(located.error));
}

/** Listen, and say where. */
async function start(app: App, folder: string, first: string | null): Promise<string> {
  const { port } = await app.start().catch((error: unknown) => {
    if (!(error instanceof ListenError)) throw error;
    const why = error.code === 'EADDRINUSE' ? 'the address is in use' : (error.code ?? error.message);
    throw new ExitError(EXIT.failed, `cannot listen on ${error.address}: ${why}`);
  });
  const url = `http://${HOST}:${port}/console/studio${first === null ? '' : `/${first}`}`;
  say.answer(`Studio: ${url}`);
  if (discoverPaths([folder]).length === 0) {
    say.error(
      `There are no screens in ${folder} yet. Begin in the studio, write hello.lua and hello.svg there,`,
    );
    say.error(
      'or get the embedded ones: stipple init --screens writes them to $SCREENS_DIR, else to ./screens.',
    );
  }
  return url;
}

/** Rejects when the server cannot get ready. */
async function failed(app: App): Promise<never> {
  try {
    await app.warm;
  } catch (cause) {
    throw new ExitError(EXIT.system, `cannot start: ${(cause as Error).message}`);
  }
  return new Promise<never>(() => {});
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Resolves when the opener has started, with false where there is none. */
function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
    child.once('error', () => resolve(false));
  });
}
