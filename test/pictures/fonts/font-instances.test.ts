import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { includesCodePoint, readCoverage } from '../../../src/pictures/fonts/coverage.ts';
import type { FontChoice } from '../../../src/pictures/fonts/font-finder.ts';
import { FontFinder } from '../../../src/pictures/fonts/font-finder.ts';
import { FontInstances, FontUse } from '../../../src/pictures/fonts/font-instances.ts';
import { NAME_ID, readNames } from '../../../src/pictures/fonts/name-table.ts';
import { readTable } from '../../../src/pictures/fonts/sfnt.ts';
import { bundledBook, withTempDir } from '../../support/fonts/bundled.ts';

const finder = new FontFinder(bundledBook());
const PLAIN = { smallCaps: false, isMixed: false };

function choice(family: string, weight = 400): FontChoice {
  const wanted = {
    families: [family],
    weight,
    style: 'normal',
    stretchPercent: 100,
    variations: new Map<string, number>(),
  } as const;
  const font = finder.findRuns('a', wanted).runs[0]?.font;
  assert.ok(font !== undefined);
  return font;
}

function use(...texts: readonly (readonly [FontChoice, string])[]): FontUse {
  const fonts = new FontUse();
  for (const [font, text] of texts) fonts.add(font, text, PLAIN);
  return fonts;
}

async function withInstances(
  options: { maxFiles?: number; maxBytes?: number },
  run: (instances: FontInstances, dir: string) => void,
): Promise<void> {
  await withTempDir((dir) => {
    const instances = new FontInstances({ scratchDir: dir, ...options });
    try {
      run(instances, dir);
    } finally {
      instances.stop();
    }
  });
}

test('the file carries the family name that was given out', () =>
  withInstances({}, (instances) => {
    const fonts = new FontUse();
    const family = fonts.add(choice('serif', 650), 'abc', PLAIN);
    const [file = ''] = instances.lease(fonts).files;
    assert.match(family, /^[a-z][a-z0-9]+$/);
    assert.equal(readNames(readTable(readFileSync(file), 'name')).get(NAME_ID.family), family);
  }));

test('weights, faces and small capitals have names of their own', () => {
  const fonts = new FontUse();
  const names = [
    fonts.add(choice('serif', 400), 'a', PLAIN),
    fonts.add(choice('serif', 401), 'a', PLAIN),
    fonts.add(choice('sans-serif', 400), 'a', PLAIN),
    fonts.add(choice('serif', 400), 'a', { smallCaps: true, isMixed: false }),
  ];
  assert.equal(new Set(names).size, 4);
  assert.equal(fonts.add(choice('serif', 400), 'zz', PLAIN), names[0]);
});

test('a font is made once and found again', () =>
  withInstances({}, (instances) => {
    const [first] = instances.lease(use([choice('serif'), 'abc'])).files;
    const [second] = instances.lease(use([choice('serif'), 'xyz'])).files;
    assert.equal(second, first);
    assert.deepEqual(instances.size.files, 1);
  }));

test('a text with other scripts gets a font with more characters', () =>
  withInstances({}, (instances) => {
    const [latin = ''] = instances.lease(use([choice('serif'), 'abc'])).files;
    const [both = ''] = instances.lease(use([choice('serif'), 'abc'], [choice('serif'), 'жé'])).files;
    const coverage = readCoverage(readTable(readFileSync(both), 'cmap'));
    for (const character of 'aжé')
      assert.ok(includesCodePoint(coverage, character.codePointAt(0) ?? 0), character);
    assert.ok(statSync(both).size > statSync(latin).size);
  }));

test('fonts that share a text have each other’s characters, as blanks if need be', () =>
  withInstances({}, (instances) => {
    const fonts = new FontUse();
    const pixels = fonts.add(choice('Silkscreen'), 'a', PLAIN);
    const sans = fonts.add(choice('sans-serif'), 'ж', PLAIN);
    fonts.mix(new Set([pixels, sans]), ['a', 'ж'], (face, codePoint) => finder.has(face, codePoint));
    for (const file of instances.lease(fonts).files) {
      const coverage = readCoverage(readTable(readFileSync(file), 'cmap'));
      assert.ok(includesCodePoint(coverage, 0x61) && includesCodePoint(coverage, 0x436));
    }
  }));

test('the cache stays within its number of files', () =>
  withInstances({ maxFiles: 3 }, (instances, dir) => {
    for (let weight = 200; weight < 300; weight += 10) {
      instances.lease(use([choice('monospace', weight), 'a'])).release();
    }
    assert.ok(instances.size.files <= 4);
    const left = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ttf'));
    assert.equal(left.length, instances.size.files);
  }));

test('the cache stays within its bytes', () =>
  withInstances({ maxBytes: 40_000 }, (instances) => {
    for (let weight = 200; weight < 300; weight += 10) {
      instances.lease(use([choice('monospace', weight), 'a'])).release();
    }
    assert.ok(instances.size.bytes <= 60_000);
  }));

test('a file in use is never deleted, and can be after its release', () =>
  withInstances({ maxFiles: 1 }, (instances) => {
    const lease = instances.lease(use([choice('monospace', 200), 'a']));
    const [file = ''] = lease.files;
    for (let weight = 300; weight < 340; weight += 10) {
      instances.lease(use([choice('monospace', weight), 'a'])).release();
    }
    assert.ok(existsSync(file));
    lease.release();
    lease.release();
    for (let weight = 400; weight < 440; weight += 10) {
      instances.lease(use([choice('monospace', weight), 'a'])).release();
    }
    assert.equal(existsSync(file), false);
  }));

test('two workers do not share files, and stopping removes one’s own only', () =>
  withTempDir((dir) => {
    const one = new FontInstances({ scratchDir: dir });
    const two = new FontInstances({ scratchDir: dir });
    const [mine = ''] = one.lease(use([choice('serif'), 'a'])).files;
    const [other = ''] = two.lease(use([choice('serif'), 'a'])).files;
    assert.notEqual(mine, other);
    assert.deepEqual(readFileSync(mine), readFileSync(other));
    one.stop();
    assert.equal(existsSync(mine), false);
    assert.ok(existsSync(other));
    two.stop();
  }));
