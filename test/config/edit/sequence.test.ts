import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { editConfigText } from '../../../src/config/edit/edit.ts';
import { applyEdit } from '../../../src/config/edit/model.ts';
import { fitted, randomWish } from './random-edits.ts';
import { randomYaml, readBack } from './random-yaml.ts';
import { assertUntouched } from './untouched.ts';

describe('random edits of random files', () => {
  it('always load, say what a plain model says, and leave every other line as it is', () => {
    fc.assert(
      fc.property(randomYaml, fc.array(randomWish, { minLength: 1, maxLength: 8 }), (file, wishes) => {
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
      { numRuns: 250 },
    );
  });
});
