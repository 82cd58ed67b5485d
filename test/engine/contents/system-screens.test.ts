import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ContentStore } from '../../../src/engine/contents/content-store.ts';
import { SystemScreens } from '../../../src/engine/contents/system-screens.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';

const SIZE = { widthPx: 600, heightPx: 400 };
const FACTS = {
  failure: { code: 'script_error', message: 'no forecast' },
  device: 'Kitchen',
  screen: 'local/weather',
  sinceMs: null,
} as const;

function open(environment = 'env') {
  const store = new ContentStore();
  return { store, screens: new SystemScreens(store, { digest: environment }) };
}

describe('SystemScreens', () => {
  it('keeps the welcome screen, with the code on it', () => {
    const { store, screens } = open();
    const content = screens.welcome(SIZE, 'ABCDE-FGHJK');
    assert.match(content.svg, /ABCDE-FGHJK/);
    assert.equal(store.get(content.hash), content);
    assert.notEqual(screens.welcome(SIZE, 'BBBBB-BBBBB').hash, content.hash);
  });

  it('keeps one busy screen for each size, whatever else is known of the display', () => {
    const { store, screens } = open();
    const content = screens.busy(SIZE);
    assert.equal(store.get(content.hash), content);
    assert.equal(
      screens.busy({ ...SIZE, palette: ['#000000', '#ff0000'] } as typeof SIZE).hash,
      content.hash,
    );
    assert.notEqual(screens.busy({ ...SIZE, widthPx: 601 }).hash, content.hash);
  });

  it('draws an error screen by the spec of the picture that it stands for, and does not keep it', () => {
    const { store, screens } = open();
    const spec = renderSpec({ ...SIZE, palette: ['#000000', '#ffffff', '#ff0000'] });
    const content = screens.error(spec, FACTS);
    for (const words of ['no forecast', 'Kitchen', 'local/weather', 'retry in', 'stroke="#ff0000"']) {
      assert.ok(content.svg.includes(words), words);
    }
    assert.deepEqual([content.spec, content.screen, content.secrets], [spec, 'local/weather', []]);
    assert.equal(store.has(content.hash), false);
    assert.ok(!screens.error(spec, { ...FACTS, device: null }).svg.includes('Device:'));
  });

  it('marks an old picture under a hash of its own, the same for the same times', () => {
    const { store, screens } = open();
    const good = screens.busy(SIZE);
    const times = { goodMs: 0, sinceMs: 60_000 };
    const marked = screens.marked(good, times);
    assert.ok(marked.overlay !== undefined && marked.hash !== good.hash);
    assert.equal(store.get(marked.hash), marked);
    assert.equal(screens.marked(good, times).hash, marked.hash);
    assert.notEqual(screens.marked(good, { ...times, goodMs: 3_600_000 }).hash, marked.hash);
  });

  it('leaves a picture without a mark where there is no room for it', () => {
    const { screens } = open();
    const small = screens.busy({ widthPx: 20, heightPx: 10 });
    assert.equal(screens.marked(small, { goodMs: 0, sinceMs: 0 }).hash, small.hash);
  });

  it('gives other names to pictures of other fonts or another engine', () => {
    assert.notEqual(open('one').screens.busy(SIZE).hash, open('two').screens.busy(SIZE).hash);
  });
});
