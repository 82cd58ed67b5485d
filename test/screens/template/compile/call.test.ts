import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output, placeOf } from '../render.ts';

describe('macros', () => {
  it('accept arguments by position and by name, and have defaults for others', () => {
    const macro = '{% macro m(a, b=a ~ "!", c="C") %}<{{ a }}{{ b }}{{ c }}>{% endmacro %}';
    assert.equal(
      output(`${macro}{{ m(1) }}{{ m(1, 2) }}{{ m(c=3, a=1) }}{{ m(1, c=data.x) }}{{ m() }}`),
      '<11!C><12C><11!3><11!C><!C>',
    );
  });

  it('may be called above their definition, and by each other', () => {
    assert.equal(
      output(
        '{{ a(2) }}{% macro a(n) %}{{ n }}{{ b(n) }}{% endmacro %}{% macro b(n) %}{% if n > 0 %}{{ a(n - 1) }}{% endif %}{% endmacro b %}',
      ),
      '210',
    );
    assert.equal(
      output(
        '{% macro a() %}{{ self::b() }}{{ self.b() }}{% endmacro %}{% macro b() %}x{% endmacro %}{{ self::a() }}',
      ),
      'xx',
    );
  });

  it('see names of the template, but not of the loop that calls them; names that they set are not seen outside', () => {
    const source =
      '{% set g = 1 %}{% macro m() %}{{ g }}{{ x }}{{ data.n }}{% set g = 5 %}{{ g }}{% endmacro %}{% for x in [9] %}{{ m() }}{% endfor %}{{ g }}';
    assert.equal(output(source, { n: 2 }), '1251');
  });

  it('return markup', () => {
    assert.equal(
      output('{% macro m(x) %}<b>{{ x }}</b>{% endmacro %}{{ m("&") }}{{ m("<") | upper }}{{ m(m(1)) }}'),
      '<b>&amp;</b><B>&lt;</B><b><b>1</b></b>',
    );
  });

  it('refuse arguments that they do not have', () => {
    const macro = '{% macro m(width) %}{% endmacro %}';
    assert.match(failure(`${macro}{{ m(1, 2) }}`).message, /'m' takes 1 argument, got 2/);
    assert.match(
      failure(`${macro}{{ m(widht=1) }}`).message,
      /'m' has no argument 'widht': did you mean 'width'\?/,
    );
    assert.match(failure(`${macro}{{ m(1, width=1) }}`).message, /given the argument 'width' twice/);
    assert.match(failure(`${macro}{{ m(width=1, width=1) }}`).message, /'width' is given twice/);
    assert.match(failure(`${macro}{{ m(1 + 1=2) }}`).message, /expected the name of an argument before '='/);
  });

  it('are declared once, with plain parameters, at the top of a file', () => {
    assert.match(
      failure('{% macro a() %}{% endmacro %}{% macro a() %}{% endmacro %}').message,
      /two macros named 'a'/,
    );
    assert.match(failure('{% macro a(x, x) %}{% endmacro %}').message, /'x' is declared twice/);
    assert.match(failure('{% macro a(1) %}{% endmacro %}').message, /expected the name of a parameter/);
    assert.match(
      failure('{% if true %}{% macro a() %}{% endmacro %}{% endif %}').message,
      /outside of all other tags/,
    );
  });
});

describe('call sections', () => {
  it('pass a body to a macro, with arguments', () => {
    const macro = '{% macro m(t) %}{{ t }}[{{ caller(1, b=2) }}{{ caller(3) }}]{% endmacro %}';
    assert.equal(
      output(`${macro}{% set k = 7 %}{% call(a, b="-") m("x") %}{{ a }}{{ b }}{{ k }};{% endcall %}`),
      'x[127;3-7;]',
    );
  });

  it('see the names of the loop around them', () => {
    const macro = '{% macro m() %}{{ caller() }}{% endmacro %}';
    assert.equal(
      output(`${macro}{% for x in [1, 2] %}{% call m() %}{{ x }}{{ loop.last }}{% endcall %}{% endfor %}`),
      '1false2true',
    );
  });

  it('can be nested, and passed on', () => {
    const macros =
      '{% macro outer() %}<{% call inner() %}{{ caller() }}{% endcall %}>{% endmacro %}{% macro inner() %}({{ caller() }}){% endmacro %}';
    assert.equal(output(`${macros}{% call outer() %}body{% endcall %}`), '<(body)>');
  });

  it('can be tested for', () => {
    const macro = '{% macro m() %}{% if caller %}{{ caller() }}{% else %}alone{% endif %}{% endmacro %}';
    assert.equal(output(`${macro}{{ m() }}{% call m() %}body{% endcall %}`), 'alonebody');
    assert.match(
      failure('{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}').message,
      /'caller' cannot be called: it is an undefined value/,
    );
  });

  it('need a macro', () => {
    assert.match(failure('{% call range(1) %}{% endcall %}').message, /'call' needs a macro/);
    assert.match(failure('{% call foo %}{% endcall %}').message, /'call' needs a macro/);
  });
});

describe('names that are called', () => {
  it('are checked before the template runs', () => {
    const unknown = failure('{% if false %}\n  {{ rang(5) }}{% endif %}');
    assert.match(unknown.message, /unknown function 'rang': did you mean 'range'\?/);
    assert.deepEqual([unknown.code, placeOf(unknown)], ['template_syntax', '2:6']);
  });

  it('accept only the arguments that they have', () => {
    assert.match(failure('{{ range() }}').message, /function 'range' needs the argument 'end'/);
    assert.match(failure('{{ range(stop=3) }}').message, /function 'range' has no argument 'stop'/);
    assert.match(failure('{{ range(1, 2, 3, 4) }}').message, /function 'range' takes at most 3, got 4/);
    assert.match(failure('{{ range("a") }}').message, /function 'range': end must be a number, got text/);
    assert.match(
      failure('{{ 1 | round(precison=1) }}').message,
      /filter 'round' has no argument 'precison': did you mean 'precision'\?/,
    );
    assert.match(failure('{{ 1 | upper(1) }}').message, /filter 'upper' takes no arguments, got 1/);
    assert.match(
      failure('{{ "a" | replace(from="a") }}').message,
      /filter 'replace' needs the argument 'to'/,
    );
    assert.match(failure('{{ 4 is divisibleby }}').message, /test 'divisibleby' needs the argument 'by'/);
  });

  it('are not methods of values', () => {
    assert.match(
      failure('{{ data.name.upper() }}', { name: 'x' }).message,
      /values have no methods, use a filter \(value \| upper\)/,
    );
    assert.match(
      failure('{% for k, v in data.items() %}{% endfor %}').message,
      /write \{% for key, value in map %\} without .items\(\)/,
    );
    assert.match(failure('{{ data["x"]() }}', { x: 1 }).message, /'data.x' cannot be called: it is a number/);
    assert.match(failure('{{ (1)() }}').message, /only macros and functions can be called/);
  });

  it('can end the rendering with a message', () => {
    const thrown = failure(
      '{% if not data.key %}{{ throw(message="the parameter key is missing") }}{% endif %}',
    );
    assert.deepEqual(
      [thrown.code, thrown.message.startsWith('the parameter key is missing')],
      ['template_error', true],
    );
  });
});
