import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import { discoverPaths, discoverScreens } from '../../../src/screens/sources/discover.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

describe('discoverPaths', () => {
  it('finds folders and flat pairs at every depth, and no libraries', (t) => {
    const root = tempTree(t, {
      'clock.lua': '',
      'clock.svg': '',
      'lib/util.lua': '',
      'garden/script.lua': '',
      'garden/screen.svg': '',
      'garden/beds/tulips.lua': '',
      'garden/beds/tulips.svg': '',
      'half/meta.yaml': '',
      'alone.meta.yaml': '',
      'picture.svg': '',
      'meta.yaml': '',
    });
    assert.deepEqual(discoverPaths([root]), ['alone', 'clock', 'garden', 'garden/beds/tulips', 'half']);
  });

  it('leaves out what a reference cannot name', (t) => {
    const root = tempTree(t, {
      '.git/x.lua': '',
      '.git/x.svg': '',
      'a b.lua': '',
      'a b.svg': '',
      '_x/script.lua': '',
    });
    assert.deepEqual(discoverPaths([root]), []);
    assert.deepEqual(discoverScreens([root]), { paths: [], unnameable: ['_x', 'a b'] });
  });

  it('does not run in circles, and takes a missing folder for an empty one', (t) => {
    const root = tempTree(t, { 'a/x.lua': '', 'a/x.svg': '' });
    symlinkSync('..', `${root}/a/up`);
    assert.deepEqual(discoverPaths([root]), ['a/x']);
    assert.deepEqual(discoverPaths([`${root}/nothing`]), []);
  });
});

describe('ScreenCatalogue.list', () => {
  it('lists what no reference can name with its problem, beside the others', (t) => {
    const builtinDir = tempTree(t, {
      'a b/script.lua': '',
      'a b/c.lua': '',
      'a b/c.svg': '',
      'd.lua': '',
      'd.svg': '',
    });
    const listed = new ScreenCatalogue({ builtinDir, localDir: null }).list({ screens: new Map() });
    assert.deepEqual(
      listed.map(({ ref, problem }) => [ref, problem === null ? null : problem.slice(0, 36)]),
      [
        ['service-builtin/d', null],
        ['service-builtin/a b', 'no device can be given this screen: '],
        ['service-builtin/a b/c', 'no device can be given this screen: '],
      ],
    );
  });

  it('lists the screens of every source with what their metadata says', (t) => {
    const builtinDir = tempTree(t, {
      'clock.lua': '',
      'clock.svg': '',
      'clock.meta.yaml':
        'title: Clock\ndescription: Tells the time\nservice: "99"\nparams:\n  b: {type: int}\n  a: {type: bool}\n',
    });
    const localDir = tempTree(t, { 'own.lua': '', 'own.svg': '' });
    const [clock, own, ...more] = new ScreenCatalogue({ builtinDir, localDir }).list({ screens: new Map() });
    assert.equal(more.length, 0);
    assert.deepEqual(
      [clock?.ref, clock?.handle, clock?.title, clock?.description, clock?.service, clock?.problem],
      ['service-builtin/clock', 'service-builtin', 'Clock', 'Tells the time', '99', null],
    );
    assert.deepEqual(
      clock?.params.map(({ name }) => name),
      ['b', 'a'],
    );
    assert.match(clock?.compatWarning ?? '', /^made for engine 99 /);
    assert.deepEqual([own?.ref, own?.title, own?.compatWarning], ['local/own', 'own', null]);
  });

  it('lists broken screens with their problem, beside the good ones', (t) => {
    const builtinDir = tempTree(t, {
      'bad.lua': '',
      'bad.svg': '',
      'bad.meta.yaml': 'params: 5\n',
      'half/script.lua': '',
      'only.meta.yaml': 'title: Only\n',
      'good.lua': '',
      'good.svg': '',
    });
    const listed = new ScreenCatalogue({ builtinDir, localDir: null }).list({ screens: new Map() });
    assert.deepEqual(
      listed.map(({ ref, problem }) => [ref.replace('service-builtin/', ''), problem]),
      [
        ['bad', 'bad.meta.yaml:1:9: expected a map under `params`, got 5'],
        ['good', null],
        ['half', 'half/screen.svg does not exist'],
        ['only', 'there is metadata, but no script'],
      ],
    );
  });

  it('lists entries of the `screens` section that are not a listed screen by another name', (t) => {
    const builtinDir = tempTree(t, { 'clock.lua': '', 'clock.svg': '', 'lib.lua': '' });
    const definition = (name: string, script: string) =>
      [name, { name, script, template: 'clock.svg', defaultRefreshSeconds: null }] as const;
    const screens = new Map([
      definition('time', 'clock.lua'),
      definition('odd', 'lib.lua'),
      definition('gone', 'g.lua'),
    ]);
    const listed = new ScreenCatalogue({ builtinDir, localDir: null }).list({ screens });
    assert.deepEqual(
      listed.map(({ ref, problem }) => [ref, problem]),
      [
        ['service-builtin/clock', null],
        ['odd', null],
        ['gone', 'g.lua does not exist'],
      ],
    );
  });
});
