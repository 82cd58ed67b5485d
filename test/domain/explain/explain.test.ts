import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain } from '../../../src/domain/explain/explain.ts';
import type { ExplainFacts } from '../../../src/domain/explain/facts.ts';
import { span } from '../../../src/domain/explain/finding.ts';
import type { FailureRun } from '../../../src/domain/failure-run.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { imageOf, NOW, pollOf } from '../trail/steps.ts';
import { eventOf, FETCHED, factsOf, RECORD } from './facts.ts';

function codes(more: Partial<ExplainFacts>): readonly string[] {
  return explain(factsOf(more)).map(({ code }) => code);
}

describe('explain', () => {
  it('always has a sentence', () => {
    assert.deepEqual(codes({ steps: [] }), ['unknown']);
    assert.deepEqual(codes({ record: null, steps: [] }), ['never_called']);
    assert.deepEqual(codes({}), ['shown']);
  });

  it('tells sleep from lateness', () => {
    const at = (seconds: number): string | undefined => codes({ nowMs: NOW + seconds * 1000 })[0];
    assert.deepEqual([59, 61, 959, 961, 1_800, 1_801].map(at), [
      'shown',
      'asleep',
      'asleep',
      'overdue',
      'overdue',
      'late',
    ]);
  });

  it('says how much was missing, where the device says little', () => {
    const [{ text }] = explain(factsOf({ nowMs: NOW + 3 * 86_400_000 }));
    assert.equal(
      text,
      'No poll for 3 days, and it was to call every 15 minutes: its battery is not known at its last contact. See that it has power and reaches its Wi-Fi, and wake it by hand.',
    );
  });

  it('says that there was no room', () => {
    const busy = pollOf(NOW + 1_000, { decision: 'overloaded', refreshSeconds: 47 });
    const [{ code, text, evidence }] = explain(factsOf({ steps: [FETCHED, busy] }));
    assert.equal(code, 'overloaded');
    assert.match(text, /told to come again in 47 seconds\. If that goes on, give the server more processors/);
    assert.equal(evidence[0]?.requestId, 'one');
  });

  it('says that the picture lost details to fit', () => {
    const drawing = { atMs: NOW, ms: 9, bytes: 89_000, step: 5, lost: 'its dither has strength 0.75' };
    const [{ code, text }] = explain(factsOf({ steps: [{ ...FETCHED, drawing }] }));
    assert.equal(code, 'picture_reduced');
    assert.match(
      text,
      /89000 bytes at step 5 of the size ladder: its dither has strength 0\.75\. Take photos and gradients out/,
    );
    const old = { ...drawing, lost: null };
    assert.match(
      explain(factsOf({ steps: [{ ...FETCHED, drawing: old }] }))[0].text,
      /it has fewer details\./,
    );
  });

  it('says nothing of a picture that only had to be compressed harder', () => {
    const drawing = { atMs: NOW, ms: 9, bytes: 89_000, step: 1, lost: null };
    assert.ok(!codes({ steps: [{ ...FETCHED, drawing }] }).includes('picture_reduced'));
  });

  it('does not doubt a device that has the picture', () => {
    const again = pollOf(NOW + 900_000, { decision: 'same', requestId: null });
    assert.deepEqual(codes({ steps: [FETCHED, again], nowMs: NOW + 900_100 }), ['unchanged', 'shown']);
    const known = { ...FETCHED, images: [imageOf(NOW, { status: 304 })] };
    assert.deepEqual(codes({ steps: [known], nowMs: NOW + 100_000 }), ['asleep']);
  });

  it('says that a picture is fetched and asked for again', () => {
    const quick = [2, 4, 6].map((seconds) => pollOf(NOW + seconds * 1000, { decision: 'same' }));
    const [{ code, text }] = explain(factsOf({ steps: [FETCHED, ...quick] }));
    assert.equal(code, 'retries');
    assert.match(text, /^4 polls in 6 seconds, .*: it gets the picture and asks again/);
  });

  it('does not take short refreshes, or a busy server, for retries', () => {
    const often = [0, 10, 20, 30].map((seconds) => pollOf(NOW + seconds * 1000, { refreshSeconds: 10 }));
    assert.ok(!codes({ steps: often }).includes('retries'));
    const busy = [0, 20, 40].map((seconds) => pollOf(NOW + seconds * 1000, { decision: 'overloaded' }));
    assert.deepEqual(codes({ steps: busy })[0], 'overloaded');
  });

  it('says what the server answered to an image call', () => {
    const refused = (status: number, code: string): string => {
      const images = [imageOf(NOW + 900, { status, code, bytes: 0 })];
      return explain(factsOf({ steps: [pollOf(NOW, { images })] }))[0].text;
    };
    assert.match(refused(404, 'content_not_found'), /404: no server has the picture any more\.$/);
    assert.match(refused(503, 'picture_delayed'), /503: the picture took longer than the device waits/);
    assert.match(refused(500, 'render_failed'), /500: the picture could not be drawn\.$/);
    assert.match(refused(400, 'x'), /400: x\.$/);
  });

  it('believes the log of the device, and what the servers say of themselves, about a wrong signature', () => {
    const told = pollOf(NOW);
    const log = { kind: 'log', atMs: NOW + 2_000, requestId: 'its-log', entries: 1 } as const;
    const later = { nowMs: NOW + 61_000 };
    assert.equal(codes({ steps: [told], ...later })[0], 'never_fetched');
    const logError = '[HTTPS] GET... failed, code: 403 (Forbidden)';
    const [said] = explain(factsOf({ steps: [told, log], logError, ...later }));
    assert.equal(said.code, 'image_refused');
    assert.match(said.text, /its log says at .* was refused with 403: the signature is wrong/);
    assert.equal(said.evidence.at(-1)?.requestId, 'its-log');
    assert.equal(codes({ steps: [told, log], logError: 'code: 1403', ...later })[0], 'never_fetched');
    assert.equal(
      codes({ steps: [log, { ...told, atMs: NOW + 3_000 }], logError, ...later })[0],
      'never_fetched',
    );
    const [differ] = explain(factsOf({ steps: [told], secretsDiffer: true, ...later }));
    assert.equal(differ.code, 'image_refused');
    assert.match(differ.text, /sign addresses with different secrets/);
    assert.equal(codes({ secretsDiffer: true, ...later })[0], 'asleep');
  });

  it('puts findings in order of their weight', () => {
    const lateMs = NOW + 1_000_000;
    const identity = [
      eventOf('held_back', lateMs, { isUsual: true, count: 2 }),
      eventOf('claimed_by_code', NOW, { address: null, detail: 'The config names its code.' }),
    ];
    const report = { ...NO_REPORT, percentCharged: 7 };
    const found = codes({
      identity,
      isAssigned: false,
      record: { ...RECORD, report },
      nowMs: lateMs + 1_000,
    });
    assert.deepEqual(found, ['held_back', 'battery_low', 'two_devices', 'pending', 'overdue']);
    assert.equal(codes({ screen: null, noScreen: 'there are no groups' })[0], 'no_screen');
  });

  it('quotes what others wrote in one short line', () => {
    const hostile = `\u0000<script>"'\n${'x'.repeat(5_000)}`;
    const poll = pollOf(NOW, { forwarded: `http://${'y'.repeat(5_000)}` });
    const told = { code: 'script_error', message: hostile } as const;
    const run: FailureRun = {
      ...{ sinceMs: NOW, lastMs: NOW, tries: 1, reason: hostile, told, shown: 'error', sources: '' },
      code: 'script_error',
    };
    const found = explain(
      factsOf({
        ...{
          key: hostile,
          steps: [poll, { kind: 'log', atMs: NOW, requestId: null, entries: 1 }],
          logError: hostile,
        },
        ...{
          record: { ...RECORD, failing: run },
          nowMs: NOW + 60_000,
          panel: { name: hostile, size: { widthPx: 1, heightPx: 2 }, fitting: [hostile] },
        },
      }),
    );
    assert.deepEqual(found.map(({ code }) => code).slice(0, 3), [
      'proxy_not_trusted',
      'screen_fails',
      'log_error',
    ]);
    for (const { text } of found) {
      assert.ok(text.length < 500, text);
      assert.ok(![...text].some((character) => character < ' '), text);
    }
  });
});

describe('a span of time', () => {
  it('is told in the largest unit that tells it well', () => {
    assert.deepEqual([-5, 1_000, 90_000, 180_000, 7_200_000, 3 * 86_400_000].map(span), [
      '0 seconds',
      '1 second',
      '90 seconds',
      '3 minutes',
      '2 hours',
      '3 days',
    ]);
  });
});
