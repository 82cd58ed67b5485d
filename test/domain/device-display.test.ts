import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choosePanel, chooseSize, type Panel } from '../../src/domain/panel.ts';

function panel(name: string, match: readonly string[], size: Panel['size'] = null): Panel {
  return {
    name,
    match,
    size,
    palette: null,
    measured: null,
    ditherMeasured: false,
    dither: { tuning: {}, perAlgorithm: {} },
    minPngBytes: null,
  };
}

const PANELS = new Map(
  [panel('og', ['og', 'trmnl_og']), panel('four', ['trmnl_og_4clr']), panel('spare', ['og'])].map((entry) => [
    entry.name,
    entry,
  ]),
);

describe('choosePanel', () => {
  const choose = (device: Parameters<typeof choosePanel>[1]): string | undefined =>
    choosePanel(PANELS, device)?.name;

  it('takes the panel that the mapping names', () => {
    assert.equal(choose({ panel: 'spare', board: 'trmnl_og_4clr', model: 'og' }), 'spare');
  });

  it('takes the one that matches the Board, then the Model, in any case; the first wins', () => {
    assert.equal(choose({ board: 'TRMNL_OG_4CLR', model: 'og' }), 'four');
    assert.equal(choose({ board: 'unheard', model: 'OG' }), 'og');
  });

  it('takes a name that does not exist for none', () => {
    assert.equal(choose({ panel: 'gone', model: 'og' }), 'og');
  });

  it('finds none for what matches nothing', () => {
    assert.equal(choose({ board: null, model: '' }), undefined);
    assert.equal(choose({ model: 'x' }), undefined);
  });
});

it('chooseSize takes the report, then the panel, then the model, then 800 x 480', () => {
  const reported = { widthPx: 1, heightPx: 2 };
  const own = panel('p', [], { widthPx: 3, heightPx: 4 });
  assert.deepEqual(chooseSize(reported, own, 'x'), reported);
  assert.deepEqual(chooseSize(null, own, 'x'), own.size);
  assert.deepEqual(chooseSize(null, panel('p', []), 'X'), { widthPx: 1872, heightPx: 1404 });
  assert.deepEqual(chooseSize(null, null, 'unheard'), { widthPx: 800, heightPx: 480 });
  assert.deepEqual(chooseSize(null, null, null), { widthPx: 800, heightPx: 480 });
});
