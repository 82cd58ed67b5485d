import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { ScreenDefinition } from '../../../src/domain/config-snapshot.ts';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';
import type { ScreenSource } from '../../../src/screens/sources/source.ts';
import { addFiles, tempTree } from '../../support/files/temp-tree.ts';

const NONE = { screens: new Map<string, ScreenDefinition>() };

function define(name: string, script: string, template: string, defaultRefreshSeconds: number | null = null) {
  return { screens: new Map([[name, { name, script, template, defaultRefreshSeconds }]]) };
}

/** A catalogue of embedded screens and a screens directory. */
function setup(t: TestContext, builtin: Record<string, string>, local: Record<string, string> | null) {
  const builtinDir = tempTree(t, builtin);
  const localDir = local === null ? null : tempTree(t, local);
  const catalogue = new ScreenCatalogue({ builtinDir, localDir });
  const find = (ref: string, config = NONE): Screen => {
    const located = catalogue.locate(ref, config);
    assert.ok(located.ok, located.ok ? '' : located.error.message);
    return located.value;
  };
  const miss = (ref: string, config = NONE): string => {
    const located = catalogue.locate(ref, config);
    assert.ok(!located.ok, `${ref} was found`);
    return `${located.error.code}: ${located.error.message}`;
  };
  return { builtinDir, localDir: localDir ?? '', catalogue, find, miss };
}

const CLOCK = { 'clock.lua': '1', 'clock.svg': '1' };
const FOLDER = { 'garden/meta.yaml': 'title: Garden\n', 'garden/script.lua': '1', 'garden/screen.svg': '1' };

describe('plain names', () => {
  it('are embedded screens where there is no screens directory', (t) => {
    const { find, builtinDir } = setup(t, CLOCK, null);
    assert.deepEqual(find('clock'), {
      ref: 'clock',
      handle: 'service-builtin',
      title: 'clock',
      roots: [builtinDir],
      dir: '',
      scriptFile: 'clock.lua',
      templateFile: 'clock.svg',
      metaFile: null,
      defaultRefreshSeconds: null,
      text: null,
      params: [],
      onceSensitive: [],
      service: null,
      allowPrivateNetwork: true,
      trustsAuthors: false,
    });
  });

  it('are looked for in the screens directory first, file by file', (t) => {
    const { find, builtinDir, localDir } = setup(t, CLOCK, {
      'clock.svg': 'mine',
      'own.lua': '1',
      'own.svg': '1',
    });
    const { roots, handle, scriptFile } = find('clock');
    assert.deepEqual([roots, handle, scriptFile], [[localDir, builtinDir], 'service-builtin', 'clock.lua']);
    assert.equal(find('own').handle, 'local');
  });

  it('mean the folder of the screens directory where the config names embedded files of that name', (t) => {
    const { find, catalogue, localDir } = setup(t, CLOCK, {
      'clock/script.lua': '1',
      'clock/screen.svg': '1',
    });
    const entry = (name: string, script: string) =>
      [name, { name, script, template: 'clock.svg', defaultRefreshSeconds: 60 }] as const;
    const config = { screens: new Map([entry('clock', 'clock.lua'), entry('watch', 'clock.lua')]) };
    const { handle, scriptFile, roots, defaultRefreshSeconds } = find('clock', config);
    assert.deepEqual(
      [handle, scriptFile, roots[0], defaultRefreshSeconds],
      ['local', 'clock/script.lua', localDir, null],
    );
    assert.deepEqual(catalogue.takenOver(config), ['clock']);
    // Without an entry of the config, too.
    assert.deepEqual(catalogue.takenOver({ screens: new Map() }), ['clock']);
    assert.deepEqual(catalogue.takenOver({ screens: new Map([entry('clock', 'other.lua')]) }), []);
    // Another name for embedded files stays one.
    assert.equal(find('watch', config).handle, 'service-builtin');
  });

  it('may be a folder, which in its own root wins over a flat pair', (t) => {
    const { find } = setup(t, { ...FOLDER, 'garden.lua': '1' }, { 'clock/script.lua': '1', ...CLOCK });
    const { dir, scriptFile, templateFile, metaFile, title } = find('garden');
    assert.deepEqual(
      [dir, scriptFile, templateFile, metaFile, title],
      ['garden', 'garden/script.lua', 'garden/screen.svg', 'garden/meta.yaml', 'Garden'],
    );
    assert.equal(find('clock').scriptFile, 'clock/script.lua');
  });

  it('of the `screens` section win over files of that name', (t) => {
    const { find } = setup(
      t,
      { ...CLOCK, 'sub/a.lua': '1', 'sub/a.meta.yaml': 'title: A\nrefresh: 7\n' },
      null,
    );
    const screen = find('clock', define('clock', 'sub/a.lua', 'clock.svg', 60));
    assert.deepEqual(
      [screen.scriptFile, screen.templateFile, screen.dir, screen.title, screen.defaultRefreshSeconds],
      ['sub/a.lua', 'clock.svg', 'sub', 'A', 60],
    );
    assert.equal(find('clock', define('clock', 'sub/a.lua', 'clock.svg')).defaultRefreshSeconds, 7);
  });

  it('of the `screens` section may be any text', (t) => {
    const { find } = setup(t, CLOCK, null);
    assert.equal(find('my clock!', define('my clock!', 'clock.lua', 'clock.svg')).scriptFile, 'clock.lua');
  });
});

