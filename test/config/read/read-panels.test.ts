import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_INSETS, type Panel } from '../../../src/domain/panel.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

function text(...lines: string[]): string {
  return ['panels:', '  wall:', ...lines.map((line) => `    ${line}`), ''].join('\n');
}

function panel(...lines: string[]): Panel | undefined {
  return accepted(text(...lines)).snapshot.panels.get('wall');
}

/** See `read-panel-png.test.ts`. */
const NO_PNG_KEYS = { maxPngBytes: null, rotate: 0, offset: NO_INSETS, png: null, history: false };

describe('panels', () => {
  it('have nothing that is not written', () => {
    assert.deepEqual(accepted('panels:\n  wall: {}\n').snapshot.panels.get('wall'), {
      name: 'wall',
      title: 'wall',
      source: 'config',
      match: [],
      size: null,
      palette: null,
      measured: null,
      ditherMeasured: false,
      dither: { tuning: {}, perAlgorithm: {} },
      minPngBytes: null,
      ...NO_PNG_KEYS,
    });
  });

  it('have all settings', () => {
    const read = panel(
      'name: On the wall',
      'match: [Board_1, 397]',
      'width: 800',
      'height: 480',
      'colors: "#000000,#ffffff,#FF0000"',
      'colors_actual: ["#222222", "#dddddd", "#bb1111"]',
      'dither_measured: true',
      'text: plain',
      'min_png_bytes: 5',
      'dither:',
      '  algorithm: atkinson',
      '  error_clamp: 0.5',
      '  strength: 0.9',
      '  Floyd_Steinberg: {noise_scale: 2, max_error: 1}',
      '  jjn: {}',
    );
    assert.deepEqual(read, {
      name: 'wall',
      title: 'On the wall',
      source: 'config',
      match: ['Board_1', '397'],
      size: { widthPx: 800, heightPx: 480 },
      palette: ['#000000', '#ffffff', '#ff0000'],
      measured: ['#222222', '#dddddd', '#bb1111'],
      ditherMeasured: true,
      dither: {
        algorithm: 'atkinson',
        tuning: { maxError: 0.5, strength: 0.9 },
        perAlgorithm: { 'floyd-steinberg': { noiseScale: 2, maxError: 1 }, 'jarvis-judice-ninke': {} },
      },
      text: 'plain',
      minPngBytes: 5,
      ...NO_PNG_KEYS,
    });
  });

  it('take a bare match and a bare algorithm', () => {
    const read = panel('match: og', 'dither: stucki');
    assert.deepEqual(read?.match, ['og']);
    assert.deepEqual(read?.dither, { algorithm: 'stucki', tuning: {}, perAlgorithm: {} });
  });

  it('stand in the order of the file, before those of the catalogue', () => {
    const names = [...accepted('panels: {b: {}, a: {}, "1": {}}').snapshot.panels.keys()];
    assert.deepEqual(names.slice(0, 3), ['b', 'a', '1']);
    assert.equal(names[3], 'og');
  });

  it('have width and height only together and within reach', () => {
    assert.equal(panel('width: 800')?.size, null);
    assert.match(warnings(text('width: 800'))[0] ?? '', /width and height only count together/);
    assert.equal(panel('width: 800', 'height: 4097')?.size, null);
    assert.equal(panel('width: 1', 'height: 4096')?.size?.heightPx, 4096);
  });

  it('warn of unknown keys and algorithms, also in blocks', () => {
    assert.deepEqual(
      warnings(text('witdh: 5', 'dither: {algoritm: x, algorithm: burks, sierra: {strenght: 1}}')),
      [
        '3:5 unknown key `panels.wall.witdh`; did you mean `width`?',
        '4:14 unknown key `panels.wall.dither.algoritm`; did you mean `algorithm`?',
        '4:38 panels.wall.dither.algorithm: there is no algorithm "burks", atkinson is used; did you mean burkes?',
        '4:54 unknown key `panels.wall.dither.sierra.strenght`; did you mean `strength`?',
      ],
    );
  });

  it('are refused when they have another shape', () => {
    assert.match(refused('panels:\n  - name: og\n')[0] ?? '', /expected a map under `panels`, got a list/);
    assert.match(refused('panels: {og: 5}')[0] ?? '', /expected a map under `panels.og`, got 5/);
    assert.match(
      refused(text('dither: [a]'))[0] ?? '',
      /expected a map under `panels.wall.dither`, got a list/,
    );
    assert.match(refused(text('dither: {sierra: 5}'))[0] ?? '', /`panels.wall.dither.sierra`, got 5/);
  });
});

describe('colors_actual', () => {
  it('stands for the four greys where there are no colors', () => {
    assert.equal(panel('colors_actual: "#111111,#444444,#999999,#eeeeee"')?.measured?.length, 4);
  });

  it('may say that two inks look alike', () => {
    const read = panel('colors: "#000000,#ffffff"', 'colors_actual: "#333333,#333333"');
    assert.deepEqual(read?.measured, ['#333333', '#333333']);
  });

  it('follows colors that are repeated', () => {
    const read = panel('colors: "#000000,#000000,#ffffff"', 'colors_actual: "#111111,#222222,#eeeeee"');
    assert.deepEqual(
      [read?.palette, read?.measured],
      [
        ['#000000', '#ffffff'],
        ['#111111', '#eeeeee'],
      ],
    );
  });

  it('is left out with a warning when it does not have one for each', () => {
    const lines = ['colors: "#000000,#ffffff"', 'colors_actual: "#333333"'];
    assert.equal(panel(...lines)?.measured, null);
    assert.match(
      warnings(text(...lines))[0] ?? '',
      /^4:20 .*each of the 2 in `colors`, got 1; it is left out$/,
    );
  });

  it('is missed by dither_measured', () => {
    const lines = ['dither_measured: true'];
    assert.match(warnings(text(...lines))[0] ?? '', /dither_measured: has no effect without colors_actual$/);
    assert.deepEqual(
      warnings(text('colors: "#000000,#ffffff"', 'colors_actual: "#333333,#cccccc"', ...lines)),
      [],
    );
  });

  it('is left out with colors that cannot be used', () => {
    const lines = [
      'colors: "#000000,white,#555555,#ffffff"',
      'colors_actual: "#111111,#444444,#999999,#eeeeee"',
    ];
    assert.equal(panel(...lines)?.measured, null);
    assert.equal(warnings(text(...lines)).length, 1);
  });
});
