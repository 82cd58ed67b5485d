import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { departure, type FakeApi, NOBODY, startFakeApi } from '../support/screens/fake-apis.ts';
import { assertLogged, type Gallery, openGallery } from '../support/screens/gallery.ts';

const OFFLINE = 'No departures at the moment';

describe('the departures screen', () => {
  let gallery: Gallery;
  let api: FakeApi;
  const now = Math.floor(Date.now() / 1000);

  before(async () => {
    gallery = await openGallery();
  });
  after(() => gallery.stop());
  beforeEach(async () => {
    api = await startFakeApi();
  });
  afterEach(() => api.stop());

  function board(...stationboard: unknown[]): void {
    api.answer(200, { station: { name: 'Bern' }, stationboard });
  }

  async function texts(params: Record<string, string | number> = {}): Promise<readonly string[]> {
    return (await gallery.draw('transit', { params: { api: api.url, ...params } })).texts;
  }

  it('shows time, line, destination, platform and delay', async () => {
    board(departure(now + 600, { category: 'S', number: '3', to: 'Belp', platform: '12', delay: 3 }));
    const shown = await texts({ station: 'Bern, Bahnhof' });
    for (const text of ['Bern', 'S3', 'Belp', '12', '+3']) assert.ok(shown.includes(text), text);
    assert.ok(shown.includes(new Date((now + 600 + 3600) * 1000).toISOString().slice(11, 16)));
    assert.equal(new URL(api.asked[0] ?? '', api.url).searchParams.get('station'), 'Bern, Bahnhof');
    assert.ok(api.asked[0]?.startsWith('/stationboard?'));
  });

  it('names buses and trams by their number, and does not repeat the kind of a train', async () => {
    board(
      departure(now + 300, { category: 'B', number: '12', to: 'Holligen' }),
      departure(now + 400, { category: 'VAE', number: 'VAE 2588', to: 'Luzern' }),
    );
    const shown = await texts();
    assert.ok(shown.includes('12') && shown.includes('VAE'), shown.join('|'));
    assert.ok(!shown.includes('B12'));
  });

  it('puts a late train where it really leaves', async () => {
    board(
      departure(now + 300, { category: 'IC', number: '1', to: 'Late', delay: 20 }),
      departure(now + 600, { category: 'IC', number: '2', to: 'Prompt' }),
    );
    const shown = await texts();
    assert.ok(shown.indexOf('Prompt') < shown.indexOf('Late'));
  });

  it('leaves out what nobody can catch any more', async () => {
    board(
      departure(now + 120, { category: 'IC', number: '1', to: 'Soon' }),
      departure(now + 900, { category: 'IC', number: '2', to: 'Later' }),
    );
    const shown = await texts({ walk: 10 });
    assert.deepEqual([shown.includes('Soon'), shown.includes('Later')], [false, true]);
  });

  it('shows at most as many departures as asked for, and as there is room for', async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      departure(now + 60 * (index + 5), { category: 'IC', number: '1', to: `To ${index}` }),
    );
    board(...many);
    const count = async (limit: number) =>
      (await texts({ limit })).filter((text) => text.startsWith('To ')).length;
    assert.equal(await count(3), 3);
    const all = await count(30);
    assert.ok(all >= 6 && all <= 10, String(all));
  });

  it('cuts destinations that are too long, and escapes them', async () => {
    const to = 'A <b>destination</b> & more than fits into any row of any panel of this size or of that one';
    board(departure(now + 600, { category: 'IC', number: '1', to }));
    const shown = await texts();
    assert.ok(
      shown.some((text) => /^A <b>destination<\/b> & .*…$/.test(text)),
      shown.join('|'),
    );
  });

  it('leaves a destination the room that its platform does not need', async () => {
    const to = 'Bern Brünnen Westside Bahnhof';
    board(
      departure(now + 600, { category: 'S', number: '3', to, platform: '' }),
      departure(now + 660, { category: 'S', number: '3', to, platform: '12ABC' }),
    );
    const { texts } = await gallery.draw('transit', {
      params: { api: api.url },
      width: 480,
      height: 800,
    });
    const [free, beside] = texts.filter((text) => text.startsWith('Bern B'));
    assert.ok(free !== undefined && beside !== undefined && free.length > beside.length, texts.join('|'));
  });

  it('has its rows divided by light grey, or by black dots where there is none', async () => {
    const row = { category: 'S', number: '3', to: 'Belp' };
    board(departure(now + 600, row), departure(now + 660, row));
    const rules = async (colors: string): Promise<string[]> => {
      const { svg } = await gallery.draw('transit', { params: { api: api.url }, colors });
      return [...svg.matchAll(/<(?:rect|path)\b[^>]*(?:fill="#aaaaaa"|stroke-dasharray)[^>]*>/g)].map(
        ([tag]) => tag,
      );
    };
    const [grey = '', ...others] = await rules('#000000,#555555,#aaaaaa,#ffffff');
    assert.ok(grey.startsWith('<rect') && others.length === 0, grey);
    const [dots = '', ...more] = await rules('#000000,#ffffff,#ff0000');
    assert.ok(dots.startsWith('<path') && dots.includes('stroke="#000000"') && more.length === 0, dots);
  });

  it('stays calm without a network, and tells the operator why', async () => {
    const { texts: shown, refreshSeconds } = await gallery.draw('transit', { params: { api: NOBODY } });
    assert.ok(shown.includes('Bern') && shown.includes(OFFLINE));
    assert.equal(refreshSeconds, 120);
    await assertLogged(gallery, /transit:.*127\.0\.0\.1:9/);
  });

  it('says so when nothing leaves', async () => {
    board();
    assert.ok((await texts()).includes('No departures in the next hours'));
  });

  it('passes over entries that are none, and takes an answer of another kind for none', async () => {
    board(1, null, {}, { stop: {} }, { stop: { departureTimestamp: now + 600, departure: 'soon' } });
    assert.ok((await texts()).includes('No departures in the next hours'));
    api.answer(200, '[]');
    assert.ok((await texts({ station: 'Thun' })).includes(OFFLINE));
    api.answer(503, 'busy');
    assert.ok((await texts({ station: 'Spiez' })).includes(OFFLINE));
  });
});
