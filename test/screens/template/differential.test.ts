import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import nunjucks from 'nunjucks';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { output } from './render.ts';

/** Stock nunjucks, for templates that are known to be harmless. */
const stock = new nunjucks.Environment(null, { autoescape: true });

const data: PlainObject = {
  name: 'Tom & "Jo" <3',
  n: 7,
  half: 0.5,
  zero: 0,
  yes: true,
  nothing: null,
  list: [3, 1, 2],
  empty: [],
  words: ['b', 'A', 'c'],
  map: { a: 1, b: 'two', c: null },
  rows: [
    { id: 1, name: 'one', tags: ['x', 'y'], ok: true },
    { id: 2, name: 'two', tags: [], ok: false },
    { id: 3, name: 'three', tags: ['z'], ok: true },
  ],
  pairs: [
    ['a', 1],
    ['b', 2],
  ],
};

const TEMPLATES = [
  'plain text { } % # \n  with white space \t and ünïcödé',
  '{{ data.name }} {{ data.n }} {{ data.half }} {{ data.yes }} {{ data.nothing }} {{ data.missing }}',
  '{{ data.a.b.c }}|{{ data["n"] }}|{{ data.list[1] }}|{{ data.rows[0].tags[1] }}|{{ data.list.length }}',
  '{{ "a\\n\\"b\\"" }} {{ \'c\' }} {{ 12 }} {{ 0.25 }} {{ true }} {{ none }}',
  '{{ 1 + 2 * 3 - 4 }} {{ (1 + 2) * 3 }} {{ 7 / 2 }} {{ 7 // 2 }} {{ 7 % 4 }} {{ -7 % 4 }} {{ 2 ** 8 }} {{ -data.n }} {{ +data.n }}',
  '{{ 1 - 2 - 3 }} {{ 100 / 10 / 2 }} {{ 2 - 1 + 5 - 3 }} {{ 0.1 + 0.2 }} {{ 1000 if false else 5 }}',
  '{{ "a" ~ 1 ~ data.n }} {{ "a" + "b" }}',
  '{{ 1 < 2 }} {{ 2 <= 2 }} {{ 3 > 4 }} {{ 4 >= 4 }} {{ 1 == 1 }} {{ "a" == "a" }} {{ 1 != 2 }} {{ "a" < "b" }}',
  '{{ data.zero or "x" }} {{ data.n and "y" }} {{ not data.n }} {{ not data.zero and data.yes }} {{ "" or 0 or "z" }}',
  '{{ 2 in data.list }} {{ "wo" in "two" }} {{ "a" in data.map }} {{ 9 not in data.list }} {{ not 9 in data.list }}',
  '{{ "yes" if data.n > 5 else "no" }} {{ "yes" if data.n > 9 }}| {{ ("a" if data.zero else "b") if data.yes else "c" }}',
  '{{ [1, 2, 3][1] }} {{ { "a": 1, b: 2 }.b }} {{ {"x": [1, {"y": 5}]}.x[1].y }}',
  '{% if data.n == 7 %}a{% elif data.n == 8 %}b{% else %}c{% endif %}{% if data.missing %}d{% endif %}',
  '{% if data.zero %}a{% elseif data.half %}b{% endif %}{% if data.name and not data.nothing %}c{% endif %}',
  '{% for x in data.list %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}:{{ x }} {% endfor %}',
  '{% for x in data.empty %}{{ x }}{% else %}none{% endfor %}{% for x in data.missing %}{{ x }}{% else %}none{% endfor %}',
  '{% for k, v in data.map %}{{ k }}={{ v }};{% endfor %}{% for a, b in data.pairs %}{{ a }}{{ b }}{% endfor %}',
  '{% for r in data.rows %}{{ r.name }}[{% for t in r.tags %}{{ t }}{{ loop.index }}{% else %}-{% endfor %}]{{ loop.index }} {% endfor %}',
  '{% for i in range(3) %}{{ i }}{% endfor %}{% for i in range(2, 5) %}{{ i }}{% endfor %}{% for i in range(9, 0, -3) %}{{ i }}{% endfor %}',
  '{% set x = 5 %}{{ x }}{% set y %}({{ data.n }}){% endset %}{{ y }}{% set a, b = 3 %}{{ a }}{{ b }}',
  '{% switch data.n %}{% case 6 %}six{% case 7 %}seven{% default %}other{% endswitch %}{% switch 1 %}{% case 1 %}{% case 2 %}two{% endswitch %}',
  '{% macro m(a, b="B", c) %}<{{ a }}{{ b }}{{ c }}>{% endmacro %}{{ m(1) }}{{ m(1, 2, 3) }}{{ m("<", b="&") }}',
  '{% macro outer(x) %}[{{ caller(x) }}]{% endmacro %}{% call(y) outer(4) %}{{ y * 2 }}{{ data.name }}{% endcall %}',
  '{% filter upper %}abc {{ data.n }} def{% endfilter %}{% raw %}{{ x }}{% y %}{% endraw %}{% verbatim %}{{ z }}{% endverbatim %}',
  'a {# b #} c {#- d -#} e {{- data.n -}} f {%- if data.yes -%}  g  {%- endif -%}  h',
  '  {%- for x in data.list -%}\n  {{ x }}\n  {%- endfor %}\n',
  '{% set c = cycler("a", "b") %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{% set j = joiner("-") %}{{ j() }}1{{ j() }}2',
  '{% block a %}A{{ data.n }}{% endblock %}{% block b %}{% for x in data.list %}{{ x }}{% endfor %}{% endblock b %}',
  '{{ data.n is odd }} {{ data.n is even }} {{ 9 is divisibleby(3) }} {{ data.missing is defined }} {{ data.missing is undefined }} {{ data.n is not defined }}',
  '{{ data.nothing is none }} {{ data.name is string }} {{ data.n is number }} {{ data.map is mapping }} {{ data.list is iterable }} {{ 5 is gt(4) }} {{ 5 is eq(5) }} {{ "A" is upper }}',
  '{{ data.name | upper }} {{ data.name | lower }} {{ "hello wORLD" | capitalize }} {{ "hello wORLD" | title }} {{ "  x " | trim }}|',
  '{{ data.list | first }} {{ data.list | last }} {{ data.list | length }} {{ "abc" | length }} {{ data.list | sort | join(",") }} {{ data.list | reverse | join("-") }}',
  '{{ data.list | sum }} {{ -5 | abs }} {{ 2.5 | round }} {{ 2.345 | round(1) }} {{ 2.1 | round(0, "ceil") }} {{ "3.7" | int }} {{ "1.5" | float }}',
  '{{ "a-b-c" | replace("-", "+") }} {{ "a-b-c" | replace("-", "+", 1) }} {{ data.missing | default("d") }} {{ "" | default("d", true) }} {{ data.rows | join(",", "name") }}',
  '{{ "<b>" | escape }} {{ "<b>" | safe }} {{ "<p>hi <b>you</b></p>" | striptags }} {{ "one two" | wordcount }} {{ "a b" | urlencode }}',
  '{{ data.rows | selectattr("ok") | join(",", "id") }} {{ data.rows | rejectattr("ok") | join(",", "id") }} {{ data.list | select("odd") | join(",") }} {{ data.list | reject("odd") | join(",") }}',
  '{% for k, items in data.rows | groupby("ok") %}{{ k }}:{{ items | join("", "id") }} {% endfor %}{% for row in data.list | batch(2, "x") %}{{ row | join("") }}|{% endfor %}',
  '{% for k, v in { b: 2, a: 1 } | dictsort %}{{ k }}{{ v }}{% endfor %} {{ "x" | center(5) }}| {{ "a\\nb" | indent(2) }} {{ data.map | dump | safe }}',
];

describe('templates against stock nunjucks', () => {
  for (const source of TEMPLATES) {
    it(`agrees on ${JSON.stringify(source.slice(0, 60))}`, () => {
      assert.equal(output(source, data), stock.renderString(source, { data }));
    });
  }
});
