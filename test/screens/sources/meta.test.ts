import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_META, parseMeta, type ScreenMeta } from '../../../src/screens/sources/meta.ts';

function meta(text: string): ScreenMeta {
  const parsed = parseMeta(text);
  assert.ok(parsed.ok, parsed.ok ? '' : JSON.stringify(parsed.error));
  return parsed.value;
}

function problems(text: string): string[] {
  const parsed = parseMeta(text);
  assert.ok(!parsed.ok, 'expected problems');
  return parsed.error.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('parseMeta', () => {
  it('reads title, description, service and refresh', () => {
    const read = meta(
      'title: Clock\ndescription: |\n  Two\n  lines\nservice: 0.30\nrefresh: 60\ntext: plain\n',
    );
    assert.deepEqual(read, {
      title: 'Clock',
      description: 'Two\nlines',
      service: '0.30',
      defaultRefreshSeconds: 60,
      text: 'plain',
      params: [],
      warnings: [],
    });
  });

  it('takes an empty file for no metadata', () => {
    assert.deepEqual(meta('# nothing\n'), NO_META);
  });

  it('reads params in their order, with only what is written', () => {
    const read = meta(
      [
        'params:',
        '  zone: { type: string, default: UTC, label: Time zone, description: Which, mode: select }',
        '  count: { type: int, min: 1, max: 9, step: 2, unit: pcs, default: 3, required: true }',
        '  size:',
        '    type: enum',
        '    options: [a, 2, { value: c, label: Large }, { value: true }]',
        '    default: c',
        '  key: { type: string, sensitive: true, multiline: true, hidden: true, advanced: true }',
      ].join('\n'),
    );
    const plain = { required: false, sensitive: false, multiline: false, hidden: false, advanced: false };
    assert.deepEqual(read.params, [
      {
        name: 'zone',
        type: 'string',
        ...plain,
        label: 'Time zone',
        description: 'Which',
        mode: 'select',
        default: 'UTC',
      },
      {
        name: 'count',
        type: 'int',
        ...plain,
        required: true,
        unit: 'pcs',
        min: 1,
        max: 9,
        step: 2,
        default: 3,
      },
      {
        name: 'size',
        type: 'enum',
        ...plain,
        options: [
          { value: 'a', label: 'a' },
          { value: 2, label: '2' },
          { value: 'c', label: 'Large' },
          { value: true, label: 'true' },
        ],
        default: 'c',
      },
      {
        name: 'key',
        type: 'string',
        ...plain,
        sensitive: true,
        multiline: true,
        hidden: true,
        advanced: true,
      },
    ]);
  });

  it('warns of unknown keys', () => {
    const warned = meta('titel: x\nparams:\n  a: { type: int, maximum: 3 }\n').warnings;
    assert.deepEqual(
      warned.map(({ line, message }) => `${line} ${message}`),
      ['1 unknown key `titel`; did you mean `title`?', '3 unknown key `params.a.maximum`'],
    );
  });

  it('gives all problems with line and column', () => {
    const text = [
      'refresh: often',
      'params:',
      '  a: { label: x }',
      '  b: { type: number }',
      '  c: { type: int, min: 5, max: 1 }',
      '  d: { type: enum }',
      '  e: { type: enum, options: [[1]] }',
      '  f: { type: int, max: 3, default: 4 }',
      '  g: text',
    ].join('\n');
    assert.deepEqual(problems(text), [
      '1:10 refresh: expected an integer from 0 to 2592000, got the text "often"',
      '3:3 params.a: expected a `type`, got none',
      '4:14 params.b.type: expected one of string, int, float, bool, enum, color, url, got the text "number"',
      '5:24 params.c: min (5) is above max (1)',
      '6:6 params.d: expected a list of `options` for an enum, got none',
      '7:30 params.e.options: expected a value, or a map with `value` and `label`, got a list',
      '8:36 params.f.default: expected an integer of at most 3, got 4',
      '9:6 expected a map under `params.g`, got the text "text"',
    ]);
  });

  it('says that an unquoted colour is a comment', () => {
    const warned = meta(
      'params:\n  ink: { type: color, label: x }\n  paper:\n    type: color\n    default: #ffffff\n',
    ).warnings;
    assert.match(
      warned[0]?.message ?? '',
      /params\.paper\.default has no value; an unquoted # starts a comment/,
    );
  });

  it('refuses text that is no map or no YAML', () => {
    assert.deepEqual(problems('- a'), ['1:1 expected a map such as `title: ...`, got a list']);
    assert.match(problems('title: "x')[0] ?? '', /^1:10 /);
    assert.match(problems(`a: ${'['.repeat(30_000)}`)[0] ?? '', /at most 64 levels/);
  });
});