describe('references with a handle', () => {
  it('service-builtin/ is always the embedded screen', (t) => {
    const { find, builtinDir } = setup(t, CLOCK, CLOCK);
    assert.deepEqual(find('service-builtin/clock').roots, [builtinDir]);
    assert.equal(find('clock').handle, 'local');
  });

  it('local/ is the screens directory alone, with folders in folders', (t) => {
    const { find, miss, localDir } = setup(t, CLOCK, { 'a/b/c.lua': '1', 'a/b/c.svg': '1' });
    const screen = find('local/a/b/c');
    assert.deepEqual([screen.roots, screen.dir, screen.title], [[localDir], 'a/b', 'c']);
    assert.match(
      miss('local/clock'),
      /^screen_missing: screen "local\/clock" not found: known screens in local: a\/b\/c$/,
    );
  });

  it('other handles are screen repos, asked anew at every look-up', (t) => {
    const first = tempTree(t, { 'x.lua': '1', 'x.svg': '1' });
    const second = tempTree(t, { 'y.lua': '1', 'y.svg': '1' });
    const source = (root: string): ScreenSource => ({
      handle: 'garden',
      roots: [root],
      allowPrivateNetwork: false,
      problem: null,
    });
    let repos = new Map([['garden', source(first)]]);
    const catalogue = new ScreenCatalogue({ builtinDir: first, localDir: null, repos: () => repos });
    const located = catalogue.locate('garden/x', NONE);
    assert.ok(located.ok);
    assert.deepEqual([located.value.allowPrivateNetwork, located.value.handle], [false, 'garden']);
    repos = new Map([['garden', source(second)]]);
    assert.ok(!catalogue.locate('garden/x', NONE).ok);
    assert.ok(catalogue.locate('garden/y', NONE).ok);
    repos = new Map([['garden', { ...source(second), roots: [], problem: 'not fetched yet' }]]);
    const waiting = catalogue.locate('garden/y', NONE);
    assert.equal(waiting.ok ? '' : waiting.error.message, 'screen "garden/y" not found: not fetched yet');
  });
});

