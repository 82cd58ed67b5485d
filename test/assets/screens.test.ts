import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import { someOf } from '../support/rounds.ts';
import { departure, type FakeApi, forecast, startFakeApi } from '../support/screens/fake-apis.ts';
import {
  type DrawOptions,
  type Gallery,
  openGallery,
  SCREENS,
  SCREENS_DIR,
} from '../support/screens/gallery.ts';

const SIXTEEN = Array.from(
  { length: 16 },
  (_, level) => `#${(level * 17).toString(16).padStart(2, '0').repeat(3)}`,
);
const PALETTES = [
  '#000000,#ffffff',
  '#000000,#555555,#aaaaaa,#ffffff',
  SIXTEEN.join(','),
  '#000000,#ffffff,#ff0000,#ffff00',
];
const SIZES = [
  { width: 800, height: 480 },
  { width: 1872, height: 1404 },
  { width: 480, height: 800 },
  { width: 400, height: 300 },
];

/** Screens at every size on every palette: in a usual run some of them, others with each seed. */
const LOOKS = someOf(
  SCREENS.flatMap((screen) => SIZES.flatMap((size) => PALETTES.map((colors) => ({ screen, size, colors })))),
);

describe('the built-in screens', () => {
  let gallery: Gallery;
  let weather: FakeApi;
  let transit: FakeApi;
  let params: Record<string, DrawOptions['params']>;

  before(async () => {
    gallery = await openGallery();
    weather = await startFakeApi();
    transit = await startFakeApi();
    const now = Math.floor(Date.now() / 1000);
    weather.answer(200, forecast(now));
    const lines = ['Brig', 'Zürich HB', 'La Chaux-de-Fonds', 'Thun', 'Belp', 'Wabern', 'Luzern', 'Basel SBB'];
    const board = lines.map((to, index) =>
      departure(now + 300 * (index + 1), { category: 'IC', number: '8', to }),
    );
    transit.answer(200, { station: { name: 'Bern' }, stationboard: board });
    params = {
      weather: { api: weather.url },
      transit: { api: transit.url },
      calendar: { events: '12-24 Christmas Eve\n01-01 New Year' },
    };
  });
  after(async () => {
    await Promise.all([gallery.stop(), weather.stop(), transit.stop()]);
  });

  for (const screen of SCREENS) {
    it(`${screen}: becomes a picture at every size and on every palette`, async () => {
      for (const { size, colors } of LOOKS.filter((look) => look.screen === screen)) {
        const drawn = await gallery.draw(screen, { ...size, colors, params: params[screen] ?? {} });
        const { content } = drawn.made;
        const picture = await gallery.engine.raster.run(content, deadlineIn(30_000));
        assert.ok(picture.ok, JSON.stringify(picture));
        assert.equal(picture.value.ladderStep, 0, 'fits the byte limit of its panel');
        assert.deepEqual(picture.value.warnings, []);
        assert.deepEqual(picture.value.texts.kept, {}, 'every text is fitted to the pixels');
      }
    });

    it(`${screen}: has whole-pixel baselines and rules, all of them on the page`, async () => {
      for (const size of SIZES) {
        const { svg } = await gallery.draw(screen, { ...size, params: params[screen] ?? {} });
        const page = svg.replace(/<defs>[\s\S]*<\/defs>/, '').replace(/<g transform[\s\S]*?<\/g>/g, '');
        for (const [tag] of page.matchAll(/<(?:rect|text)\b[^>]*>/g)) assertPlaced(tag, size);
      }
    });

    it(`${screen}: draws text and lines in inks of the panel only`, async () => {
      for (const colors of PALETTES) {
        const { svg } = await gallery.draw(screen, { colors, params: params[screen] ?? {} });
        // The ramps of the test pages are there to be dithered.
        const isTestPage = screen === 'greytest' || screen === 'calibration';
        const tags = isTestPage ? /<(?:text|path)\b[^>]*>/g : /<[^>]+>/g;
        const used = [...svg.matchAll(tags)].flatMap(([tag]) => tag.match(/#[0-9a-f]{6}\b/gi) ?? []);
        for (const ink of used) assert.ok(colors.includes(ink), `${ink} on ${colors}`);
      }
    });

    it(`${screen}: gives the same picture for the same data and time`, async () => {
      const options = { params: params[screen] ?? {} };
      for (let attempt = 0; ; attempt++) {
        const minute = shownMinute();
        const first = await gallery.draw(screen, options);
        const second = await gallery.draw(screen, options);
        // A minute that ends between the two may show.
        if (shownMinute() !== minute && attempt < 3) continue;
        assert.equal(first.hash, second.hash);
        break;
      }
    });

    it(`${screen}: declares every param that it reads, each with a default and a label`, () => {
      const listed = gallery.engine.catalogue
        .list(gallery.engine.config.snapshot)
        .find(({ ref }) => ref === `service-builtin/${screen}`);
      assert.ok(listed !== undefined);
      assert.deepEqual([listed.problem, listed.compatWarning, listed.service], [null, null, '0.1']);
      assert.ok(listed.title !== screen && listed.description !== null);
      for (const field of listed.params)
        assert.ok(field.default !== undefined && field.label !== undefined, field.name);
      const script = readFileSync(path.join(SCREENS_DIR, `${screen}.lua`), 'utf8');
      const read = new Set([...script.matchAll(/\bparams\.(\w+)/g)].map(([, name]) => name));
      assert.deepEqual([...read].sort(), listed.params.map(({ name }) => name).sort());
    });
  }

  it('are all that the embedded source offers', () => {
    const refs = gallery.engine.catalogue.list(gallery.engine.config.snapshot).map(({ ref }) => ref);
    assert.deepEqual(refs.sort(), SCREENS.map((screen) => `service-builtin/${screen}`).sort());
  });
});

/** Corners and baselines on whole pixels, and on the page. */
function assertPlaced(tag: string, page: { readonly width: number; readonly height: number }): void {
  const [x, y] = [numberOf(tag, 'x', 0), numberOf(tag, 'y', 0)];
  const isText = tag.startsWith('<text');
  const [width, height] = isText ? [0, 0] : [numberOf(tag, 'width'), numberOf(tag, 'height')];
  assert.ok([x, y, width, height].every(Number.isInteger), tag);
  assert.ok(x >= 0 && y >= 0 && width >= 0 && height >= 0, tag);
  assert.ok(x + width <= page.width && y + height <= page.height, tag);
}

function numberOf(tag: string, attribute: string, fallback = Number.NaN): number {
  const match = new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag);
  return match === null ? fallback : Number(match[1]);
}

/** The minute as the clock shows it, which is ten seconds early, and as it is. */
function shownMinute(): string {
  return [Math.floor((Date.now() / 1000 + 10) / 60), Math.floor(Date.now() / 60_000)].join();
}
