/** What holds for every example, on panels of all kinds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { DISPLAYS } from '../../src/engine/check/displays.ts';
import { DryRunner } from '../../src/engine/check/dry-run.ts';
import { runCheck } from '../../src/engine/check/run-check.ts';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import { createLogger } from '../../src/platform/base/logger.ts';
import { EXAMPLES, EXAMPLES_DIR, FULL_BLEED } from '../support/screens/examples.ts';
import { type Gallery, openGallery, SCREENS_DIR } from '../support/screens/gallery.ts';

const SIXTEEN = Array.from(
  { length: 16 },
  (_, level) => `#${(level * 17).toString(16).padStart(2, '0').repeat(3)}`,
).join();
const SEVEN = '#000000,#ffffff,#00ff00,#0000ff,#ff0000,#ffff00,#ff8000';
/** Panels as people have them. */
const PANELS = [
  { width: 800, height: 480, colors: '#000000,#ffffff' },
  { width: 800, height: 480, colors: '#000000,#555555,#aaaaaa,#ffffff' },
  { width: 1872, height: 1404, colors: SIXTEEN },
  { width: 480, height: 800, colors: '#000000,#ffffff,#ff0000,#ffff00' },
  { width: 600, height: 448, colors: SEVEN },
  { width: 400, height: 300, colors: '#000000,#ffffff' },
];

describe('the examples', () => {
  let gallery: Gallery;

  before(async () => {
    gallery = await openGallery(null, EXAMPLES_DIR);
  });
  after(() => gallery.stop());

  for (const [screen, params] of Object.entries(EXAMPLES)) {
    it(`${screen}: becomes a picture on every panel, with an empty edge unless it fills the panel`, async () => {
      for (const panel of PANELS) {
        const { made } = await gallery.draw(screen, { ...panel, params });
        const picture = await gallery.engine.raster.run(made.content, deadlineIn(30_000));
        assert.ok(picture.ok, JSON.stringify(picture));
        assert.deepEqual(picture.value.warnings, []);
        assert.equal(picture.value.ladderStep, 0, 'fits the byte limit of its panel');
        // Whatever is cut off at the edge of the panel would leave ink there.
        if (!FULL_BLEED.has(screen)) assert.ok(await hasEmptyEdge(picture.value.png), `${panel.width}`);
      }
    });

    it(`${screen}: draws text and lines in inks of the panel only`, async () => {
      for (const panel of PANELS) {
        const { svg } = await gallery.draw(screen, { ...panel, params });
        const used = svg.replaceAll(/href="data:[^"]*"/g, '').match(/#[0-9a-f]{6}\b/gi) ?? [];
        assert.ok(used.length > 1);
        for (const ink of used) assert.ok(panel.colors.includes(ink), `${ink} on ${panel.colors}`);
      }
    });

    it(`${screen}: gives the same picture for the same data`, async () => {
      for (let attempt = 0; ; attempt++) {
        const minute = Math.floor(Date.now() / 60_000);
        const first = await gallery.draw(screen, { params });
        const second = await gallery.draw(screen, { params });
        // Departures leave with the minute.
        if (Math.floor(Date.now() / 60_000) !== minute && attempt < 3) continue;
        assert.equal(first.hash, second.hash);
        break;
      }
    });

    it(`${screen}: says what it is, and declares every param that it reads, with a label`, () => {
      const listed = gallery.engine.catalogue
        .list(gallery.engine.config.snapshot)
        .find(({ ref }) => ref === `service-builtin/${screen}`);
      assert.ok(listed !== undefined);
      assert.deepEqual([listed.problem, listed.compatWarning, listed.service], [null, null, '0.1']);
      assert.ok(listed.title !== screen && (listed.description?.length ?? 0) > 30);
      for (const field of listed.params) assert.ok(field.label !== undefined, field.name);
      const script = readFileSync(path.join(EXAMPLES_DIR, screen, 'script.lua'), 'utf8');
      const read = new Set([...script.matchAll(/\bparams\.(\w+)/g)].map(([, name]) => name));
      assert.deepEqual([...read].sort(), listed.params.map(({ name }) => name).sort());
    });
  }

  it('measure text as the built-in screens do', () => {
    // A repo is copied out whole, so it has a copy of its own.
    const [own, builtin] = [EXAMPLES_DIR, SCREENS_DIR].map((dir) =>
      readFileSync(path.join(dir, 'lib/text.lua'), 'utf8'),
    );
    assert.equal(own, builtin);
  });

  it('are all that the repo offers', () => {
    const refs = gallery.engine.catalogue.list({ screens: new Map() }).map(({ ref }) => ref);
    assert.deepEqual(
      refs,
      Object.keys(EXAMPLES).map((screen) => `service-builtin/${screen}`),
    );
  });

  it('pass `stipple check` without a remark, run with their samples', async () => {
    const { screens } = await runCheck({ roots: [EXAMPLES_DIR], paths: null });
    assert.deepEqual(
      screens.flatMap(({ findings }) => findings),
      [],
    );
    const runner = new DryRunner({ fonts: [], log: createLogger('silent') });
    try {
      for (const screen of Object.keys(EXAMPLES)) {
        const located = gallery.engine.catalogue.locate(`service-builtin/${screen}`, { screens: new Map() });
        assert.ok(located.ok);
        const { findings, trials } = await runner.run(located.value, DISPLAYS);
        assert.deepEqual(findings, [], screen);
        assert.equal(trials.length, DISPLAYS.length);
      }
    } finally {
      await runner.stop();
    }
  });
});

/** True when the outermost pixels of a picture are all white. */
async function hasEmptyEdge(png: Uint8Array): Promise<boolean> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number): number => data[y * width + x] ?? 0;
  const edge = Math.round(width / 100);
  for (let x = 0; x < width; x++) {
    for (let n = 0; n < edge; n++) if (at(x, n) < 255 || at(x, height - 1 - n) < 255) return false;
  }
  for (let y = 0; y < height; y++) {
    for (let n = 0; n < edge; n++) if (at(n, y) < 255 || at(width - 1 - n, y) < 255) return false;
  }
  return true;
}
