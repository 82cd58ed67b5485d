import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AnnouncedName, historyName, restoreNames, tellName } from '../../src/domain/announced-names.ts';
import { contentHash } from '../../src/domain/content-hash.ts';
import { PANEL_LIMITS } from '../../src/domain/panel-limits.ts';
import { renderSpec } from '../support/pictures/render-spec.ts';

const hash = (name: string) => contentHash(name, renderSpec(), 'env');

it('a picture keeps the name with which it was first told', () => {
  let names: readonly AnnouncedName[] = [];
  const tell = (picture: string, seconds: number): string => {
    names = tellName(names, hash(picture), seconds * 1000 + 999);
    return historyName(names.at(-1) as AnnouncedName);
  };
  const first = tell('a', 1_800_000_000);
  assert.equal(first, `${hash('a').slice(0, 12)}-1800000000`);
  assert.equal(tell('a', 1_800_000_900), first);
  assert.equal(tell('b', 1_800_001_000), `${hash('b').slice(0, 12)}-1800001000`);
  assert.equal(tell('a', 1_800_002_000), first);
  assert.match(tell('c', 5), /^[0-9a-f]{12}-0000000005$/);
});

it('the names are few: what was told longest ago goes', () => {
  let names: readonly AnnouncedName[] = [];
  for (let at = 0; at < 40; at += 1) {
    names = tellName(names, hash(`p${at}`), at * 1000);
    names = tellName(names, hash('always'), 50_000);
  }
  assert.equal(names.length, PANEL_LIMITS.toldNames);
  assert.deepEqual(names.at(-1), [hash('always'), 50]);
  assert.deepEqual(names.at(-2), [hash('p39'), 39]);
});

it('stored names are read again, and what is none is left out', () => {
  const names = tellName(tellName([], hash('a'), 1000), hash('b'), 2000);
  assert.deepEqual(restoreNames(JSON.parse(JSON.stringify(names))), names);
  const broken = [
    null,
    3,
    ['../x', 1],
    [hash('a')],
    [hash('a'), '1'],
    [hash('a'), 1e10],
    [hash('a'), -1],
    [hash('a'), 7],
  ];
  assert.deepEqual(restoreNames(broken), [[hash('a'), 7]]);
  for (const other of [undefined, null, {}, 'x']) assert.deepEqual(restoreNames(other), []);
});
