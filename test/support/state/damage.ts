/** Stores with something of everything in them, and damage to their files. */
import assert from 'node:assert/strict';
import { closeSync, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { openState } from '../../../src/state/open-state.ts';
import { AUDIT_ID } from '../../../src/state/state.ts';
import { macOf } from '../device/mac.ts';
import { finish, startProgram } from '../processes/stipple.ts';

const PAGE = 4_096;
const FILLER = path.join(import.meta.dirname, '../faults/filled-store.js');
const USER = path.join(import.meta.dirname, 'use-store.js');

/** Devices as a server keeps them, whose keys are their numbers, with logs, events, pictures and a config. */
export async function fillStore(url: string, count: number): Promise<void> {
  const { code, err } = await finish(startProgram(FILLER, '/', [url, String(count)]));
  assert.equal(code, 0, err);
  const state = await openState(url);
  assert.ok(state.ok);
  const { logs, events, history, contents, config, repos, pushedPictures, audit, close } = state.value;
  const nowMs = Date.now();
  for (let number = 0; number < count; number++) {
    const id = macOf('02', number);
    await Promise.all([
      logs.append(id, ['x'.repeat(number * 7)], nowMs),
      events.append(id, ['{}'], nowMs),
      history.put(id, nowMs, Buffer.alloc(8, 7)),
      number % 10 === 0 ? contents.put(`c${number}`, Buffer.alloc(number * 60, 1)) : null,
    ]);
  }
  for (let revision = 0; revision < 20; revision++)
    await config.save(revision, { text: `default_screen: plain # ${revision}`, savedMs: nowMs, note: '' });
  await repos.put('repo', '{}', 1);
  await pushedPictures.put('p', { head: '{}', body: Buffer.alloc(9_000) }, 600_000);
  await audit.append(AUDIT_ID, ['{}'], nowMs);
  await close();
}

/** Let a process of its own read and change all of a store. */
export async function useStore(url: string, seed: number) {
  const child = startProgram(USER, '/', [url, String(seed)]);
  const outcome = await finish(child);
  return { ...outcome, signal: child.signalCode };
}

/** Ways in which a file is damaged: by a disk, a copy that was cut off, a hand. */
export const DAMAGES = ['bytes', 'noise', 'swap', 'zeros', 'heads', 'cut'] as const;
export type Damage = (typeof DAMAGES)[number];

/** @param random  gives whole numbers from 0 to below its argument */
export function damageFile(file: string, damage: Damage, random: (below: number) => number): void {
  const descriptor = openSync(file, 'r+');
  const { size } = statSync(file);
  const pageAt = (): number => random(size / PAGE) * PAGE;
  const page = Buffer.alloc(PAGE);
  const put = (position: number, bytes: Buffer): void =>
    void writeSync(descriptor, bytes, 0, bytes.length, position);
  try {
    switch (damage) {
      case 'bytes':
        for (let left = 1 + random(20); left > 0; left--) put(random(size), Buffer.of(random(256)));
        break;
      case 'noise':
        put(pageAt(), Buffer.from(Array.from({ length: PAGE }, () => random(256))));
        break;
      case 'swap':
        readSync(descriptor, page, 0, PAGE, pageAt());
        put(pageAt(), page);
        break;
      case 'zeros':
        put(pageAt(), page);
        break;
      case 'heads':
        // Where pages say what they are, and where their entries lie.
        for (let left = 1 + random(6); left > 0; left--) put(pageAt() + random(100), Buffer.of(random(256)));
        break;
      case 'cut':
        ftruncateSync(descriptor, random(size));
        break;
    }
  } finally {
    closeSync(descriptor);
  }
}
