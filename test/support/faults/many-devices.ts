/** Scenario: a server starts with a store of many devices. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { display } from '../device/calls.ts';
import { macOf } from '../device/mac.ts';
import { finish, startProgram } from '../processes/stipple.ts';
import { crash, type Stage } from './scene.ts';

export interface Starts {
  readonly emptyMs: number;
  readonly filledMs: number;
}

/** Devices of the config are all kept; of others, the registry has a limit. */
export async function startWithMany(stage: Stage, count: number, turns: number): Promise<Starts> {
  const folder = stage.folder();
  const entries = Array.from(
    { length: count },
    (_, number) => `  "${macOf('02', number)}": {screen: plain}\n`,
  );
  const config = `default_screen: plain\ndevices:\n${entries.join('')}`;
  const [empty, filled] = ['empty', 'filled'].map((name) => `file:${path.join(folder, name)}`);
  assert.ok(empty && filled);
  const filler = path.join(import.meta.dirname, 'filled-store.js');
  const { code, err } = await finish(startProgram(filler, folder, [filled, String(count)]));
  assert.equal(code, 0, err);
  const emptyMs = await measureStart(stage, empty, config, null, turns);
  const filledMs = await measureStart(stage, filled, config, count, turns);
  return { emptyMs, filledMs };
}

/** The best of some starts: other work of the machine makes them longer, never shorter. */
async function measureStart(
  stage: Stage,
  url: string,
  config: string,
  count: number | null,
  turns: number,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const begin = performance.now();
    const server = await stage.server({ STORE_URL: url }, config);
    best = Math.min(best, performance.now() - begin);
    for (const number of count === null ? [] : [0, count >> 1, count - 1]) {
      const { status } = await display(server, macOf('02', number), number.toString(16).padStart(32, '0'));
      assert.equal(status, 200, 'a device of the store has its key still');
    }
    await crash(server);
  }
  return best;
}
