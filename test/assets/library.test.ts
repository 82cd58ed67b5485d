/** The modules that the built-in screens share, and the places from which they are found. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findAssets } from '../../src/config/env/assets.ts';
import { seedDirectories } from '../../src/config/source/seed.ts';
import { type Gallery, openGallery, SCREENS, SCREENS_DIR } from '../support/screens/gallery.ts';

/** Those that neither show the time nor ask the network, so that they can be compared at any moment. */
const STEADY = ['default', 'greytest'] as const;

/** Contents of a new SCREENS_DIR: how it is filled. */
const PLACES: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  'seeded with all built-in screens': (screensDir) =>
    seedDirectories({ screensDir, fontsDir: null }, { ...findAssets(), screensDir: SCREENS_DIR }),
  'with one of the screens alone': async (folder) => {
    mkdirSync(folder);
    for (const ending of ['lua', 'svg', 'meta.yaml']) {
      copyFileSync(path.join(SCREENS_DIR, `greytest.${ending}`), path.join(folder, `greytest.${ending}`));
    }
  },
};

for (const [name, fill] of Object.entries(PLACES)) {
  describe(`in a SCREENS_DIR ${name}`, () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'stipple-library-'));
    let gallery: Gallery;
    before(async () => {
      const folder = path.join(parent, 'screens');
      await fill(folder);
      gallery = await openGallery(folder);
    });
    after(async () => {
      await gallery.stop();
      rmSync(parent, { recursive: true });
    });

    it('every screen finds its modules, and draws what the embedded one draws', async () => {
      for (const screen of SCREENS) {
        const own = await gallery.draw(screen, { ref: screen });
        if (!(STEADY as readonly string[]).includes(screen)) continue;
        assert.equal(own.svg, (await gallery.draw(screen)).svg, screen);
      }
    });

    it('no module is listed as a screen', () => {
      const refs = gallery.engine.catalogue.list(gallery.engine.config.snapshot).map(({ ref }) => ref);
      assert.ok(refs.length > SCREENS.length);
      assert.deepEqual(
        refs.filter((ref) => /(^|\/)lib(\/|$)/.test(ref)),
        [],
      );
    });
  });
}
