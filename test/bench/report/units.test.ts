import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bytesText,
  changeText,
  clockTick,
  countedText,
  countText,
  countTick,
  momentText,
  msOrDash,
  msText,
  msTick,
  NBSP,
  rateText,
  secondsText,
  shareText,
} from '../../../src/bench/report/units.ts';

/** The texts of some figures, with ordinary spaces. */
function texts(write: (figure: number) => string, figures: readonly number[]): readonly string[] {
  return figures.map((figure) => write(figure).replaceAll(NBSP, ' '));
}

describe('figures as texts', () => {
  it('group the digits of counts', () => {
    assert.deepEqual(texts(countText, [0, 999, 1000, 1_234_567]), ['0', '999', '1 000', '1 234 567']);
    assert.equal(countedText(1, 'device').replaceAll(NBSP, ' '), '1 device');
    assert.equal(countedText(2000, 'device').replaceAll(NBSP, ' '), '2 000 devices');
  });

  it('give times two digits and the unit that suits them', () => {
    assert.deepEqual(
      texts(msText, [0, 0.001, 0.84, 0.996, 4.14, 9.96, 12.4, 999.4, 999.6, 1234, 15_000, 210_000]),
      [
        '0 ms',
        '<0.01 ms',
        '0.84 ms',
        '1.0 ms',
        '4.1 ms',
        '10 ms',
        '12 ms',
        '999 ms',
        '1.0 s',
        '1.2 s',
        '15 s',
        '3.5 min',
      ],
    );
    assert.equal(msOrDash(null), '–');
    assert.deepEqual(texts(secondsText, [0.5, 15, 90, 120, 300, 61.4]), [
      '0.5 s',
      '15 s',
      '90 s',
      '2 min',
      '5 min',
      '61 s',
    ]);
  });

  it('give bytes in units of thousands', () => {
    assert.deepEqual(texts(bytesText, [0, 812, 999.6, 44_061, 1_234_567, 2.5e9]), [
      '0 B',
      '812 B',
      '1.0 KB',
      '44 KB',
      '1.2 MB',
      '2.5 GB',
    ]);
  });

  it('say all and nothing of a share only when it is so', () => {
    assert.deepEqual(texts(shareText, [0, 0.0001, 0.012, 0.42, 0.9996, 0.99999, 1]), [
      '0 %',
      '<0.1 %',
      '1.2 %',
      '42 %',
      '99.9 %',
      '99.9 %',
      '100 %',
    ]);
  });

  it('give changes a sign, and large ones as a factor', () => {
    assert.deepEqual(texts(changeText, [0, 0.0002, 0.034, -0.5, 1.2, 3.1, 1e30]), [
      '0 %',
      '0 %',
      '+3.4 %',
      '−50 %',
      '+120 %',
      '4.1 times',
      '>1 000 times',
    ]);
  });

  it('give rates no digit that says nothing', () => {
    assert.deepEqual(texts(rateText, [0, 0.5, 3, 4.26, 222.4, 1999.6]), [
      '0',
      '0.50',
      '3',
      '4.3',
      '222',
      '2 000',
    ]);
  });

  it('are short on axes', () => {
    assert.deepEqual(texts(msTick, [0, 0.03, 0.5, 10, 1000, 2500, 1e6]), [
      '0',
      '30 µs',
      '0.5 ms',
      '10 ms',
      '1 s',
      '2.5 s',
      '1 000 s',
    ]);
    assert.deepEqual(texts(countTick, [0, 0.5, 250, 2000, 20_000]), ['0', '0.5', '250', '2 000', '20 k']);
    assert.deepEqual(texts(clockTick(60), [0, 15, 60]), ['0 s', '15 s', '60 s']);
    assert.deepEqual(texts(clockTick(600), [60, 90]), ['1 min', '1.5 min']);
    assert.deepEqual(texts(clockTick(86_400), [14_400]), ['4 h']);
  });

  it('show a moment to the minute, and other text as it is', () => {
    assert.equal(momentText('2026-11-22T15:52:10.123Z'), '2026-11-22 15:52 UTC');
    assert.equal(momentText('yesterday'), 'yesterday');
  });

  it('have no space at which a line could be broken', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (figure) => {
        for (const write of [countText, msText, bytesText, shareText, changeText, rateText, msTick]) {
          assert.doesNotMatch(write(figure), / |NaN|∞/);
        }
      }),
    );
  });
});