describe('what is not found', () => {
  it('may be so because there is no screens directory', (t) => {
    const catalogue = new ScreenCatalogue({ builtinDir: tempTree(t, CLOCK), localDir: null });
    const located = catalogue.locate('mine', NONE);
    assert.equal(
      located.ok ? '' : located.error.message,
      'screen "mine" not found: known screens: clock; SCREENS_DIR is not set',
    );
  });

  it('is named, with what was probably meant and what there is', (t) => {
    const { miss } = setup(t, { ...CLOCK, 'lib/x.lua': '1' }, { 'own.lua': '1', 'own.svg': '1' });
    assert.equal(
      miss('clcok'),
      'screen_missing: screen "clcok" not found: did you mean "clock"? known screens: own, clock',
    );
    assert.match(miss('clokc', define('clack', 'a.lua', 'a.svg')), /known screens: clack, own, clock$/);
    assert.match(miss('nope/x'), /there is no screen repo "nope"; known repos: service-builtin, local$/);
  });

  it('says that there is no screens directory', (t) => {
    assert.match(setup(t, CLOCK, null).miss('local/clock'), /not found: SCREENS_DIR is not set$/);
  });

  it('includes everything that could leave a folder', (t) => {
    const { miss } = setup(t, CLOCK, CLOCK);
    for (const ref of [
      '',
      '../clock',
      'local/../clock',
      'local//clock',
      '/clock',
      'local/clock\0',
      'local\\clock',
    ]) {
      assert.match(miss(ref), /^screen_missing: /, JSON.stringify(ref));
    }
    assert.match(miss('x'.repeat(100_000)), /^screen_missing: .{1,300}$/);
    assert.match(miss('x'.repeat(255)), /^screen_missing: /);
  });

  it('says what is wrong with metadata: file, line and column', (t) => {
    const { catalogue } = setup(
      t,
      { ...CLOCK, 'clock.meta.yaml': 'title: x\nrefresh: often\nparams: 5\n' },
      null,
    );
    const located = catalogue.locate('clock', NONE);
    assert.deepEqual(located, {
      ok: false,
      error: {
        code: 'screen_invalid',
        message: 'refresh: expected an integer from 0 to 2592000, got the text "often" (and 1 more)',
        file: 'clock.meta.yaml',
        line: 2,
        column: 10,
      },
    });
  });
});

describe('edits', () => {
  it('show at the next look-up', (t) => {
    const { find, localDir } = setup(t, CLOCK, {});
    assert.equal(find('clock').handle, 'service-builtin');
    addFiles(localDir, { ...CLOCK, 'clock.meta.yaml': 'title: One\n' });
    assert.deepEqual([find('clock').handle, find('clock').title], ['local', 'One']);
    addFiles(localDir, { 'clock.meta.yaml': 'title: Two\n' });
    assert.equal(find('clock').title, 'Two');
    rmSync(localDir, { recursive: true });
    assert.deepEqual([find('clock').handle, find('clock').title], ['service-builtin', 'clock']);
  });
});

it('a screen can be sent to a worker', (t) => {
  const { find } = setup(
    t,
    { ...FOLDER, 'garden/meta.yaml': 'params: {a: {type: int, default: 1}}\n' },
    null,
  );
  const screen = find('garden');
  assert.deepEqual(structuredClone(screen), screen);
});

describe('the embedded examples', () => {
  it('are found by their handle, and listed after the embedded screens', (t) => {
    const options = { builtinDir: tempTree(t, CLOCK), examplesDir: tempTree(t, FOLDER), localDir: null };
    const catalogue = new ScreenCatalogue(options);
    const located = catalogue.locate('examples/garden', NONE);
    assert.ok(located.ok && located.value.handle === 'examples' && located.value.title === 'Garden');
    assert.deepEqual(
      catalogue.list(NONE).map(({ ref }) => ref),
      ['service-builtin/clock', 'examples/garden'],
    );
    assert.ok(!catalogue.locate('garden', NONE).ok, 'plain names are not looked for there');
  });

  it('are missed with a reason where there are none', (t) => {
    const catalogue = new ScreenCatalogue({ builtinDir: tempTree(t, CLOCK), localDir: null });
    const located = catalogue.locate('examples/garden', NONE);
    assert.ok(!located.ok);
    assert.match(located.error.message, /the examples are not installed/);
    assert.ok(!catalogue.sources().some(({ handle }) => handle === 'examples'));
  });
});
