import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeviceDisplay, displaysByName, settleDisplay } from '../../src/domain/device-display.ts';
import { nativeSize } from '../../src/domain/mount.ts';
import { FOUR_GREYS, type Palette } from '../../src/domain/palette.ts';
import type { Panel } from '../../src/domain/panel.ts';
import { type DeviceReport, NO_REPORT } from '../../src/domain/report.ts';
import { panelWith } from '../support/config/panel.ts';

function panel(name: string, match: readonly string[], more: Partial<Panel> = {}): Panel {
  return panelWith({ name, match, ...more });
}

const OWN_SIZE = { widthPx: 3, heightPx: 4 };
const OWN_INKS = ['#000000', '#ff0000'];
const PANELS = new Map(
  [
    panel('og', ['og', 'trmnl_og']),
    panel('four', ['trmnl_og_4clr']),
    panel('spare', []),
    panel('wall', [], { size: OWN_SIZE, palette: OWN_INKS }),
  ].map((entry) => [entry.name, entry]),
);

function settle(
  report: Partial<DeviceReport>,
  mapping: { readonly panel?: string; readonly palette?: Palette } = {},
): DeviceDisplay {
  return settleDisplay({ panels: PANELS }, mapping, { ...NO_REPORT, ...report });
}

describe('a panel that hangs another way up, or wants a form of PNG', () => {
  const offset = { leftPx: 75, topPx: 25, rightPx: 0, bottomPx: 0 };
  const more: Partial<Panel>[] = [
    { name: 'turned', size: { widthPx: 800, heightPx: 600 }, rotate: 90 },
    { name: 'framed', rotate: 270, offset },
    { name: 'grey', png: { depth: 2, grey: true }, palette: FOUR_GREYS },
  ];
  const panels = new Map(more.map((fields) => [fields.name ?? '', panelWith(fields)]));
  const shown = (mapping: Parameters<typeof settleDisplay>[1], report: Partial<DeviceReport> = {}) =>
    settleDisplay({ panels }, mapping, { ...NO_REPORT, ...report });

  it('swaps the sides of the layout, and adds the turn of the device', () => {
    const { widthPx, heightPx, rotate } = shown({ panel: 'turned' });
    assert.deepEqual([widthPx, heightPx, rotate], [600, 800, 90]);
    const other = shown({ panel: 'turned', rotate: 270 });
    assert.deepEqual([other.widthPx, other.heightPx, other.rotate], [800, 600, 0]);
    assert.equal(shown({ rotate: 180 }).rotate, 180);
  });

  it('takes the size that a client says which lies on its side, with its sides as the panel has them', () => {
    const said = (widthPx: number, heightPx: number) =>
      nativeSize(shown({ panel: 'turned' }, { size: { widthPx, heightPx } }));
    assert.deepEqual(said(800, 600), { widthPx: 800, heightPx: 600 });
    assert.deepEqual(said(600, 800), { widthPx: 800, heightPx: 600 });
    assert.deepEqual(said(590, 800), { widthPx: 800, heightPx: 590 });
  });

  it('takes its edges from the size that the device says, if something is left', () => {
    const said = shown({ panel: 'framed' }, { size: { widthPx: 1072, heightPx: 1448 } });
    assert.deepEqual([said.widthPx, said.heightPx], [1423, 997]);
    const tiny = shown({ panel: 'framed' }, { size: { widthPx: 75, heightPx: 90 } });
    assert.deepEqual([tiny.widthPx, tiny.heightPx, tiny.offset.leftPx], [90, 75, 0]);
  });

  it('leaves out colours that its PNG cannot hold', () => {
    const palette = shown({ panel: 'grey', palette: OWN_INKS }, { colors: '#ff0000,#00ff00' }).palette;
    assert.deepEqual(palette, FOUR_GREYS);
    assert.deepEqual(shown({ panel: 'grey', palette: ['#000000', '#ffffff'] }).palette, [
      '#000000',
      '#ffffff',
    ]);
  });

  it('is among the displays that are known by name', () => {
    const sizes = displaysByName({ panels }).map(({ panel: own, widthPx, rotate }) => [
      own?.name,
      widthPx,
      rotate,
    ]);
    for (const known of [
      [undefined, 800, 0],
      [undefined, 1872, 0],
      ['turned', 600, 90],
      ['framed', 455, 270],
    ]) {
      assert.ok(
        sizes.some((size) => size.join() === known.join()),
        `${known}`,
      );
    }
  });
});

describe('the panel of a device', () => {
  const panelOf = (...args: Parameters<typeof settle>): string | undefined => settle(...args).panel?.name;

  it('is the one that the mapping names', () => {
    assert.equal(panelOf({ board: 'trmnl_og_4clr', model: 'og' }, { panel: 'spare' }), 'spare');
  });

  it('is the one that matches the Board, then the Model, in any case', () => {
    assert.equal(panelOf({ board: 'TRMNL_OG_4CLR', model: 'og' }), 'four');
    assert.equal(panelOf({ board: 'unheard', model: 'OG' }), 'og');
  });

  it('is found by the device where the mapping names one that does not exist', () => {
    assert.equal(panelOf({ model: 'og' }, { panel: 'gone' }), 'og');
  });

  it('is none where nothing matches', () => {
    assert.equal(panelOf({ model: '' }), undefined);
    assert.equal(panelOf({ model: 'x' }), undefined);
  });
});

it('the size is what the device says, then that of the panel, then of the model, then 800 x 480', () => {
  const sizeOf = (...args: Parameters<typeof settle>): readonly number[] => {
    const { widthPx, heightPx } = settle(...args);
    return [widthPx, heightPx];
  };
  const size = { widthPx: 1, heightPx: 2 };
  assert.deepEqual(sizeOf({ size, model: 'x' }, { panel: 'wall' }), [1, 2]);
  assert.deepEqual(sizeOf({ model: 'x' }, { panel: 'wall' }), [3, 4]);
  assert.deepEqual(sizeOf({ model: 'X' }, { panel: 'four' }), [1872, 1404]);
  assert.deepEqual(sizeOf({ model: 'unheard' }), [800, 480]);
  assert.deepEqual(sizeOf({}), [800, 480]);
});

it('the palette is that of the mapping, then of the panel, then of the device, then four greys', () => {
  const palette = ['#000003', '#000004'];
  const colors = '#000005,#000006';
  assert.deepEqual(settle({ colors }, { panel: 'wall', palette }).palette, palette);
  assert.deepEqual(settle({ colors }, { panel: 'wall' }).palette, OWN_INKS);
  assert.deepEqual(settle({ colors }, { panel: 'og' }).palette, ['#000005', '#000006']);
  assert.equal(settle({ colors: 'red' }).palette, FOUR_GREYS);
  assert.equal(settle({}).palette, FOUR_GREYS);
});
