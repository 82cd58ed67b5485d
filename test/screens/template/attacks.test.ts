import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { TemplateEngine } from '../../../src/screens/template/engine.ts';
import { failure, output } from './render.ts';

/** Templates that try to run code or to read data of the server, and their output. */
const ESCAPES: readonly (readonly [source: string, expected: string])[] = [
  ['{{ "".constructor.constructor("return process.version")() }}', 'template_syntax'],
  ['{{ data.constructor.constructor("return 1") }}', 'template_error'],
  ['{{ range.constructor("return 1")() }}', 'template_syntax'],
  ['{{ range.constructor("return 1") }}', 'template_error'],
  ['{{ range.constructor }}{{ range.call }}{{ range }}', ''],
  ['{% set c = cycler(1) %}{{ c.constructor }}{{ c.__proto__ }}{{ c.call }}{{ c.what }}', ''],
  ['{% set c = cycler(1) %}{{ c.constructor("return 1") }}', 'template_error'],
  ['{% set j = joiner() %}{{ j.constructor("return 1") }}', 'template_error'],
  ['{% macro m() %}{% endmacro %}{{ m.constructor("return 1") }}', 'template_error'],
  ['{% macro m() %}{{ caller.constructor }}{{ caller.call }}{% endmacro %}{% call m() %}{% endcall %}', ''],
  [
    '{% for x in [1] %}{% set l = loop %}{{ l.cycle.constructor }}{{ l["constructor"] }}{{ l.items }}{% endfor %}',
    '',
  ],
  ['{% for x in [1] %}{{ loop.constructor }}{% endfor %}', 'template_syntax'],
  ['{{ ("x" | safe).constructor }}{{ ("x" | safe).text }}', ''],
  ['{{ [].map }}{{ [].constructor }}{{ [1]["filter"] }}{{ [1] | map(attribute="constructor") }}', '[null]'],
  [
    '{{ data | get(key="__proto__") }}{{ data["__proto__"] }}{{ data.toString }}{{ data.hasOwnProperty }}',
    '',
  ],
  ['{{ "constructor" in data }}{{ "toString" in {} }}{{ data.constructor is defined }}', 'falsefalsefalse'],
  [
    '{{ data.rows | sort(attribute="__proto__.x") | length }}{{ [{}] | sum(attribute="constructor.length") }}',
    '00',
  ],
  ['{{ {} | group_by(attribute="constructor") }}', 'template_error'],
  ['{{ [{ "a": "__proto__" }] | group_by(attribute="a") | keys | join }}', '__proto__'],
  ['{{ { "__proto__": 5 }.__proto__ }}{% set __proto__ = 1 %}{{ __proto__ }}{{ constructor }}', '51'],
  ['{{ 5 | constructor }}', 'template_syntax'],
  ['{{ 5 | __proto__ }}', 'template_syntax'],
  ['{{ 5 is toString }}', 'template_syntax'],
  ['{{ constructor() }}', 'template_syntax'],
  ['{{ [1] | map("constructor") }}{{ [1] | select("__proto__") }}', 'template_error'],
  ['{{ 2 | round(method="constructor") }}', 'template_error'],
  ['{{ 0 | date(locale="constructor") }}', 'template_error'],
  ['{{ 0 | date(timezone="__proto__") }}', 'template_error'],
  ['{% import "constructor" as x %}', 'template_error'],
  ['{% from "screen.svg" import __proto__ %}', 'template_syntax'],
  ['{{ this }}{{ globalThis }}{{ process }}{{ env }}{{ context }}{{ frame }}{{ runtime }}', ''],
  ['{{ require("fs") }}', 'template_syntax'],
];

describe('templates that try to escape the sandbox', () => {
  for (const [source, expected] of ESCAPES) {
    it(`${expected.startsWith('template_') ? 'refuses' : 'gives nothing away to'} ${source}`, () => {
      if (expected.startsWith('template_')) assert.equal(failure(source, { rows: [] }).code, expected);
      else assert.equal(output(source, { rows: [] }).replaceAll('&quot;', '"'), expected);
    });
  }
});

describe('identifiers and literals that the lexer would let through', () => {
  const injections = [
    '{{ a"^Function`globalThis\\x2epwned\\x3d1```^" }}',
    '{% set a"b = 1 %}',
    "{% for a'b in [1] %}{% endfor %}",
    '{{ 1 | a`b` }}',
    '{{ a.b`c` }}',
    '{% macro a"b() %}{% endmacro %}',
    '{% block a"b %}{% endblock %}',
    '{{ x is a"b }}',
    '{{ f(a"b=1) }}',
    '{{ ünïcode }}',
    '{{ a$b }}',
    '{{ a\\b }}',
    '{{ r/(a+)+$/.test("aaaa") }}',
    '{{ "x" | replace(r/x/g, "y") }}',
  ];
  for (const source of injections) {
    it(`refuses ${source}`, () => {
      assert.equal(failure(source).code, 'template_syntax');
    });
  }

  it('leaves nothing behind in the global object', () => {
    assert.equal(Object.hasOwn(globalThis, 'pwned'), false);
    assert.equal(Object.hasOwn(Object.prototype, 'pwned'), false);
  });
});

describe('data with the names of prototypes', () => {
  const data = JSON.parse(
    '{"__proto__": "P", "constructor": "C", "toString": "T", "rows": [{"__proto__": {"x": 1}, "length": 9}]}',
  ) as PlainObject;

  it('is plain data', () => {
    assert.equal(output('{{ data.__proto__ }}{{ data.constructor }}{{ data["toString"] }}', data), 'PCT');
    assert.equal(output('{{ data.rows[0].__proto__.x }}{{ data.rows[0].length }}', data), '19');
    assert.equal(output('{{ data | keys | join(" ") }}', data), '__proto__ constructor toString rows');
    assert.equal(output('{{ data.rows | safe }}', data), '[{"__proto__":{"x":1},"length":9}]');
  });

  it('does not reach the prototype by way of a template', () => {
    assert.equal(
      output('{% set m = { "__proto__": { "polluted": 1 } } %}{{ m.polluted }}{{ {}.polluted }}'),
      '',
    );
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});

describe('a context without a prototype or with one', () => {
  it('shows its own members only', () => {
    const engine = new TemplateEngine();
    const load = () => ({ ok: false, error: { code: 'asset_missing', message: 'none' } }) as const;
    const context = Object.assign(Object.create({ inherited: 'secret' }), { own: 'shown' }) as PlainObject;
    const result = engine.render({ name: 'a', source: '{{ own }}{{ inherited }}', context, load });
    assert.equal(result.ok && result.value.text, 'shown');
  });
});
