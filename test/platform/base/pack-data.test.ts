import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEPT_ANSWERS, Packer, type Piece, sentOnce } from '../../../src/platform/base/pack-data.ts';
import { runAtOnce } from '../../../src/platform/base/turns.ts';
import { Unpacker } from '../../../src/platform/base/unpack-data.ts';
import { randomNumbers } from '../../support/random.ts';
import { largeData, randomData } from '../../support/random-data.ts';

/** A line from one thread to another. */
class Line {
  readonly #packer = new Packer();
  readonly #unpacker = new Unpacker();
  /** Codes of all pieces so far. */
  codes = 0;
  largest = 0;

  send(value: unknown): unknown {
    const pieces: Piece[] = [];
    runAtOnce(this.#packer.pack(value, (piece) => pieces.push(structuredClone(piece))));
    for (const { codes, texts } of pieces) {
      this.codes += codes.length;
      this.largest = Math.max(this.largest, codes.length, texts.length);
    }
    let at = 0;
    const made = runAtOnce(this.#unpacker.unpack(() => pieces[at++] as Piece));
    assert.equal(at, pieces.length);
    return made;
  }
}

describe('plain data in pieces', () => {
  const seed = 41;
  it(`are the same on the other side, whatever they are: seed ${seed}`, () => {
    const random = randomNumbers(seed);
    const line = new Line();
    for (let round = 0; round < 2_000; round++) {
      const value = randomData(random, 5);
      assert.deepEqual(line.send(value), value);
    }
    for (let round = 0; round < 20; round++) {
      const value = largeData(random);
      assert.deepEqual(line.send(value), value);
    }
    assert.ok(line.largest <= 5_000, `${line.largest} codes or texts in a piece`);
  });

  it('may hold maps and fields without a value', () => {
    const value = {
      a: undefined,
      map: new Map<string, unknown>([
        ['x', [1]],
        ['y', new Map([[{ k: 1 }, null]])],
      ]),
    };
    assert.deepEqual(new Line().send(value), value);
  });

  it('share what they shared', () => {
    const shared = { deep: [1, 2, 3] };
    const sent = new Line().send([shared, { again: shared }, shared.deep]) as (typeof shared)[] &
      { again: typeof shared }[];
    assert.equal(sent[0], sent[1]?.again);
    assert.equal(sent[0]?.deep, sent[2] as unknown);
  });

  it('refuse what is no data', () => {
    assert.throws(() => new Line().send([() => 1]), /expected plain data, got a function/);
  });
});

describe('what is sent once', () => {
  it('is the same object in later answers, and costs next to nothing there', () => {
    const line = new Line();
    const kept = sentOnce({ list: Array.from({ length: 1_000 }, (_, at) => at) });
    const first = line.send({ kept, more: 1 }) as { readonly kept: object };
    const before = line.codes;
    const second = line.send([kept, kept]) as readonly object[];
    assert.equal(second[0], first.kept);
    assert.equal(second[1], first.kept);
    assert.ok(line.codes - before < 10);
  });

  it('is forgotten by both sides after a few answers without it, and sent again', () => {
    for (let gap = 1; gap < 2 * KEPT_ANSWERS; gap++) {
      const line = new Line();
      const kept = sentOnce({ name: 'kept' });
      const first = line.send(kept);
      for (let answer = 1; answer < gap; answer++) line.send([answer]);
      const again = line.send(kept);
      assert.deepEqual(again, { name: 'kept' });
      assert.equal(again === first, gap < KEPT_ANSWERS + 1, `after ${gap} answers`);
    }
  });
});
