import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type FakeApi, forecast, NOBODY, startFakeApi } from '../support/screens/fake-apis.ts';
import { assertLogged, type Gallery, openGallery } from '../support/screens/gallery.ts';

const OFFLINE = 'No forecast at the moment';

describe('the weather screen', () => {
  let gallery: Gallery;
  let api: FakeApi;
  const now = Math.floor(Date.now() / 1000);

  before(async () => {
    gallery = await openGallery();
  });
  after(() => gallery.stop());
  beforeEach(async () => {
    api = await startFakeApi();
    api.answer(200, forecast(now));
  });
  afterEach(() => api.stop());

  it('shows what is now, and six days more', async () => {
    const { texts, refreshSeconds } = await gallery.draw('weather', {
      params: { api: api.url, place: 'Bern', latitude: 46.95, longitude: 7.44 },
    });
    for (const text of ['Bern', '7°', '−5°', 'Light rain', '13 km/h', '81 %'])
      assert.ok(texts.includes(text), text);
    assert.equal(texts.filter((text) => /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+$/.test(text)).length, 6);
    assert.equal(refreshSeconds, 1800);
    const query = new URL(api.asked[0] ?? '', api.url).searchParams;
    assert.deepEqual(
      ['latitude', 'longitude', 'temperature_unit'].map((name) => query.get(name)),
      ['46.95', '7.44', 'celsius'],
    );
  });

  it('speaks German and counts in Fahrenheit when asked to', async () => {
    const { texts } = await gallery.draw('weather', {
      params: { api: api.url, language: 'de', units: 'imperial' },
    });
    assert.ok(texts.includes('Leichter Regen') && texts.includes('13 mph'), texts.join('|'));
    assert.equal(new URL(api.asked[0] ?? '', api.url).searchParams.get('temperature_unit'), 'fahrenheit');
  });

  it('asks the API once for calls in a row', async () => {
    for (let call = 0; call < 3; call++) await gallery.draw('weather', { params: { api: api.url } });
    assert.equal(api.asked.length, 1);
  });

  it('stays calm without a network, and tells the operator why', async () => {
    const { texts, refreshSeconds } = await gallery.draw('weather', {
      params: { api: NOBODY, place: 'Bern' },
    });
    assert.ok(texts.includes('Bern') && texts.includes(OFFLINE), texts.join('|'));
    assert.equal(refreshSeconds, 600);
    await assertLogged(gallery, /weather:.*127\.0\.0\.1:9/);
  });

  it('gives the same picture as long as there is no network', async () => {
    const first = await gallery.draw('weather', { params: { api: NOBODY } });
    const second = await gallery.draw('weather', { params: { api: NOBODY } });
    assert.equal(first.hash, second.hash);
  });

  const unusable: Record<string, [number, unknown]> = {
    'an error': [500, { error: true, reason: 'overloaded' }],
    'a web page': [200, '<html>maintenance</html>'],
    'an empty object': [200, {}],
    'parts of other types': [200, { current: 'x', hourly: 1, daily: null }],
  };
  for (const [what, [status, body]] of Object.entries(unusable)) {
    it(`takes ${what} for no forecast`, async () => {
      api.answer(status, body);
      const { texts } = await gallery.draw('weather', { params: { api: api.url } });
      assert.ok(texts.includes(OFFLINE), texts.join('|'));
    });
  }

  it('leaves out what an answer has not', async () => {
    const whole = forecast(now);
    api.answer(200, {
      utc_offset_seconds: null,
      current: { temperature_2m: 7.4, weather_code: 4242 },
      hourly: { time: ['a', null], temperature_2m: [null, 'b'] },
      daily: { ...(whole['daily'] as object), temperature_2m_max: [null], sunrise: [0], weather_code: 'x' },
    });
    const { texts } = await gallery.draw('weather', { params: { api: api.url } });
    assert.ok(texts.includes('7°') && texts.includes('–'), texts.join('|'));
  });

  it('shortens the date before it cuts the name of a place', async () => {
    const { texts } = await gallery.draw('weather', {
      params: { api: api.url, place: 'Königswusterhausen-Nord' },
    });
    assert.ok(texts.includes('Königswusterhausen-Nord'), texts.join('|'));
    assert.ok(
      texts.some((text) => /^\w{3}, \d{1,2} \w{3}$/.test(text)),
      texts.join('|'),
    );
  });

  it('cuts the name of a place that is too long, and escapes it', async () => {
    const place = '<Llanfair & pwllgwyngyll> gogerychwyrndrobwll llantysilio gogogoch';
    const { texts, svg } = await gallery.draw('weather', { params: { api: api.url, place } });
    assert.match(texts[0] ?? '', /^<Llanfair & .*…$/);
    assert.ok(!svg.includes('<Llan'));
  });
});
