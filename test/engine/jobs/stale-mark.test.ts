import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import { staleMark } from '../../../src/engine/jobs/stale-mark.ts';
import { checkSvg } from '../../../src/pictures/svg/check.ts';
import { formatTime } from '../../../src/platform/time/strftime.ts';

const SIZES = [
  { widthPx: 296, heightPx: 128 },
  { widthPx: 480, heightPx: 800 },
  { widthPx: 800, heightPx: 480 },
  { widthPx: 1872, heightPx: 1404 },
];
// Local time, so that both are on one day in every zone.
const GOOD_MS = new Date(2026, 10, 22, 14, 5).getTime();
const TIMES = { goodMs: GOOD_MS, sinceMs: GOOD_MS + 60_000 };

function label(svg: string): string {
  return />([^<>]+)<\/text>/.exec(svg)?.[1] ?? '';
}

describe('staleMark', () => {
  it('lies in the lower right corner, small, at every size', () => {
    for (const size of SIZES) {
      const mark = staleMark(size, FOUR_GREYS, TIMES);
      assert.ok(mark !== null);
      assert.ok(mark.x > size.widthPx / 2 && mark.x + mark.widthPx < size.widthPx);
      assert.ok(mark.y > size.heightPx / 2 && mark.y + mark.heightPx < size.heightPx);
      assert.ok((mark.widthPx * mark.heightPx) / (size.widthPx * size.heightPx) < 0.04);
      assert.ok(checkSvg(mark.svg, 'mark').ok);
    }
  });

  it('names the time of the picture, and its day where the failures began on another', () => {
    const size = { widthPx: 800, heightPx: 480 };
    assert.equal(label(staleMark(size, FOUR_GREYS, TIMES)?.svg ?? ''), '14:05');
    const later = { ...TIMES, sinceMs: GOOD_MS + 86_400_000 };
    assert.equal(
      label(staleMark(size, FOUR_GREYS, later)?.svg ?? ''),
      formatTime(GOOD_MS / 1000, '%-d %b %H:%M'),
    );
  });

  it('is drawn in the darkest and the lightest ink, whatever they are', () => {
    const mark = staleMark({ widthPx: 800, heightPx: 480 }, ['#ffee00', '#002244', '#00aa00'], TIMES);
    const colours = new Set(mark?.svg.match(/#[\da-f]{6}/g));
    assert.deepEqual([...colours].sort(), ['#002244', '#ffee00']);
  });

  it('is left out of a picture that is too small for it', () => {
    assert.equal(staleMark({ widthPx: 40, heightPx: 40 }, FOUR_GREYS, TIMES), null);
  });
});
