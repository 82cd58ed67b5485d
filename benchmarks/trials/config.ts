/** Trials of the config file with a large fleet: reading it at the start, and one change of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localMac } from '../../src/bench/virtual-device.ts';
import { ConfigStore } from '../../src/config/source/store.ts';
import { ConfigWriter } from '../../src/config/source/writer.ts';
import { ok } from '../../src/platform/base/result.ts';
import type { SoleTrial } from '../trial.ts';

const FLEET = 10_000;

function device(number: number): string {
  return [
    `  "${localMac(number)}":`,
    `    name: Room ${number} # floor ${number % 9}`,
    '    screen: weather',
    '    params:',
    `      latitude: 52.${number}`,
    `      label: "Room ${number}"`,
    '',
  ].join('\n');
}

/** Run work with a file of 10 000 devices, as people write them. */
async function withFile(work: (file: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  const file = path.join(folder, 'config.yaml');
  writeFileSync(file, `devices:\n${Array.from({ length: FLEET }, (_, number) => device(number)).join('')}`);
  try {
    return await work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function open(file: string): Promise<ConfigStore> {
  const store = await ConfigStore.open({ configFile: file });
  if (!store.ok) throw new Error('the config does not load');
  return store.value;
}

/** Change one setting of one device, as often as the number says. */
async function change(writer: ConfigWriter, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const path = ['devices', localMac(5_000 + round), 'params', 'latitude'];
    const written = await writer.change(() =>
      ok({ edits: [{ kind: 'set', path, value: round }], value: null }),
    );
    if (!written.ok) throw new Error(written.error.message);
  }
}

export const CONFIG_TRIALS: readonly SoleTrial[] = [
  {
    name: 'config-read',
    title: 'config of 10 000 devices, first reading',
    unit: 'ms',
    better: 'lower',
    goal: 1000,
    run: () =>
      withFile(async (file) => {
        const begin = performance.now();
        await open(file);
        return performance.now() - begin;
      }),
  },
  {
    name: 'config-write',
    title: 'one change of it, written and in use',
    unit: 'ms',
    better: 'lower',
    goal: 300,
    run: () =>
      withFile(async (file) => {
        const writer = await ConfigWriter.open(await open(file));
        await change(writer, 3);
        const begin = performance.now();
        await change(writer, 10);
        return (performance.now() - begin) / 10;
      }),
  },
];
