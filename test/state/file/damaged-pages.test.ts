/** Files of a store that something else has changed: LMDB believes them, and would end the process. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkPages } from '../../../src/state/file/pages/check-pages.ts';
import { openState } from '../../../src/state/open-state.ts';
import { macOf } from '../../support/device/mac.ts';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { DAMAGES, damageFile, fillStore, useStore } from '../../support/state/damage.ts';
import { until } from '../../support/waiting.ts';

const DEVICES = 300;
/** Of each kind of damage. Each round is a process of its own. */
const ROUNDS = rounds(4, 4);
const SENTENCE =
  /^refused: The state in \S+ is damaged: .+\. See `stipple state check`; put back a backup, .+\.\n$/;

describe('a damaged file of a store', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'stipple-pages-'));
  const whole = path.join(root, 'whole');
  before(() => fillStore(`file:${whole}`, DEVICES));
  after(() => rmSync(root, { recursive: true, force: true }));

  const seed = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
  for (const [index, damage] of DAMAGES.entries()) {
    it(`ends no process by a signal (${damage}, seed ${seed})`, async (t) => {
      const random = randomNumbers(seed + index);
      const ends = { refused: 0, used: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const folder = path.join(root, `${damage}-${round}`);
        cpSync(whole, folder, { recursive: true });
        damageFile(path.join(folder, 'state.mdb'), damage, random);
        const { code, signal, out, err } = await useStore(`file:${folder}`, seed + round);
        assert.deepEqual([code, signal], [0, null], `round ${round}: ${err}`);
        if (out.startsWith('refused')) assert.match(out, SENTENCE);
        else assert.match(out, /^used: \d+ damaged\n$/);
        ends[out.startsWith('refused') ? 'refused' : 'used']++;
        rmSync(folder, { recursive: true });
      }
      t.diagnostic(JSON.stringify(ends));
    });
  }
});

describe('the look at pages', () => {
  it('finds nothing in a store that was changed in every way, at any moment', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-sound-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const opened = await openState(`file:${folder}`);
    assert.ok(opened.ok);
    const { devices, logs, contents, config, close } = opened.value;
    const seed = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
    t.diagnostic(`seed ${seed}`);
    const random = randomNumbers(seed);
    const data = path.join(folder, 'state.mdb');
    for (let step = 0; step < 600; step++) {
      const id = macOf('02', random(200));
      await [
        () => devices.claim(id, 'x'.repeat(random(800)), [`code ${random(50)}`], step),
        () => devices.noteContact(id, 'y'.repeat(random(800)), step),
        () => devices.forget(id),
        () => logs.append(id, ['z'.repeat(random(16_000))], step),
        () => contents.put(String(random(60)), Buffer.alloc(random(90_000))),
        async () =>
          config.save(await config.revision(), { text: 'a'.repeat(random(90_000)), savedMs: 1, note: '' }),
      ][random(6)]?.();
      if (step % 20 !== 0) continue;
      const { faults, misplaced } = await checkPages(data, 4_096);
      assert.deepEqual([faults, [...misplaced]], [[], []], `step ${step}`);
    }
    await close();
  });

  it('is done after a server was killed, a copy, and each other change from outside, and not after a stop', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-marked-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    await fillStore(`file:${folder}`, 20);
    const data = path.join(folder, 'state.mdb');
    const { fingerprint, isMarked } = await import('../../../src/state/file/whole-mark.ts');
    assert.equal(isMarked(folder, fingerprint(data, 4_096)), true);
    await until(() => clockHasMoved(data));
    damageFile(data, 'bytes', () => 5_000);
    assert.equal(isMarked(folder, fingerprint(data, 4_096)), false);
    const copy = `${folder}-copy`;
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    await fillStore(`file:${copy}`, 20);
    await until(() => clockHasMoved(path.join(copy, 'state.mdb')));
    cpSync(copy, folder, { recursive: true, preserveTimestamps: true });
    assert.equal(isMarked(folder, fingerprint(data, 4_096)), false);
    const again = await openState(`file:${folder}`);
    assert.ok(again.ok);
    assert.equal(isMarked(folder, fingerprint(data, 4_096)), true);
    await again.value.close();
  });
});

/** Whether a change of a file would have another time: the clock of a file system stands still for some milliseconds. */
function clockHasMoved(file: string): boolean {
  const other = `${file}.clock`;
  writeFileSync(other, '');
  const [before, now] = [file, other].map((name) => statSync(name, { bigint: true }).ctimeNs);
  rmSync(other);
  return before !== now;
}
