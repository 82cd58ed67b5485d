import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  endOf,
  hasCourse,
  mergePieces,
  pieceText,
  troubleLanes,
} from '../../../../src/bench/report/charts/pieces.ts';
import { timeScale } from '../../../../src/bench/report/charts/scale.ts';
import { NBSP } from '../../../../src/bench/report/units.ts';
import type { TimelinePoint } from '../../../../src/bench/result.ts';

function piece(fromSeconds: number, values: Partial<TimelinePoint> = {}): TimelinePoint {
  return {
    fromSeconds,
    seconds: 1,
    offered: 10,
    served: 10,
    held: 0,
    errors: 0,
    p50: 5,
    p99: 9,
    max: 12,
    serverCores: 1,
    serverMb: 200,
    ...values,
  };
}

const timeline = (length: number): readonly TimelinePoint[] => Array.from({ length }, (_, at) => piece(at));

describe('the timeline in a chart', () => {
  it('stays as it is where its pieces can be told apart', () => {
    assert.equal(mergePieces(timeline(120)).length, 120);
    assert.deepEqual([hasCourse(timeline(2)), hasCourse(timeline(3)), endOf(timeline(3))], [false, true, 3]);
  });

  it('is merged without hiding what was slow', () => {
    const slow = piece(3, { p50: 700, p99: 900, max: 5_000, errors: 2, serverMb: 500, serverCores: 4 });
    const merged = mergePieces([...timeline(3), slow, ...timeline(236)]);
    assert.equal(merged.length, 120);
    assert.deepEqual(
      merged[1],
      piece(2, {
        seconds: 2,
        offered: 20,
        served: 20,
        p50: 700,
        p99: 900,
        max: 5_000,
        errors: 2,
        serverMb: 500,
        serverCores: 2.5,
      }),
    );
  });

  it('keeps gaps', () => {
    const gap = { p50: null, p99: null, max: null, serverCores: null, serverMb: null };
    const merged = mergePieces(Array.from({ length: 240 }, (_, at) => piece(at, gap)));
    assert.deepEqual(merged[0], piece(0, { ...gap, seconds: 2, offered: 20, served: 20 }));
  });

  it('marks when calls failed, each stretch once', () => {
    const pieces = [
      piece(0),
      piece(1, { errors: 2 }),
      piece(2, { errors: 3 }),
      piece(3, { held: 1 }),
      piece(4, { errors: 1 }),
    ];
    const lanes = troubleLanes(pieces, timeScale(5));
    assert.deepEqual(
      lanes.map(({ label, spans }) => [
        label,
        ...spans.map(({ from, to, text }) => `${from} ${to} ${text.replaceAll(NBSP, ' ')}`),
      ]),
      [
        ['errors', '0.2 0.6 5 errors, 1 s to 3 s', '0.8 1 1 error, 4 s to 5 s'],
        ['429s', '0.6 0.8 1 429, 3 s to 4 s'],
      ],
    );
    assert.deepEqual(troubleLanes(timeline(5), timeScale(5)), []);
  });

  it('names a piece by its seconds', () => {
    assert.equal(pieceText(piece(12, { seconds: 0.5 })).replaceAll(NBSP, ' '), '12 s to 12.5 s');
  });
});
