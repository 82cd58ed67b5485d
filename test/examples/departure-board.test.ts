import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { PlainObject } from '../../src/platform/base/plain.ts';
import { EXAMPLES_DIR } from '../support/screens/examples.ts';
import { type FakeApi, NOBODY, startFakeApi } from '../support/screens/fake-apis.ts';
import { assertLogged, type Drawn, type Gallery, openGallery } from '../support/screens/gallery.ts';

describe('the departure board', () => {
  let gallery: Gallery;
  let feed: FakeApi;
  const now = Math.floor(Date.now() / 1000);

  before(async () => {
    gallery = await openGallery(null, EXAMPLES_DIR);
  });
  after(() => gallery.stop());
  beforeEach(async () => {
    feed = await startFakeApi();
  });
  afterEach(() => feed.stop());

  const departure = (minutes: number, more: PlainObject = {}): PlainObject => ({
    time: now + minutes * 60,
    line: 'S1',
    to: 'Airport',
    platform: '3',
    ...more,
  });
  const board = (...departures: unknown[]): void => feed.answer(200, { station: 'Harbour', departures });
  const draw = (params: PlainObject = {}, width = 800, height = 480): Promise<Drawn> =>
    gallery.draw('departure-board', { params: { url: feed.url, timezone: 'UTC', ...params }, width, height });

  it('shows forty departures, in two columns where one has no room', async () => {
    board(...Array.from({ length: 60 }, (_, n) => departure(n + 1, { to: `Stop ${n + 1}` })));
    for (const [width, height] of [
      [800, 480],
      [1872, 1404],
      [480, 800],
    ] as const) {
      const { texts, svg } = await draw({ rows: 40 }, width, height);
      const shown = texts.filter((text) => text.startsWith('Stop '));
      const most = width === 480 ? 38 : 40;
      assert.ok(shown.length >= most - 2 && shown.length <= 40, `${width}: ${shown.length}`);
      assert.deepEqual(shown.slice(0, 3), ['Stop 1', 'Stop 2', 'Stop 3']);
      const columns = new Set([...svg.matchAll(/<g transform="translate\((\d+) 0\)"/g)].map(([, x]) => x));
      assert.equal(columns.size, width === 480 ? 1 : 2, `${width}`);
    }
  });

  it('shows delays, and what is cancelled, in the order of leaving', async () => {
    board(
      departure(20, { line: '12', to: 'Market' }),
      departure(5, { delay: 30, to: 'Late' }),
      departure(10, { cancelled: true, to: 'Never' }),
    );
    const { texts, svg } = await draw();
    assert.deepEqual(
      texts.filter((text) => ['Market', 'Late', 'Never'].includes(text)),
      ['Never', 'Market', 'Late'],
    );
    assert.ok(texts.includes('+30') && texts.includes('cancelled'));
    assert.match(svg, /line-through">Never</);
    assert.equal(texts[0], 'Harbour');
  });

  it('leaves out what leaves before anybody gets there, and comes back when the first is gone', async () => {
    board(departure(3, { to: 'Too soon' }), departure(7, { to: 'Next' }));
    const { texts, refreshSeconds } = await draw({ walk: 5 });
    assert.ok(!texts.includes('Too soon') && texts.includes('Next'));
    assert.ok(refreshSeconds >= 60 && refreshSeconds <= 121, String(refreshSeconds));
  });

  it('passes over entries that are none, cuts and escapes the others', async () => {
    board(
      null,
      7,
      {},
      { time: 'soon', line: 'S1' },
      departure(5, {
        to: '<b>A & B</b> and on and on through every village of the valley to the end of all lines',
        platform: 'Bus terminal',
        delay: 'much',
        line: 'A line with a name',
      }),
    );
    const { texts } = await draw();
    assert.ok(
      texts.some((text) => /^<b>A & B<\/b> and .*…$/.test(text)),
      texts.join('|'),
    );
    assert.ok(texts.some((text) => /^A li.*…$/.test(text)) && !texts.includes('Bus terminal'));
  });

  it('stays calm without a feed, and tells the operator why', async () => {
    const { texts, refreshSeconds } = await draw({ url: NOBODY });
    assert.deepEqual(texts, ['Departures', 'No departures at the moment', 'The feed does not answer.']);
    assert.equal(refreshSeconds, 120);
    await assertLogged(gallery, /^departures: GET /);
    for (const [status, body] of [
      [200, 'not JSON'],
      [200, []],
      [200, { departures: 'none' }],
      [500, {}],
    ] as const) {
      const other = await startFakeApi();
      other.answer(status, body);
      assert.ok((await draw({ url: other.url })).texts.includes('No departures at the moment'));
      await other.stop();
    }
  });

  it('says so when nothing leaves', async () => {
    board();
    assert.ok((await draw({ url: feed.url })).texts.includes('Nothing leaves in the next hours'));
  });
});
