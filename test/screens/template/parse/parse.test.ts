import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output, placeOf } from '../render.ts';

/** Faulty templates, with the place and the text of the message. */
const FAULTS: readonly (readonly [source: string, place: string, message: RegExp])[] = [
  [
    '<svg>\n  {% if a %}\n</svg>',
    '2:3',
    /the section that starts here is not closed: expected \{% endif %\} in \{% if a %\}/,
  ],
  ['{% for x in y %}{% if a %}{% endif %}', '1:1', /expected \{% endfor %\}/],
  ['{% if a %}{% else %}', '1:1', /expected \{% endif %\}/],
  ['{% block a %}{% set x = 1 %}', '1:1', /expected \{% endblock %\}/],
  ['{% set x %}abc', '1:1', /expected \{% endset %\}/],
  ['{% set_global x %}abc', '1:1', /expected \{% endset %\}/],
  ['{% macro m() %}', '1:1', /expected \{% endmacro %\}/],
  ['{% raw %}{{ x }}', '1:1', /\{% raw %\} is not closed: expected \{% endraw %\}/],
  ['text\n{{ a ', '2:1', /the tag that starts here is not closed in \{\{ a/],
  ['{% if a', '1:1', /the tag that starts here is not closed/],
  ['{# abc', '1:1', /a comment is not closed: expected #\}/],
  ['{{ "abc }}', '1:4', /the text that starts here has no closing quote/],
  ['{{ a b }}', '1:6', /expected '\}\}' here/],
  ['{{ .x }}', '1:4', /'\.' is not expected here/],
  ['{{ *.4 }}', '1:5', /a value is missing here/],
  ['{{ a + *.4() }}', '1:9', /a value is missing here/],
  ['{{ a.b c | d }}', '1:8', /expected '\}\}' here/],
  ['{% if a b %}{% endif %}', '1:11', /expected '%\}' here, in the tag 'if'/],
  ['{% endif %}', '1:4', /'\{% endif %\}' has nothing to close or continue here/],
  ['{% for x in y %}{% endif %}{% endfor %}', '1:20', /'\{% endif %\}' has nothing to close/],
  ['{% else %}', '1:4', /'\{% else %\}' has nothing to close or continue here/],
  ['{% foo %}', '1:4', /unknown tag 'foo'/],
  ['{% inclde "a" %}', '1:4', /unknown tag 'inclde': did you mean 'include'\?/],
  ['{% for 5 in y %}{% endfor %}', '1:10', /'for' needs a name/],
  ['{% for (a, b in y %}{{ (1) }}{% endfor %}', '1:17', /expected '\)' behind the names of 'for'/],
  ['{% for x y %}{% endfor %}', '1:4', /expected 'in'/],
  ['{% set x 5 %}', '1:4', /'set' needs a name and '='/],
  ['{{ [1, 2 }}', '1:4', /expected ',' or a closing bracket/],
  ['{{ { a } }}', '1:4', /expected ':' between key and value/],
  ['{{ f(1 2) }}', '1:8', /expected ',' or '\)' after the argument/],
  ['{{ }}', '1:4', /'\}\}' is not expected here/],
  ['{{ 5 + }}', '1:8', /'\}\}' is not expected here/],
  ['{{ a. }}', '1:7', /expected a name after '\.'/],
  ['{{ a[1:2:3:4] }}', '1:5', /expected ',' or a closing bracket/],
  ['{{ [1:2] }}', '1:5', /a part \[from:to\] must stand behind a list or text/],
  ['{{ [,] }}', '1:5', /',' is not expected here/],
  ['{{ [1,,2] }}', '1:7', /',' is not expected here/],
  ['{{ [1, 2) }}', '1:4', /expected ',' or a closing bracket/],
  ['{{ f(,) }}', '1:6', /',' is not expected here/],
  ['{{ a[1, 2] }}', '1:12', /an index in \[ \] is one value, or a part of a list: \[from:to\]/],
  ['{{ a[] }}', '1:5', /expected a key between \[ and \]/],
  ['{{ a && b }}', '1:6', /'&&' is not a name: did you mean 'and'\?/],
  ['{{ `a` }}', '1:4', /text stands between " or '/],
  ['{{ 1e5 }}', '1:4', /numbers are written like 1500/],
  ['{{ a | first.name }}', '1:8', /a member of the result is written \(value \| first\)\.name/],
  ['{{ a | get(key="b").c }}', '1:23', /this tag is not written as it should be/],
  ['{{ a is }}', '1:9', /'\}\}' is not expected here/],
  ['{{ a is 5 }}', '1:9', /expected the name of a test after 'is'/],
  ['{{ a is odd(1).b }}', '1:15', /expected the name of a test/],
  ['{% import "a" %}', '1:4', /'import' needs a name/],
  ['{% import "a" as b.c %}', '1:19', /expected a plain name after 'as'/],
  ['{% from "a" import _x %}', '1:20', /underscore cannot be imported/],
  ['{% extends %}', '1:12', /'%\}' is not expected here/],
  ['{% asyncEach x in y %}{% endeach %}', '1:4', /asynchronous tags are not available/],
  ['{% ifAsync x %}{% endif %}', '1:4', /asynchronous tags are not available/],
  ['{{ a == b = c }}', '1:11', /expected '\}\}' here/],
  ['{% switch x %}{% endswitch %}', '1:28', /./],
  ['a #} b', '1:1', /'#\}' closes no comment/],
  ['{% %}', '1:4', /./],
  ['{%', '1:1', /the tag that starts here is not closed/],
  ['{{', '1:1', /the tag that starts here is not closed/],
];

describe('a template that is not well-formed', () => {
  for (const [source, place, message] of FAULTS) {
    it(`is explained: ${JSON.stringify(source)}`, () => {
      const fault = failure(source);
      assert.equal(fault.code, 'template_syntax');
      assert.match(fault.message, message);
      assert.equal(placeOf(fault), place);
    });
  }

  it('is quoted in one short line', () => {
    const { message } = failure(`{{ "${'x'.repeat(500)}"\n\n\t| uper }}`);
    assert.ok(message.length < 200 && !/[\n\t]/.test(message), message);
  });

  it('is refused every time, not only the first', () => {
    assert.deepEqual(failure('{{ a b }}'), failure('{{ a b }}'));
  });
});

describe('white space', () => {
  it('is kept unless a dash trims it', () => {
    assert.equal(output('a \n {{ 1 }} \n b'), 'a \n 1 \n b');
    assert.equal(output('a \n {{- 1 }} \n b'), 'a1 \n b');
    assert.equal(output('a \n {{ 1 -}} \n b'), 'a \n 1b');
    assert.equal(output('a \n {%- if true -%} \n b \n {%- endif -%} \n c'), 'abc');
    assert.equal(output('a {#- x -#} b {# y #} c'), 'ab  c');
    assert.equal(output('a {{- " " -}} b'), 'a b');
    assert.equal(output('{{ 1 -}} {#- x #} {{- 2 }}'), '12');
  });

  it('is kept in raw sections unless their tags trim it', () => {
    assert.equal(output('a {% raw %} {{ x }} {% endraw %} b'), 'a  {{ x }}  b');
    assert.equal(output('a {%- raw -%} {{ x }} {%- endraw -%} b'), 'a{{ x }}b');
    assert.equal(output('{{ 1 -}} {% raw %} x {% endraw %}{{- 2 }}'), '1 x 2');
    assert.equal(
      output('{% verbatim %}{% raw %}{{ x }}{% endraw %}{% endverbatim %}'),
      '{% raw %}{{ x }}{% endraw %}',
    );
    assert.equal(output('{%\nraw\n%}\n{% x %}\n{%\nendraw\n%}\n{{ 1 }}'), '\n{% x %}\n\n1');
  });

  it('keeps lines counted right behind raw sections and comments', () => {
    assert.equal(placeOf(failure('{% raw %}\n\n{% endraw %}{# \n\n #}\n{{ a b }}')), '6:6');
  });
});

describe('text', () => {
  it('may have braces, percent signs and hashes', () => {
    const css = '<style>.a{fill:#fff}.b{stroke-dasharray:5%}</style> { { % } # { #a } %} }} $ {x}';
    assert.equal(output(css), css);
  });

  it('may be empty', () => {
    assert.equal(output(''), '');
    assert.equal(output('{##}{% if true %}{% endif %}'), '');
  });
});
