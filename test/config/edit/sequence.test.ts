import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdit } from '../../../src/config/edit/model.ts';
import { rounds } from '../../support/rounds.ts';
import { editConfigText } from './editing.ts';
import { fitted, randomWish } from './random-edits.ts';
import { randomYaml, readBack } from './random-yaml.ts';
import { assertUntouched } from './untouched.ts';

/** The file with so many more devices, above its own, that it is edited in parts. */
function enlarged(file: string): string {
  const eol = file.includes('\r\n') ? '\r\n' : '\n';
  const margin = /^devices:.*\r?\n(?: *#.*\r?\n)*( +)/m.exec(file)?.[1] ?? '  ';
  const more = Array.from({ length: 300 }, (_, number) => {
    const key = `FE:${String(number).padStart(3, '0')}`;
    return `${margin}"${key}":${eol}${margin}  screen: many # ${number}${eol}${margin}  params: {n: ${number}}${eol}`;
  });
  return file.replace(/^devices:.*\r?\n/m, (head) => head + more.join(''));
}

describe('random edits of random files', () => {
  for (const [size, file, numRuns] of [
    ['small', randomYaml, rounds(250, 10)],
    ['large', randomYaml.map(enlarged), rounds(40, 10)],
  ] as const) {
    it(`always load, say what a plain model says, and leave every other line as it is: ${size} ones`, () => {
      assertAllGood(file, numRuns);
    });
  }
});

function assertAllGood(files: fc.Arbitrary<string>, numRuns: number): void {
  fc.assert(
    fc.property(files, fc.array(randomWish, { minLength: 1, maxLength: 8 }), (file, wishes) => {
      let text = file;
      let model = readBack(file);
      for (const wish of wishes) {
        const edit = fitted(wish, model);
        const wanted = edit === null ? null : applyEdit(model, edit);
        if (edit === null || wanted === null) continue;
        const result = editConfigText(text, [edit]);
        assert.ok(result.ok, `${JSON.stringify(edit)} is refused in\n${text}`);
        assert.deepStrictEqual(readBack(result.value), wanted, `${JSON.stringify(edit)}\n${text}`);
        assertUntouched(text, result.value, edit);
        text = result.value;
        model = wanted;
      }
    }),
    { numRuns },
  );
}
