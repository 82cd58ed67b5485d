import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keyText, scalarText } from '../../../src/config/edit/scalar-text.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { edited, set } from './editing.ts';
import { readBack } from './random-yaml.ts';

const DOUBLE = { quote: '"', always: false } as const;
const SINGLE = { quote: "'", always: false } as const;

describe('scalarText', () => {
  it('leaves plain what every YAML reader takes for the same text', () => {
    for (const text of [
      'weather',
      'local/meeting-room',
      'A b',
      'Zürich',
      'v1.2.0',
      'https://x.example/a.git',
      '日本',
    ]) {
      assert.equal(scalarText(text, DOUBLE), text);
    }
  });

  it('quotes what some YAML reader takes for something else', () => {
    for (const text of [
      '',
      ' a',
      'a ',
      'true',
      'No',
      'null',
      '~',
      '12',
      '1.5',
      '1e3',
      '0x1F',
      '2024-01-01',
      '12:30',
      '#fff',
      'a: b',
      'a #b',
    ]) {
      assert.equal(scalarText(text, DOUBLE), `"${text}"`);
      assert.equal(scalarText(text, SINGLE), `'${text}'`);
    }
    assert.equal(scalarText('plain', { ...DOUBLE, always: true }), '"plain"');
  });

  it('escapes what cannot be seen, for which single quotes give way', () => {
    assert.equal(
      scalarText('a\n\t\u0000\u0085\u2028\ufeff', SINGLE),
      String.raw`"a\n\t\u0000\u0085\u2028\ufeff"`,
    );
    assert.equal(scalarText(`"it's"\\`, SINGLE), `'"it''s"\\'`);
  });

  it('writes numbers with all their digits', () => {
    for (const value of [0, -0, 1.5, -1e-7, 1e21, 5e-324, Number.MAX_SAFE_INTEGER]) {
      assert.ok(Object.is(readBack(`a: ${scalarText(value, DOUBLE)}`)['a'], value), String(value));
    }
  });
});

describe('keyText', () => {
  it('quotes MAC addresses and leaves names and codes plain', () => {
    assert.equal(keyText('AA:BB:CC:DD:EE:FF', '"'), '"AA:BB:CC:DD:EE:FF"');
    assert.equal(keyText('ABCDE-FGHJK', "'"), 'ABCDE-FGHJK');
    assert.equal(keyText('11:22:33:44:55:66', "'"), "'11:22:33:44:55:66'");
  });
});

describe('every value', () => {
  const string = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.stringMatching(/^[-+.0-9eExXoO:_a-f ]{0,8}$/),
    fc.constantFrom(
      '...',
      '---',
      '- a',
      '? a',
      '<<',
      '*a',
      '&a',
      '!a',
      '|',
      '>',
      '%a',
      '@',
      '`',
      '{',
      ']',
      ', ',
      ' #',
      ': ',
    ),
    fc.string({ minLength: 900, maxLength: 3000 }),
  );
  const { value } = fc.letrec<{ value: PlainValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      string,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.constantFrom(null, true, false),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor'), string), tie('value'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }));

  it('reads back as it was, written into block and into flow style, in either quotes', () => {
    fc.assert(
      fc.property(
        value,
        fc.constantFrom('a:\n', 'a: {}\nb: 1\n', "{'a': x}\n", "x: 'q'\na: {'b': 'c'}\n"),
        (wanted, text) => {
          assert.deepStrictEqual(readBack(edited(text, set('a', wanted)))['a'], wanted);
        },
      ),
      { numRuns: 400 },
    );
  });
});
