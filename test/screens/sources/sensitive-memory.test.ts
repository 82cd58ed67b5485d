import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ParamField, ParamSchema } from '../../../src/domain/params.ts';
import type { SensitiveParam } from '../../../src/domain/sensitive-param.ts';
import { SENSITIVE_LIMITS, SensitiveMemory } from '../../../src/screens/sources/sensitive-memory.ts';

function field(name: string, sensitive: boolean): ParamField {
  const flags = { required: false, multiline: false, hidden: false, advanced: false };
  return { name, type: 'string', sensitive, ...flags };
}

const HIDDEN = [field('key', true), field('city', false)];
const OPEN = [field('key', false), field('city', false)];
const RENAMED = [field('password', false), field('city', false)];

describe('SensitiveMemory', () => {
  let root: string;
  let memory: SensitiveMemory;
  let told: SensitiveParam[];

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'stipple-sensitive-'));
    memory = new SensitiveMemory();
    told = [];
    memory.onChange = (param) => told.push(param);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function screen(name: string): void {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, `${name}.lua`), '');
  }

  /** Names that count as sensitive, those that are not declared after a `|`. */
  function hidden(name: string, declared: ParamSchema, handle = 'local'): string {
    const { params, onceSensitive } = memory.guard({ handle, path: name, roots: [root] }, declared, declared);
    const names = params.filter(({ sensitive }) => sensitive).map((param) => param.name);
    return `${names.join(' ')}|${onceSensitive.join(' ')}`;
  }

  it('keeps what was sensitive until an admin opens it', () => {
    screen('a');
    assert.equal(hidden('a', HIDDEN), 'key|');
    assert.equal(hidden('a', OPEN), 'key|');
    assert.equal(hidden('a', RENAMED), '|key');
    assert.equal(hidden('a', []), '|key');
    assert.deepEqual([memory.open('local/a', 'city'), memory.open('local/a', 'key')], [false, true]);
    assert.equal(hidden('a', OPEN), '|');
    assert.deepEqual(
      told.map(({ isOpen, changes }) => [isOpen, changes]),
      [
        [false, 1],
        [true, 2],
      ],
    );
    assert.equal(hidden('a', HIDDEN), 'key|');
    assert.equal(hidden('a', OPEN), 'key|');
  });

  it('gives the same params for the same metadata, so that checks are not made again', () => {
    screen('a');
    hidden('a', HIDDEN);
    const found = { handle: 'local', path: 'a', roots: [root] };
    assert.equal(memory.guard(found, OPEN, OPEN).params, memory.guard(found, OPEN, OPEN).params);
  });

  it('takes a new screen for one that was moved, if one of the source is gone', () => {
    screen('old');
    screen('other');
    assert.equal(hidden('old', HIDDEN), 'key|');
    assert.equal(hidden('other', OPEN), '|');
    rmSync(path.join(root, 'old.lua'));
    screen('deep/new');
    assert.equal(hidden('deep/new', OPEN), 'key|');
    assert.equal(hidden('deep/new', OPEN, 'garden'), '|');
    assert.ok(memory.open('local/old', 'key'));
    assert.equal(hidden('deep/new', OPEN), '|');
  });

  it('believes the record with more changes', () => {
    screen('a');
    const param = { screen: 'local/a', param: 'key', atMs: 1 };
    memory.take({ ...param, isOpen: false, changes: 3 });
    memory.take({ ...param, isOpen: true, changes: 2 });
    assert.equal(hidden('a', OPEN), 'key|');
    memory.take({ ...param, isOpen: true, changes: 4 });
    assert.equal(hidden('a', OPEN), '|');
    assert.deepEqual([told, memory.list()], [[], []]);
  });

  it('hides all params of a source that has called more sensitive than can be remembered', () => {
    screen('a');
    const most = SENSITIVE_LIMITS.perSource;
    const many = Array.from({ length: most + 1 }, (_, index) => field(`p${index}`, true));
    hidden('a', many);
    assert.equal(memory.list().length, most + 1);
    assert.equal(hidden('a', OPEN).split('|')[0], 'key city');
    assert.ok(memory.open('local/*', '*'));
    assert.equal(hidden('a', OPEN).split('|')[0], '');
  });
});
