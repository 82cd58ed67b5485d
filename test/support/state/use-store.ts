/**
 * A process that opens a store, and reads and changes everything in it: `use-store <url> <seed>`. Ends with 0 when it has, and
 * prints the sentence with which the store was refused, or how often a record was damaged; with 1 for anything else.
 */
import { writeSync } from 'node:fs';
import { isIdentity } from '../../../src/fleet/register/device-texts.ts';
import { exportState } from '../../../src/state/export-state.ts';
import { openState } from '../../../src/state/open-state.ts';
import type { State } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { macOf } from '../device/mac.ts';
import { randomNumbers } from '../random.ts';

const [url = '', seed = '1', count = '300'] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const nowMs = Date.now();
let damaged = 0;

/** Do something with the store; an error that is none of a record ends the process. */
async function use(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    damaged++;
  }
}

async function useAll(state: State): Promise<void> {
  await use(async () => {
    for await (const _line of exportState(state, nowMs));
  });
  await use(async () => {
    for await (const _record of state.check());
  });
  for (let number = 0; number < Number(count); number++) {
    const id = macOf('02', random(Number(count)));
    const bytes = Buffer.alloc(random(9_000), number);
    await use(() => state.devices.get(id));
    await use(() => state.devices.noteContact(id, '{}', nowMs + number));
    await use(() => state.logs.append(id, ['x'.repeat(random(3_000))], nowMs));
    await use(() => state.events.append(id, ['{}'], nowMs));
    await use(() => state.history.put(id, nowMs, Buffer.alloc(8, 3)));
    await use(() => state.contents.put(`${seed} ${number}`, bytes));
    if (random(4) === 0) await use(() => state.devices.forget(id));
    if (random(9) === 0) await use(() => saveConfig(state, number));
  }
}

async function saveConfig({ config }: State, number: number): Promise<void> {
  const revision = await config.revision();
  await config.save(revision, { text: `a: ${number}`, savedMs: nowMs, note: '' });
}

const opened = await openState(url, { isIdentity });
if (!opened.ok) {
  writeSync(1, `refused: ${opened.error}\n`);
} else {
  await useAll(opened.value);
  await opened.value.close();
  writeSync(1, `used: ${damaged} damaged\n`);
}
