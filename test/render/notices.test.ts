import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import { busyScreen, errorScreen, welcomeScreen } from '../../src/render/notices.ts';
import { checkSvg } from '../../src/svg/check.ts';

const OG = { widthPx: 800, heightPx: 480 };
const COLOURS = ['#000000', '#ffffff', '#ff0000'];

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
}

describe('errorScreen', () => {
  it('has a white rectangle, a red outline, the reason and when the device tries again', () => {
    const svg = errorScreen(OG, COLOURS, 'clock.lua:2: no time', 60);
    assert.match(svg, /<rect width="800" height="480" fill="#ffffff"\/>/);
    assert.match(svg, /stroke="#ff0000"/);
    assert.deepEqual(texts(svg), ['Error: clock.lua:2: no time', 'This device will retry in 60 seconds.']);
  });

  it('has a black outline where the panel has only greys', () => {
    const svg = errorScreen(OG, FOUR_GREYS, 'x', 60);
    assert.match(svg, /stroke="#000000"/);
    assert.doesNotMatch(svg, /#ff0000/);
  });

  it('breaks a long reason into lines, and marks what it had to cut', () => {
    const svg = errorScreen(OG, COLOURS, 'word '.repeat(400), 60);
    const lines = texts(svg).slice(0, -1);
    assert.equal(lines.length, 9);
    assert.ok(lines.at(-1)?.endsWith('…'));
    assert.ok(lines.every((line) => line.length <= 60));
  });

  it('has a black outline where no ink is red', () => {
    assert.match(errorScreen(OG, ['#000000', '#ffffff', '#ffff00'], 'x', 60), /stroke="#000000"/);
    assert.match(errorScreen(OG, ['#000000', '#ffffff', '#b22222'], 'x', 60), /stroke="#b22222"/);
  });

  it('has an outline with both edges on whole pixels, at every size', () => {
    for (const size of [OG, { widthPx: 400, heightPx: 300 }, { widthPx: 1872, heightPx: 1404 }]) {
      const stroke = Number(/stroke-width="(\d+)"/.exec(errorScreen(size, COLOURS, 'x', 60))?.[1]);
      assert.equal(stroke % 2, 0, String(stroke));
    }
  });

  it('gives wide letters shorter lines than narrow ones', () => {
    const longest = (letter: string): number => {
      const lines = texts(errorScreen(OG, COLOURS, letter.repeat(300), 60)).slice(1, -1);
      return Math.max(...lines.map((line) => line.length));
    };
    // 720 px hold 30 squares of 24 px.
    assert.ok(longest('駅') === 30, String(longest('駅')));
    assert.ok(longest('W') < longest('n') && longest('n') < longest('i'));
  });

  it('is valid SVG whatever the reason holds, at every size', () => {
    const hostile = `<script>"&'\u0000\ud800]]>${'x'.repeat(500)}`;
    for (const size of [
      OG,
      { widthPx: 1, heightPx: 1 },
      { widthPx: 4096, heightPx: 40 },
      { widthPx: 40, heightPx: 4096 },
    ]) {
      const checked = checkSvg(errorScreen(size, COLOURS, hostile, 60), 'error screen');
      assert.ok(checked.ok, JSON.stringify(checked));
    }
  });
});

describe('the other notices', () => {
  it('keep their texts on an upright panel', () => {
    const upright = { widthPx: 480, heightPx: 800 };
    const svg = welcomeScreen(upright, 'ABCDE-FGHJK');
    assert.equal(
      texts(svg).slice(2).join(' '),
      'Use this code to choose a screen for this device.',
      'broken into lines',
    );
    const size = Number(/font-size="(\d+)"[^>]*monospace/.exec(svg)?.[1]);
    assert.ok(size * 0.6 * 11 <= 480 && size > 40, String(size));
  });

  it('show the code, and that the server is busy', () => {
    assert.ok(texts(welcomeScreen(OG, 'ABCDE-FGHJK')).includes('ABCDE-FGHJK'));
    assert.deepEqual(texts(busyScreen(OG)), ['Busy, back soon']);
  });
});
