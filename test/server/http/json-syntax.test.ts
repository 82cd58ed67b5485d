import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runAtOnce } from '../../../src/platform/base/turns.ts';
import { describeJsonError as described } from '../../../src/server/http/json-syntax.ts';

function describeJsonError(text: string): string {
  return runAtOnce(described(text));
}

describe('describeJsonError', () => {
  it('names line, column and what was expected', () => {
    for (const [text, expected] of [
      ['', 'line 1, column 1: expected a value'],
      ['{"a":}', 'line 1, column 6: expected a value'],
      ['{"a" 1}', 'line 1, column 6: expected a colon'],
      ['{"a":1,}', 'line 1, column 8: expected a name in double quotes'],
      ["{'a':1}", 'line 1, column 2: expected a name in double quotes or }'],
      ['{"a":1 "b":2}', 'line 1, column 8: expected a comma or }'],
      ['[1,]', 'line 1, column 4: expected a value'],
      ['[1 2]', 'line 1, column 4: expected a comma or ]'],
      ['[1}', 'line 1, column 3: expected a comma or ]'],
      ['[', 'line 1, column 2: expected a value or ]'],
      ['{"a":[{"b":1]}', 'line 1, column 13: expected a comma or }'],
      ['{} {}', 'line 1, column 4: expected the end'],
      ['{"a":01}', 'line 1, column 6: expected a value'],
      ['{"a":1.}', 'line 1, column 6: expected a value'],
      ['{"a":nul}', 'line 1, column 6: expected a value'],
      ['{"a":trueish}', 'line 1, column 6: expected a value'],
      ['{"a":"x\ny"}', 'line 1, column 6: expected a value'],
      ['{"a":"\\x"}', 'line 1, column 6: expected a value'],
      ['{\n  "a": 1,\r\n  b: 2\n}', 'line 3, column 3: expected a name in double quotes'],
      ['\ufeff{}', 'line 1, column 1: expected a value'],
    ] as const) {
      assert.throws(() => JSON.parse(text), text);
      assert.equal(describeJsonError(text), expected, text);
    }
  });

  it('finds nothing wrong before the end in the beginning of a good text', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        const [head, tail] = [json.slice(0, cut % json.length), '\u0001'];
        const [, line, column] = /^line (\d+), column (\d+): /.exec(describeJsonError(head + tail)) ?? [];
        // The error is where the good part ends, or where the token begins that was cut in two.
        assert.equal(line, '1');
        assert.ok(Number(column) <= head.length + 1);
        const good = head.slice(0, Number(column) - 1);
        assert.ok(json.startsWith(good));
        const cutToken = head.slice(good.length).replaceAll(/"(?:[^"\\]|\\.?)*"?/gs, '');
        assert.ok(!/[{}[\]:,]/.test(cutToken));
      }),
    );
  });

  it('takes a moment for a long text', () => {
    assert.match(describeJsonError(`["${'x'.repeat(250_000)}`), /^line 1, column 2: /);
    assert.match(describeJsonError('['.repeat(250_000)), /^line 1, column 250001: /);
  });
});
