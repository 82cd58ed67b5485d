import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import type { PngForm } from '../../src/domain/panel.ts';
import { holdsPalette, inksOfForm, paletteProblems, unfitInks } from '../../src/domain/png-form.ts';

const RED = ['#000000', '#ffffff', '#ff0000'];
const grey = (depth: 1 | 2 | 4 | 8): PngForm => ({ depth, grey: true });
const indexed = (depth: 2 | 4 | 8): PngForm => ({ depth, grey: false });

it('greyscale holds the greys of its depth, a palette as many inks as it has places, truecolour none', () => {
  assert.ok(holdsPalette(null, RED));
  assert.ok(holdsPalette(grey(2), FOUR_GREYS) && holdsPalette(grey(4), FOUR_GREYS));
  assert.ok(!holdsPalette(grey(1), FOUR_GREYS));
  assert.ok(!holdsPalette(grey(8), RED));
  assert.ok(holdsPalette(indexed(2), RED));
  assert.ok(!holdsPalette(indexed(2), [...FOUR_GREYS, '#ff0000']));
  assert.ok(!holdsPalette({ depth: 24, grey: false }, RED));
  assert.deepEqual(unfitInks(grey(2), ['#000000', '#545454', '#aaaaaa', '#ffff00']), ['#545454', '#ffff00']);
});

it('every form has inks of its own where nobody names any', () => {
  assert.deepEqual(inksOfForm(grey(1)), ['#000000', '#ffffff']);
  assert.deepEqual(inksOfForm(grey(2)), FOUR_GREYS);
  assert.equal(inksOfForm(grey(8))[81], '#515151');
  assert.deepEqual(inksOfForm(indexed(4)), FOUR_GREYS);
  for (const depth of [1, 2, 4, 8] as const) {
    assert.equal(inksOfForm(grey(depth)).length, 2 ** depth);
    assert.ok(holdsPalette(grey(depth), inksOfForm(grey(depth))));
  }
});

it('a script that asks for other inks is told', () => {
  assert.deepEqual(paletteProblems(null, grey(8)), []);
  assert.deepEqual(paletteProblems(RED, null), []);
  assert.match(
    paletteProblems(RED, grey(8)).join(),
    /png: 8 bits, grey\) cannot hold #000000, #ffffff, #ff0000/,
  );
  assert.match(paletteProblems(RED, { depth: 24, grey: false }).join(), /has no palette/);
});
