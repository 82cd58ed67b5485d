import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { failure, output } from './render.ts';

const LONG = 'a'.repeat(4_000_000);
const MANY = Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 100_003);

function times(count: number, text: string): string {
  return text.repeat(count);
}

function loop(body: string): string {
  return `{% for i in range(10000) %}${body}{% endfor %}`;
}

/** Templates that would not end or would use all memory. */
const BOMBS: Readonly<Record<string, readonly [source: string, data?: PlainObject]>> = {
  'a giant range': ['{% for i in range(1000000000) %}x{% endfor %}'],
  'a range without end': ['{{ range(10 ** 400) }}'],
  'nested loops': [loop(loop(loop('x')))],
  'nested loops without a body': [loop(loop(''))],
  'nested loops of jumps': [loop(loop('{% continue %}'))],
  'many small outputs': [loop(loop('{{ 1 }}'))],
  'a long output': [loop('{{ data.s }}'), { s: LONG }],
  'text that doubles': ['{% set x = "ab" %}{% for i in range(60) %}{% set_global x = x ~ x %}{% endfor %}'],
  'captured text that doubles': [
    '{% set x = "ab" %}{% for i in range(60) %}{% set_global x %}{{ x }}{{ x }}{% endset %}{% endfor %}',
  ],
  'lists that double': ['{% set x = [1] %}{% for i in range(60) %}{% set_global x = x + x %}{% endfor %}'],
  'lists that double by a filter': [
    '{% set x = [1] %}{% for i in range(60) %}{% set_global x = x | concat(with=x) %}{% endfor %}',
  ],
  'replacements that multiply': [
    '{% set x = data.s %}{% for i in range(9) %}{% set_global x = x | replace(from="a", to=x) %}{% endfor %}',
    { s: 'a'.repeat(5000) },
  ],
  'joins that multiply': [loop('{% set x = data.l | join(data.s) %}'), { l: MANY, s: 'a'.repeat(5000) }],
  'indents that multiply': [loop('{% set x = data.s | indent(1000) %}'), { s: '\n'.repeat(50_000) }],
  'a hard search': ['{{ data.p in data.s }}', { s: LONG, p: `${'a'.repeat(1_000_000)}b` }],
  'a hard replacement': ['{{ data.s | replace(data.p, "") }}', { s: LONG, p: `${'a'.repeat(1_000_000)}b` }],
  'long texts split': [loop('{% set x = data.s | split(pat="a") %}'), { s: LONG }],
  'long texts compared': [loop('{{ data.s == data.t }}'), { s: `${LONG}x`, t: `${LONG}y` }],
  'long texts counted': [loop('{{ data.s | length }}'), { s: LONG }],
  'long texts wrapped': [loop('{% set x = data.s | wordwrap(1) %}'), { s: LONG }],
  'long texts cut at marks': [
    loop('{% set x = data.s | truncate(900000) %}'),
    { s: 'e\u0301'.repeat(1_000_000) },
  ],
  'long lists sorted': [loop('{% set x = data.l | sort | unique %}'), { l: MANY }],
  'long lists searched': [loop('{% if -1 in data.l %}{% endif %}'), { l: MANY }],
  'long lists printed': [loop('{% set x = data.l ~ "" %}'), { l: MANY }],
  'long lists selected from': [loop('{% set x = data.l | select("odd") %}'), { l: MANY }],
  'macros that call themselves': ['{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}'],
  'macros that call each other twice': [
    '{% macro m(n) %}{% if n > 0 %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(40) }}',
  ],
  'a file that includes itself': ['{% include "screen.svg" %}'],
  'a file that imports itself': ['{% import "screen.svg" as me %}'],
  'lists in lists without end': [
    '{% set x = [1] %}{% set y = [1] %}{% for i in range(9999) %}' +
      '{% set_global x = [x] %}{% set_global y = [y] %}{% endfor %}{{ x == y }}',
  ],
  'deep brackets': [`{{ ${times(100_000, '(')}1${times(100_000, ')')} }}`],
  'deep lists': [`{{ ${times(200, '[')}1${times(200, ']')} }}`],
  'deep negation': [`{{ ${times(100_000, 'not ')}1 }}`],
  'deep signs': [`{{ ${times(100_000, '- ')}1 }}`],
  'deep sections': [times(50_000, '{% if a %}') + times(50_000, '{% endif %}')],
  'deep choices': [`{% if a %}${times(50_000, '{% elif b %}')}{% endif %}`],
  'a long chain of members': [`{{ a${times(90_000, '.b')} }}`],
  'a long chain of filters': [`{{ a${times(60_000, '|upper')} }}`],
  'too many tags': [times(100_000, '{{a}}')],
  'deep sections in macros that call themselves': [
    `{% macro m() %}${times(30, '{% filter upper %}')}{{ m() }}${times(30, '{% endfilter %}')}{% endmacro %}{{ m() }}`,
  ],
};

describe('template budgets', () => {
  for (const [name, [source, data]] of Object.entries(BOMBS)) {
    it(`stop ${name}`, () => {
      const { code, file } = failure(source, data);
      assert.equal(code, 'template_limit');
      assert.equal(file, 'screen.svg');
    });
  }

  it('stop a filter whose argument asks for much', () => {
    assert.equal(failure('{{ "x" | center(2000000000) }}').code, 'template_error');
    assert.equal(failure('{{ 1 | round(precision=99999) }}').code, 'template_error');
    assert.equal(failure('{{ 0 | date(format=data.f) }}', { f: '%255d'.repeat(100) }).code, 'template_error');
  });

  it('say why', () => {
    assert.match(failure('{% for i in range(20000) %}{% endfor %}').message, /range.* at most 10000 numbers/);
    assert.match(
      failure('{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}').message,
      /nested more than 64 deep/,
    );
    assert.match(failure('{% include "screen.svg" %}').message, /'screen.svg' includes itself/);
    const files = { 'a.svg': '{% include "b.svg" %}', 'b.svg': '{% include "a.svg" %}' };
    assert.match(failure('{% include "a.svg" %}', {}, files).message, /a\.svg → b\.svg → a\.svg/);
  });

  it('let long chains and honest work through', () => {
    assert.equal(output(`{{ ${times(50_000, '1+')}1 }}`), '50001');
    assert.equal(output(`{{ ${times(50_000, '0 or ')}7 }}`), '7');
    assert.equal(output(`{{ ${times(90, '(')}1${times(90, ')')} }}`), '1');
    assert.equal(output(`${loop('<rect x="{{ i }}"/>')}`).length, 10_000 * 12 + 38_890);
    assert.equal(output('{{ data.s }}', { s: LONG }).length, LONG.length);
    assert.equal(
      output('{% macro m(n) %}{% if n > 0 %}{{ n }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(20) }}')
        .length,
      31,
    );
  });

  it('are those of one rendering: the next one starts afresh', () => {
    assert.equal(failure(loop(loop('x'))).code, 'template_limit');
    assert.equal(output('{{ 1 + 1 }}'), '2');
  });

  it('take linear time for white space, comments, raw sections and unclosed tags', () => {
    const gap = ' '.repeat(300_000);
    assert.equal(output(`x${gap}y{%- if true -%}${gap}z{%- endif %}`), `x${gap}yz`);
    assert.equal(failure(`{% raw %}${'{% x '.repeat(60_000)}`).code, 'template_syntax');
    assert.equal(failure('{# '.repeat(200_000)).code, 'template_syntax');
    assert.equal(output('{{ data.s | striptags | length }}', { s: '<'.repeat(1_000_000) }), '1000000');
  });
});
