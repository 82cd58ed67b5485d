import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelInks } from '../../../src/pictures/draw/panel-inks.ts';
import { spec } from '../../support/pictures/raster-jobs.ts';

const SPECTRA = ['#000000', '#ffffff', '#ffff00', '#ff0000', '#0000ff', '#00ff00'];

test('areas in an ink are solid, areas in any other colour are not', () => {
  const inks = panelInks(spec());
  assert.deepEqual([0x000000, 0x555555, 0xaaaaaa, 0xffffff, 0x545454, 0x0000ff].map(inks.solid), [
    0,
    1,
    2,
    3,
    null,
    null,
  ]);
  assert.deepEqual(inks.sent, new Set([0x000000, 0x555555, 0xaaaaaa, 0xffffff]));
});

test('every ink of a colour panel is solid, whatever it is dithered towards', () => {
  const measured = ['#1f2226', '#b9c7c9', '#d0c048', '#802428', '#263c7c', '#426058'];
  for (const changes of [{}, { measured, ditherMeasured: true }]) {
    const inks = panelInks(spec({ palette: SPECTRA, ...changes }));
    assert.deepEqual(
      SPECTRA.map((ink) => inks.solid(Number.parseInt(ink.slice(1), 16))),
      [0, 1, 2, 3, 4, 5],
    );
  }
});

test('a grey that is mixed from measured greys is not solid; black and white stay so', () => {
  const measured = ['#101010', '#606060', '#909090', '#e0e0e0'];
  const inks = panelInks(spec({ measured, ditherMeasured: true }));
  assert.deepEqual([0x000000, 0x555555, 0xffffff].map(inks.solid), [0, null, 3]);
});

test('black and white are solid on a grey panel that has neither, and white is not on a coloured one', () => {
  assert.deepEqual([0, 0xffffff].map(panelInks(spec({ palette: ['#202020', '#e0e0e0'] })).solid), [0, 1]);
  assert.equal(panelInks(spec({ palette: ['#000000', '#ff0000', '#c0ffc0'] })).solid(0xffffff), null);
});

test('the same panel is looked at once', () => {
  assert.equal(panelInks(spec()), panelInks(spec({ widthPx: 1872, heightPx: 1404 })));
  assert.notEqual(panelInks(spec()), panelInks(spec({ tuning: { strength: 0.5 } })));
});
