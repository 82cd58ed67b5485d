import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundedNote, describeEdits } from '../../../src/config/source/revision-note.ts';
import { STATE_LIMITS } from '../../../src/state/limits.ts';
import { set } from '../edit/editing.ts';

describe('the note of a revision', () => {
  it('names the keys of a change and who made it, but no value', () => {
    const edits = [
      { kind: 'set', path: ['admin', 'token'], value: 'hunter2' },
      { kind: 'remove', path: ['devices', 'AA:BB:CC:DD:EE:01'] },
    ] as const;
    assert.equal(
      describeEdits('admin API (192.0.2.7)', edits),
      'admin API (192.0.2.7): set admin.token; removed devices.AA:BB:CC:DD:EE:01',
    );
    assert.equal(describeEdits('me', [], true), 'me: put the groups into another order');
    assert.equal(describeEdits('me', []), 'me: comments or layout only');
    const many = Array.from({ length: 25 }, (_, index) => set(`key${index}`, 1));
    assert.match(describeEdits('me', many), /; set key19; 5 more$/);
  });

  it('is one line of what a store takes, without anything that acts on a terminal', () => {
    assert.equal(boundedNote('a\n\u001b[31mred\u009b2J'), 'a [31mred 2J');
    for (const character of ['x', 'ß', '☃', '😀']) {
      const note = boundedNote(`1${character.repeat(STATE_LIMITS.noteBytes)}`);
      assert.ok(Buffer.byteLength(note) <= STATE_LIMITS.noteBytes);
      assert.match(note, /^1(?:x|ß|☃|😀)+…$/u);
    }
  });
});
