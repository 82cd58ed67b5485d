/** What every scenario needs: pictures to compare with, a count, a fleet, and an end for all that was started. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';
import { BATTERY_SCREEN, type Reference, startReference } from './reference.ts';
import { Tally } from './tally.ts';
import { VirtualFleet } from './virtual-fleet.ts';

/** Takes what has to be done at the end; a test is one. */
export interface Ending {
  after(end: () => void | Promise<void>): void;
}

/** Makes servers and folders. */
export interface Stage {
  /** A folder that is removed at the end. */
  folder(): string;
  /** A server that is stopped at the end, if it lives then. */
  server(env: Readonly<Record<string, string>>, config?: string): Promise<ServerProcess>;
}

export interface Scene extends Stage {
  readonly tally: Tally;
  readonly fleet: VirtualFleet;
}

export function openStage(ending: Ending): Stage {
  return {
    folder: () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'stipple-faults-'));
      ending.after(() => rmSync(folder, { recursive: true, force: true }));
      return folder;
    },
    server: async (env, config) => {
      const options = config === undefined ? {} : { config };
      // One thread: a second one costs every start, and no fault is one of drawing.
      const server = await startServerProcess({
        ...options,
        screens: BATTERY_SCREEN,
        env: { COMPOSE_THREADS: '1', ...env },
      });
      ending.after(() => server.stop());
      return server;
    },
  };
}

/** @param shared  whose server is asked, where it is not one of this scene alone; it is not stopped at the end */
export async function openScene(
  ending: Ending,
  seed: number,
  tally = new Tally(),
  shared?: Reference,
): Promise<Scene> {
  const reference = shared ?? (await startReference());
  if (shared === undefined) ending.after(() => reference.stop());
  return { ...openStage(ending), tally, fleet: new VirtualFleet({ reference, tally, seed }) };
}

/** End a server as a crash does. */
export async function crash(server: ServerProcess): Promise<void> {
  const { child } = server;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
  // Removes its folder.
  await server.stop();
}
