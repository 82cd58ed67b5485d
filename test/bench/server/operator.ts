/** The files of an operator, and a server of the bench's own that uses them. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { KeyedDevice } from '../../../src/bench/server/fleet-device.ts';
import {
  type OwnServer,
  type OwnServerOptions,
  startOwnServer,
} from '../../../src/bench/server/own-server.ts';
import type { Environment } from '../../../src/config/env/env.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { PLAIN_SCREEN, screensOf } from '../../support/server/server.ts';

/** Screens that can be told apart by their refresh: 101 seconds for `one`, 102 for `two`, 103 for `three`. */
export const SCREENS: Readonly<Record<string, string>> = screensOf(
  {
    one: 'return { data = { title = params.title or "one" }, refresh_rate = 101 }',
    two: 'return { data = { title = params.title or "two" }, refresh_rate = 102 }',
    three: 'return { data = { title = params.title or "three" }, refresh_rate = 103 }',
  },
  PLAIN_SCREEN['plain.svg'] ?? '',
);

export const REFRESH: Readonly<Record<string, number>> = { one: 101, two: 102, three: 103 };

/** Write an operator's files. @returns the variables that name them */
export function operatorFiles(
  t: TestContext,
  config: string,
  screens: Readonly<Record<string, string>> = SCREENS,
): Environment {
  const files = Object.fromEntries(
    Object.entries(screens).map(([name, content]) => [`screens/${name}`, content]),
  );
  const folder = tempTree(t, { 'config.yaml': config, ...files });
  return {
    PATH: process.env['PATH'],
    CONFIG_FILE: path.join(folder, 'config.yaml'),
    SCREENS_DIR: path.join(folder, 'screens'),
    SCREEN_REPOS_CACHE_DIR: path.join(folder, 'repos'),
    COMPOSE_THREADS: '1',
    RASTER_THREADS: '1',
  };
}

function tryToStart(
  environment: Environment,
  options: Partial<OwnServerOptions>,
): ReturnType<typeof startOwnServer> {
  const usual = { fleet: { kind: 'config' }, devices: null, seed: 1, upstreams: [] } as const;
  return startOwnServer({ ...usual, environment, ...options });
}

/** Start a server; it is stopped after the test. */
export async function openOwn(
  t: TestContext,
  environment: Environment,
  options: Partial<OwnServerOptions> = {},
): Promise<OwnServer> {
  const started = await tryToStart(environment, options);
  assert.ok(started.ok, started.ok ? '' : started.error);
  t.after(() => started.value.stop());
  return started.value;
}

/** Why a server does not start. */
export async function refusalOf(
  environment: Environment,
  options: Partial<OwnServerOptions> = {},
): Promise<string> {
  const started = await tryToStart(environment, options);
  if (started.ok) await started.value.stop();
  assert.ok(!started.ok, 'the server has started');
  return started.error;
}

/** Give this process a temporary directory of its own until the test ends. @returns the folders of runs in it */
export function ownTemp(t: TestContext): () => readonly string[] {
  const before = process.env['TMPDIR'];
  const folder = tempTree(t);
  process.env['TMPDIR'] = folder;
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  return () => readdirSync(folder).map((name) => path.join(folder, name));
}

/** The headers of a device. */
export function headersOf({
  mac,
  token,
  model,
  board,
  widthPx,
  heightPx,
}: KeyedDevice): Record<string, string> {
  return {
    ID: mac,
    'Access-Token': token,
    Model: model,
    ...(board === null ? {} : { Board: board }),
    Width: String(widthPx),
    Height: String(heightPx),
    'FW-Version': '1.8.15',
  };
}

/** What a display call is answered, as far as it is looked at. */
export interface Shown {
  readonly status: number;
  readonly refresh_rate: number;
  readonly image_url: string;
}

/** Make the display call of a device. */
export async function show(server: OwnServer, device: KeyedDevice): Promise<Shown> {
  const response = await fetch(`${server.url}/api/display`, { headers: headersOf(device) });
  assert.equal(response.status, 200);
  return (await response.json()) as Shown;
}
