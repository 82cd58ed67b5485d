import assert from 'node:assert/strict';
import { it } from 'node:test';
import { measuredProblems, resolveMeasured } from '../../src/domain/measured.ts';
import { panelWith } from '../support/config/panel.ts';

const PANEL = panelWith({
  palette: ['#000000', '#ffffff', '#ff0000'],
  measured: ['#222222', '#dddddd', '#bb1111'],
  ditherMeasured: true,
});
const PALETTE = ['#000000', '#ffffff', '#ff0000'];

it('takes the colours of the panel', () => {
  assert.deepEqual(resolveMeasured(PALETTE, { script: null, panel: PANEL }), PANEL.measured);
});

it('finds the inks of the panel in another order, and when only some of them are used', () => {
  assert.deepEqual(resolveMeasured(['#ffffff', '#ff0000', '#000000'], { script: null, panel: PANEL }), [
    '#dddddd',
    '#bb1111',
    '#222222',
  ]);
  assert.deepEqual(resolveMeasured(['#ff0000', '#ffffff'], { script: null, panel: PANEL }), [
    '#bb1111',
    '#dddddd',
  ]);
});

it('never takes the colour of one ink for another, though there are as many', () => {
  assert.equal(resolveMeasured(['#000000', '#ffffff', '#ffff00'], { script: null, panel: PANEL }), null);
});

it('takes the measured colours of a panel without a palette for those of the four greys', () => {
  const panel = { ...PANEL, palette: null, measured: ['#111111', '#444444', '#999999', '#eeeeee'] };
  const greys = ['#ffffff', '#000000'];
  assert.deepEqual(resolveMeasured(greys, { script: null, panel }), ['#eeeeee', '#111111']);
});

it('lets the script win, where it says something about every ink', () => {
  const script = ['#010101', '#020202', '#020202'];
  assert.deepEqual(resolveMeasured(PALETTE, { script, panel: PANEL }), script);
  assert.deepEqual(resolveMeasured(PALETTE, { script: ['#010101'], panel: PANEL }), PANEL.measured);
  assert.equal(resolveMeasured(PALETTE, { script: null, panel: null }), null);
});

it('says what is wrong only where somebody asked for measured colours', () => {
  const yellow = ['#000000', '#ffff00'];
  assert.deepEqual(measuredProblems(PALETTE, { script: null, panel: PANEL }), []);
  assert.deepEqual(
    measuredProblems(yellow, { script: null, panel: { ...PANEL, ditherMeasured: false } }),
    [],
  );
  assert.deepEqual(measuredProblems(yellow, { script: null, panel: PANEL }), [
    'panel wall: dither_measured has no effect, colors_actual does not say what #ffff00 looks like',
  ]);
  assert.deepEqual(measuredProblems(PALETTE, { script: ['#010101'], panel: null }), [
    'colors_actual: expected a colour for each of the 3 inks, got 1; it is left out',
  ]);
});
