import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Assets, findAssets, listAssetFiles } from '../../../src/config/env/assets.ts';
import {
  type AssetKind,
  extractAssets,
  listAssets,
  seedDirectories,
} from '../../../src/config/source/seed.ts';
import { addFiles, tempTree } from '../../support/files/temp-tree.ts';

/** Assets of the test's own, and an empty folder beside them. */
function setup(t: TestContext): { assets: Assets; folder: string } {
  const root = tempTree(t, {
    'assets/config.yaml': 'default_screen: clock\n',
    'assets/screens/clock.lua': 'lua',
    'assets/screens/lib/a.lua': 'lib',
    'assets/fonts/sans.ttf': 'font',
  });
  mkdirSync(path.join(root, 'mine'));
  return { assets: findAssets(root), folder: path.join(root, 'mine') };
}

const read = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');

describe('seedDirectories', () => {
  it('fills a missing and an empty directory with everything embedded', async (t) => {
    const { assets, folder } = setup(t);
    mkdirSync(`${folder}/fonts`);
    const places = { screensDir: `${folder}/new/screens`, fontsDir: `${folder}/fonts` };
    const seeded = await seedDirectories(places, assets);
    assert.deepEqual(seeded, {
      ok: true,
      value: [
        { path: `${folder}/new/screens`, files: 2 },
        { path: `${folder}/fonts`, files: 1 },
      ],
    });
    assert.equal(read(folder, 'new/screens/lib/a.lua'), 'lib');
    assert.equal(read(folder, 'fonts/sans.ttf'), 'font');
  });

  it('takes a directory for empty that has only what volumes and git put there', async (t) => {
    const { assets, folder } = setup(t);
    addFiles(folder, { 'screens/lost+found/x': '', 'screens/.gitkeep': '' });
    const seeded = await seedDirectories({ screensDir: `${folder}/screens`, fontsDir: null }, assets);
    assert.ok(seeded.ok && seeded.value.length === 1);
  });

  it('leaves a directory alone that has anything in it', async (t) => {
    const { assets, folder } = setup(t);
    addFiles(folder, { 'screens/mine.lua': '1' });
    const seeded = await seedDirectories({ screensDir: `${folder}/screens`, fontsDir: null }, assets);
    assert.deepEqual(seeded, { ok: true, value: [] });
    assert.deepEqual(listAssetFiles(`${folder}/screens`), ['mine.lua']);
  });

  it('touches nothing when no directory is set', async (t) => {
    const { assets, folder } = setup(t);
    assert.deepEqual(await seedDirectories({ screensDir: null, fontsDir: null }, assets), {
      ok: true,
      value: [],
    });
    assert.deepEqual(listAssetFiles(folder), []);
  });

  it('names the variable of a place that cannot be filled', async (t) => {
    const { assets, folder } = setup(t);
    addFiles(folder, { file: 'x' });
    const seeded = await seedDirectories({ screensDir: `${folder}/file`, fontsDir: null }, assets);
    assert.deepEqual(seeded, {
      ok: false,
      error: `SCREENS_DIR: ${folder}/file cannot be read or filled (ENOTDIR)`,
    });
  });
});

describe('extractAssets', () => {
  async function extract(
    assets: Assets,
    folder: string,
    what: readonly AssetKind[],
    force = false,
  ): Promise<string[]> {
    const places = { configFile: `${folder}/c.yaml`, screensDir: `${folder}/s`, fontsDir: `${folder}/f` };
    const done = await extractAssets({ what, force, places, assets });
    assert.ok(done.ok);
    return done.value.map((file) => `${file.action} ${path.relative(folder, file.path)}`);
  }

  it('writes what is asked for, and keeps what is there', async (t) => {
    const { assets, folder } = setup(t);
    addFiles(folder, { 's/clock.lua': 'mine' });
    assert.deepEqual(await extract(assets, folder, ['screens', 'config']), [
      'written c.yaml',
      'kept s/clock.lua',
      'written s/lib/a.lua',
    ]);
    assert.equal(read(folder, 's/clock.lua'), 'mine');
    assert.deepEqual(listAssetFiles(folder), ['c.yaml', 's/clock.lua', 's/lib/a.lua']);
  });

  it('overwrites by force, and only what is embedded', async (t) => {
    const { assets, folder } = setup(t);
    addFiles(folder, { 's/clock.lua': 'mine', 's/other.lua': 'mine', 'c.yaml': 'mine' });
    assert.deepEqual(await extract(assets, folder, ['config', 'screens', 'fonts'], true), [
      'overwritten c.yaml',
      'overwritten s/clock.lua',
      'written s/lib/a.lua',
      'written f/sans.ttf',
    ]);
    assert.equal(read(folder, 's/clock.lua'), 'lua');
    assert.equal(read(folder, 's/other.lua'), 'mine');
  });

  it('says what cannot be written', async (t) => {
    const { assets, folder } = setup(t);
    mkdirSync(`${folder}/c.yaml`);
    const places = { configFile: `${folder}/c.yaml`, screensDir: null, fontsDir: null };
    const done = await extractAssets({ what: ['config'], force: true, places, assets });
    assert.deepEqual(done, { ok: false, error: `${folder}/c.yaml cannot be written (EISDIR)` });
  });
});

it('listAssets gives kind, name and size of everything embedded', (t) => {
  const { assets } = setup(t);
  assert.deepEqual(listAssets(['fonts', 'screens', 'config'], assets), [
    { kind: 'config', name: 'config.yaml', sizeBytes: 22 },
    { kind: 'screens', name: 'clock.lua', sizeBytes: 3 },
    { kind: 'screens', name: 'lib/a.lua', sizeBytes: 3 },
    { kind: 'fonts', name: 'sans.ttf', sizeBytes: 4 },
  ]);
});

describe('findAssets', () => {
  it('takes what the build has put together, else the sources', (t) => {
    const root = tempTree(t, { 'assets/config.yaml': '' });
    assert.equal(findAssets(root).configFile, `${root}/assets/config.yaml`);
    addFiles(root, { 'dist/assets/config.yaml': '' });
    assert.equal(findAssets(root).configFile, `${root}/dist/assets/config.yaml`);
  });
});

it('the examples are listed, and extracted into a folder of their own', async (t) => {
  const { assets, folder } = setup(t);
  addFiles(assets.examplesDir, { 'clock/script.lua': 'example' });
  assert.deepEqual(listAssets(['examples'], assets), [
    { kind: 'examples', name: path.join('clock', 'script.lua'), sizeBytes: 7 },
  ]);
  const before = process.cwd();
  process.chdir(folder);
  t.after(() => process.chdir(before));
  const places = { configFile: null, screensDir: '/nowhere', fontsDir: null };
  const done = await extractAssets({ what: ['examples'], force: false, places, assets });
  assert.ok(done.ok && done.value.length === 1);
  assert.equal(read(folder, 'examples/clock/script.lua'), 'example');
});
