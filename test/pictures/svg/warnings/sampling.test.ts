import assert from 'node:assert/strict';
import { it } from 'node:test';
import { WarningSampling } from '../../../../src/pictures/svg/warnings/sampling.ts';
import { draw } from '../../../support/pictures/svg-pictures.ts';

it('looks at the first drawings of each template, then at some', () => {
  const sampling = new WarningSampling();
  const due = Array.from({ length: 40 }, (_, i) => (sampling.isDue('a') ? i : -1)).filter((i) => i >= 0);
  assert.deepEqual(due, [0, 1, 2, 3, 4, 5, 6, 7, 16, 32]);
  assert.equal(sampling.isDue('b'), true);
});

it('is given to every picture for people', async () => {
  for (let i = 0; i < 20; i++) {
    const drawn = await draw('<svg viewBox="0 0 9 9"><rectangle/></svg>', { directory: 'sampling' });
    assert.ok(drawn.ok && drawn.value.warnings.length === 1, String(i));
  }
});
