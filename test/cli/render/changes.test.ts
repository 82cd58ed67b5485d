import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { nextState, stateOf } from '../../../src/cli/render/changes.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

const NEVER = new AbortController().signal;

describe('the state of files', () => {
  it('changes with a file that is written, replaced, made or removed, however deep', (t) => {
    const top = tempTree(t, { 'a.lua': '1', 'lib/deep/b.lua': '2' });
    const watched = { places: [top], except: new Set<string>() };
    const seen = new Set([stateOf(watched)]);
    const changes = [
      () => writeFileSync(path.join(top, 'a.lua'), '11'),
      () => {
        writeFileSync(path.join(top, '.new'), '2');
        renameSync(path.join(top, '.new'), path.join(top, 'lib/deep/b.lua'));
      },
      () => writeFileSync(path.join(top, 'lib/c.svg'), ''),
      () => rmSync(path.join(top, 'a.lua')),
      () => rmSync(path.join(top, 'lib'), { recursive: true }),
    ];
    for (const change of changes) {
      change();
      seen.add(stateOf(watched));
    }
    assert.equal(seen.size, changes.length + 1);
  });

  it('does not change with hidden files, with what is left out, or without any change', (t) => {
    const top = tempTree(t, { 'a.lua': '1', 'out.png': '' });
    const watched = { places: [top], except: new Set([path.join(top, 'out.png')]) };
    const before = stateOf(watched);
    writeFileSync(path.join(top, 'out.png'), 'more');
    mkdirSync(path.join(top, '.git'));
    writeFileSync(path.join(top, '.git/index'), 'x');
    assert.equal(stateOf(watched), before);
  });

  it('is to be had of folders that contain themselves, and of places that do not exist', (t) => {
    const top = tempTree(t, { 'a.lua': '1' });
    symlinkSync(top, path.join(top, 'again'));
    const watched = { places: [top, path.join(top, 'none')], except: new Set<string>() };
    assert.match(stateOf(watched), /a\.lua/);
  });
});

describe('nextState', () => {
  it('waits for a change', async (t) => {
    const top = tempTree(t, { 'a.lua': '1' });
    const watched = { places: [top], except: new Set<string>() };
    const before = stateOf(watched);
    const next = nextState(before, watched, NEVER);
    writeFileSync(path.join(top, 'a.lua'), '22');
    assert.equal(await next, stateOf(watched));
  });

  it('ends with null when it is told to', async (t) => {
    const top = tempTree(t, { 'a.lua': '1' });
    const watched = { places: [top], except: new Set<string>() };
    const end = new AbortController();
    const next = nextState(stateOf(watched), watched, end.signal);
    end.abort();
    assert.equal(await next, null);
  });
});
