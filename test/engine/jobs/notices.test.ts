import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { busyScreen, welcomeScreen } from '../../../src/engine/jobs/notices.ts';

const OG = { widthPx: 800, heightPx: 480 };

function texts(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] ?? '');
}

describe('notices', () => {
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
