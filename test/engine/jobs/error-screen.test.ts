import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOUR_GREYS, type Palette } from '../../../src/domain/palette.ts';
import type { Size } from '../../../src/domain/panel.ts';
import { type ErrorFacts, errorScreen } from '../../../src/engine/jobs/error-screen.ts';
import { checkSvg } from '../../../src/pictures/svg/check.ts';
import type { Failure } from '../../../src/platform/base/failure.ts';
import { formatTime } from '../../../src/platform/time/strftime.ts';

const OG = { widthPx: 800, heightPx: 480 };
const SMALL = { widthPx: 296, heightPx: 128 };
const COLOURS = ['#000000', '#ffffff', '#ff0000'];
const SINCE_MS = Date.UTC(2026, 10, 22, 14, 5);
const FAILURE: Failure = { code: 'script_error', message: 'no time', file: 'clock.lua', line: 2 };

interface Changes extends Partial<ErrorFacts> {
  readonly size?: Size;
  readonly palette?: Palette;
  readonly message?: string;
}

function screen({ size = OG, palette = COLOURS, message, ...facts }: Changes = {}): string {
  return errorScreen(size, palette, {
    failure: message === undefined ? FAILURE : { code: 'script_error', message },
    device: 'Kitchen',
    screen: 'local/clock',
    sinceMs: SINCE_MS,
    retrySeconds: 60,
    ...facts,
  });
}

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
}

describe('errorScreen', () => {
  it('has a white rectangle, a red outline, and says what failed, where, since when, and when the next try is', () => {
    const svg = screen();
    assert.match(svg, /<rect width="800" height="480" fill="#ffffff"\/>/);
    assert.match(svg, /stroke="#ff0000"/);
    assert.deepEqual(texts(svg), [
      'The script failed',
      'Error: clock.lua:2: no time',
      'Device: Kitchen',
      'Screen: local/clock',
      `Since ${formatTime(SINCE_MS / 1000, '%Y-%m-%d %H:%M %Z')}`,
      'This device will retry in 60 seconds.',
    ]);
  });

  it('says nothing of a device or a time that it does not know', () => {
    assert.deepEqual(texts(screen({ device: null, sinceMs: null })).slice(2), [
      'Screen: local/clock',
      'This device will retry in 60 seconds.',
    ]);
  });

  it('says all of it on a small panel too', () => {
    const lines = texts(screen({ size: SMALL }));
    assert.equal(lines.length, 6);
    assert.equal(lines[1], 'Error: clock.lua:2: no time');
  });

  it('gives up what matters least where there is no room: title, device, screen and time', () => {
    assert.deepEqual(texts(screen({ size: { widthPx: 400, heightPx: 50 } })), [
      'Error: clock.lua:2: no time',
      'This device will retry in 60 seconds.',
    ]);
  });

  it('has a black outline where the panel has only greys', () => {
    const svg = screen({ palette: FOUR_GREYS });
    assert.match(svg, /stroke="#000000"/);
    assert.doesNotMatch(svg, /#ff0000/);
  });

  it('breaks a long reason into lines, and marks what it had to cut', () => {
    const lines = texts(screen({ message: 'word '.repeat(400) })).slice(1, -4);
    assert.equal(lines.length, 7);
    assert.ok(lines.at(-1)?.endsWith('…'));
    assert.ok(lines.every((line) => line.length <= 60));
  });

  it('has a black outline where no ink is red', () => {
    assert.match(screen({ palette: ['#000000', '#ffffff', '#ffff00'] }), /stroke="#000000"/);
    assert.match(screen({ palette: ['#000000', '#ffffff', '#b22222'] }), /stroke="#b22222"/);
  });

  it('has an outline with both edges on whole pixels, at every size', () => {
    for (const size of [OG, { widthPx: 400, heightPx: 300 }, { widthPx: 1872, heightPx: 1404 }]) {
      const stroke = Number(/stroke-width="(\d+)"/.exec(screen({ size }))?.[1]);
      assert.equal(stroke % 2, 0, String(stroke));
    }
  });

  it('gives wide letters shorter lines than narrow ones', () => {
    const longest = (letter: string): number => {
      const lines = texts(screen({ message: letter.repeat(300) })).slice(2, -4);
      return Math.max(...lines.map((line) => line.length));
    };
    // 720 px hold 30 squares of 24 px.
    assert.ok(longest('駅') === 30, String(longest('駅')));
    assert.ok(longest('W') < longest('n') && longest('n') < longest('i'));
  });

  it('is valid SVG whatever the reason and the names hold, at every size', () => {
    const hostile = `<script>"&'\u0000\ud800]]>${'x'.repeat(500)}`;
    for (const size of [
      OG,
      SMALL,
      { widthPx: 1, heightPx: 1 },
      { widthPx: 4096, heightPx: 40 },
      { widthPx: 40, heightPx: 4096 },
    ]) {
      const svg = screen({ size, message: hostile, device: hostile, screen: hostile });
      const checked = checkSvg(svg, 'error screen');
      assert.ok(checked.ok, JSON.stringify(checked));
    }
  });
});
