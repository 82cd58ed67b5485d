import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceDisplay } from '../../src/domain/device-display.ts';
import type { Mapping } from '../../src/domain/mapping.ts';
import { PLAIN_MOUNT } from '../../src/domain/mount.ts';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import { NO_INSETS } from '../../src/domain/panel.ts';
import {
  defaultRenderSpec,
  noticeSpec,
  pngLimit,
  resolveRenderSpec,
  type SpecSources,
  uprightSpec,
} from '../../src/domain/render-spec.ts';
import { panelWith } from '../support/config/panel.ts';

const MAPPING: Mapping = { key: 'DEFAULT', screen: 'x', params: {}, tuning: {} };
const PANEL = panelWith({
  palette: ['#000000', '#ff0000'],
  measured: ['#111111', '#dd2222'],
  ditherMeasured: true,
  dither: {
    algorithm: 'burkes',
    tuning: { strength: 0.5, noiseScale: 2 },
    perAlgorithm: { sierra: { strength: 0.25 } },
  },
  minPngBytes: 500,
});
const DISPLAY: DeviceDisplay = {
  ...{ widthPx: 800, heightPx: 480, ...PLAIN_MOUNT },
  ...{ panel: null, palette: FOUR_GREYS },
};
const ON_PANEL: DeviceDisplay = { ...DISPLAY, panel: PANEL, palette: PANEL.palette ?? FOUR_GREYS };
const BARE: SpecSources = { display: DISPLAY, mapping: MAPPING, script: null, screenText: null };

describe('resolveRenderSpec', () => {
  it('is the rule of the specification where nobody decides anything', () => {
    const { palette, algorithm, tuning, measured, minPngBytes } = resolveRenderSpec(BARE);
    assert.deepEqual(
      [palette.length, algorithm, tuning, measured, minPngBytes],
      [4, 'floyd-steinberg', {}, null, 0],
    );
    assert.deepEqual(resolveRenderSpec(BARE), defaultRenderSpec({ widthPx: 800, heightPx: 480 }));
  });

  it('takes each number from script, mapping, the panel for the algorithm, the panel', () => {
    const script = { palette: null, measured: null, dither: 'sierra', text: null, tuning: { maxError: 0.1 } };
    const mapping = { ...MAPPING, dither: 'atkinson', tuning: { maxError: 0.2, chromaClamp: 0.3 } };
    const spec = resolveRenderSpec({ ...BARE, display: ON_PANEL, mapping, script });
    assert.equal(spec.algorithm, 'sierra');
    assert.deepEqual(spec.tuning, { maxError: 0.1, chromaClamp: 0.3, strength: 0.25, noiseScale: 2 });
  });

  it('takes who draws the text from script, mapping, panel, the screen, else the engine', () => {
    const script = { palette: null, measured: null, dither: null, text: 'plain', tuning: {} } as const;
    const plain = { ...MAPPING, text: 'plain' } as const;
    const fitted = { ...MAPPING, text: 'fitted' } as const;
    const display = { ...ON_PANEL, panel: { ...PANEL, text: 'plain' } } as const;
    const mode = (sources: Partial<SpecSources>) => resolveRenderSpec({ ...BARE, ...sources }).text;
    assert.equal(mode({}), 'fitted');
    assert.equal(mode({ screenText: 'plain' }), 'plain');
    assert.equal(mode({ screenText: 'fitted', display }), 'plain');
    assert.equal(mode({ display, mapping: fitted }), 'fitted');
    assert.equal(mode({ mapping: plain, script: { ...script, text: 'fitted' } }), 'fitted');
    assert.equal(mode({ mapping: fitted, script }), 'plain');
  });

  it('takes the palette of the script before that of the display', () => {
    const script = { palette: ['#000001', '#000002'], measured: null, dither: null, text: null, tuning: {} };
    assert.deepEqual(resolveRenderSpec({ ...BARE, display: ON_PANEL }).palette, PANEL.palette);
    assert.deepEqual(resolveRenderSpec({ ...BARE, display: ON_PANEL, script }).palette, script.palette);
  });

  it('lets the mapping win over the panel', () => {
    const spec = resolveRenderSpec({
      ...BARE,
      display: ON_PANEL,
      mapping: { ...MAPPING, dither: 'nonsense', minPngBytes: 9 },
    });
    assert.deepEqual([spec.algorithm, spec.tuning.strength, spec.minPngBytes], ['atkinson', 0.5, 9]);
  });

  it('pads no picture beyond what its panel accepts', () => {
    const spec = resolveRenderSpec({ ...BARE, mapping: { ...MAPPING, minPngBytes: 500_000 } });
    assert.deepEqual([spec.minPngBytes, spec.maxPngBytes], [89_999, 89_999]);
  });

  it('drops measured colours that do not belong to the palette', () => {
    assert.deepEqual(resolveRenderSpec({ ...BARE, display: ON_PANEL }).measured, PANEL.measured);
    const display = { ...ON_PANEL, palette: ['#000000', '#777777', '#ffffff'] };
    assert.equal(resolveRenderSpec({ ...BARE, display }).measured, null);
  });
});

describe('what a panel says of its file', () => {
  const rotate = 90 as const;
  const png = { depth: 2, grey: true } as const;

  it('reaches the spec, and script colours only where the PNG can hold them', () => {
    const panel = panelWith({ rotate, png, palette: FOUR_GREYS, maxPngBytes: 59_999, minPngBytes: 70_000 });
    const display = { ...DISPLAY, rotate, panel };
    const script = { palette: ['#000000', '#ff0000'], measured: null, dither: null, text: null, tuning: {} };
    const spec = resolveRenderSpec({ ...BARE, display, script });
    assert.deepEqual([spec.rotate, spec.png, spec.maxPngBytes, spec.minPngBytes], [90, png, 59_999, 59_999]);
    assert.deepEqual(spec.palette, FOUR_GREYS);
    assert.deepEqual(uprightSpec(spec), { ...spec, rotate: 0 });
  });

  it('counts for the notices of the server, which are in four greys unless the PNG has others', () => {
    const board = panelWith({ rotate, png: { depth: 1, grey: true }, palette: ['#000000', '#ffffff'] });
    const spec = noticeSpec({ ...DISPLAY, rotate, panel: board });
    assert.deepEqual([spec.rotate, spec.png?.depth, spec.palette.length], [90, 1, 2]);
    assert.deepEqual(
      noticeSpec({ ...DISPLAY, panel: PANEL }),
      defaultRenderSpec({ widthPx: 800, heightPx: 480 }),
    );
  });

  it('limits a picture by the size of its file, and truecolour less', () => {
    const limit = (changes: Partial<DeviceDisplay>): number =>
      resolveRenderSpec({ ...BARE, display: { ...DISPLAY, ...changes } }).maxPngBytes;
    assert.equal(limit({ offset: { ...NO_INSETS, leftPx: 1 } }), 749_999);
    assert.equal(limit({ panel: panelWith({ png: { depth: 24, grey: false } }) }), 8 * 1024 * 1024);
  });
});

it('pngLimit is what firmware accepts: small up to 800 x 480 pixels', () => {
  assert.equal(pngLimit({ widthPx: 480, heightPx: 800 }), 89_999);
  assert.equal(pngLimit({ widthPx: 801, heightPx: 480 }), 749_999);
});
