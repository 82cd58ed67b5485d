import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PollStep } from '../../../src/domain/trail/entries.ts';
import { joinTrail } from '../../../src/domain/trail/join.ts';
import { repeatLine, stepLine } from '../../../src/domain/trail/lines.ts';
import { imageOf, NOW, PICTURE, pollOf } from './steps.ts';

const OTHER = 'b'.repeat(30);
const HOUR_MS = 3_600_000;

function polls(lines: readonly string[]): readonly PollStep[] {
  return joinTrail(lines).filter((step) => step.kind === 'poll');
}

describe('a trail', () => {
  it('gives each poll the calls for its picture, whichever server had them, and in any order', () => {
    const lines = [
      stepLine(imageOf(NOW + 500)),
      stepLine(pollOf(NOW + HOUR_MS, { picture: OTHER })),
      // The clock of this server is behind.
      stepLine(imageOf(NOW + HOUR_MS - 2_000, { picture: OTHER, status: 304 })),
      stepLine(pollOf(NOW)),
      stepLine(imageOf(NOW - HOUR_MS)),
    ];
    const [early, ...steps] = joinTrail(lines);
    assert.equal(early?.kind, 'image');
    assert.deepEqual(
      steps.map((step) => (step.kind === 'poll' ? step.images.map(({ status }) => status) : step.kind)),
      [[200], [304]],
    );
  });

  it('gives a poll its drawing, also where that was later', () => {
    const drawing = { atMs: NOW + 40_000, ms: 12, bytes: 5_000, step: 0, lost: null };
    const [poll] = polls([
      stepLine(pollOf(NOW)),
      stepLine({ kind: 'drawn', atMs: NOW + 40_000, picture: PICTURE, drawing }),
    ]);
    assert.deepEqual(poll?.drawing, drawing);
  });

  it('folds polls without news into one step with its count, times and last readings', () => {
    const quiet = [1, 2, 3].map((hour) =>
      repeatLine(pollOf(NOW + hour * HOUR_MS, { decision: 'same', batteryVoltage: 4 - hour / 10 })),
    );
    const found = polls([stepLine(pollOf(NOW)), ...quiet]);
    assert.deepEqual(
      found.map(({ decision, count, atMs, lastMs, batteryVoltage, requestId }) => [
        ...[decision, count, atMs, lastMs, batteryVoltage, requestId],
      ]),
      [
        ['new', 1, NOW, NOW, 3.98, 'one'],
        ['same', 3, NOW + HOUR_MS, NOW + 3 * HOUR_MS, 3.7, null],
      ],
    );
  });

  it('tells polls in quick succession one by one, and those with something between them', () => {
    const quick = [1, 2].map((step) => stepLine(pollOf(NOW + step * 2_000, { decision: 'same' })));
    assert.equal(polls([stepLine(pollOf(NOW)), ...quick]).length, 3);
    const same = [1, 2].map((hour) => stepLine(pollOf(NOW + hour * HOUR_MS, { decision: 'same' })));
    const log = stepLine({ kind: 'log', atMs: NOW + 1.5 * HOUR_MS, requestId: null, entries: 1 });
    assert.deepEqual(
      joinTrail([...same, log]).map(({ kind }) => kind),
      ['poll', 'log', 'poll'],
    );
  });

  it('leaves out repeats whose poll is gone, and lines that are none', () => {
    assert.deepEqual(joinTrail([repeatLine(pollOf(NOW, { decision: 'same' })), 'nothing', '{}']), []);
  });

  it('joins the longest trail at once', () => {
    const lines = Array.from({ length: 400 }, (_, index) =>
      stepLine(index % 2 === 0 ? pollOf(NOW + index) : imageOf(NOW + index)),
    );
    assert.equal(polls(lines).length, 200);
  });
});
