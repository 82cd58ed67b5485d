import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { err, ok } from '../../../../src/platform/base/result.ts';
import { TemplateEngine } from '../../../../src/screens/template/engine.ts';
import { failure, output, placeOf } from '../render.ts';

describe('include', () => {
  const files = {
    'row.svg': '<{{ x }}{{ loop.index }}{{ data.n }}>{% set x = 99 %}{% set leaked = 1 %}',
    'broken.svg': 'ok\n  {{ 1 / 0 }}',
    'wrong.svg': '\n{{ a b }}',
  };

  it('sees all names of its place; names that it sets are not seen outside', () => {
    const source = '{% for x in [1, 2] %}{% include "row.svg" %}{{ x }}{{ leaked }}{% endfor %}';
    assert.equal(output(source, { n: 7 }, files), '<117>1<227>2');
  });

  it('accepts computed names, and uses the first existing file of a list', () => {
    assert.equal(output('{% set x = 0 %}{% include data.f ~ ".svg" %}', { f: 'row' }, files), '<0>');
    assert.equal(output('{% include ["none.svg", "row.svg"] %}', {}, files), '<>');
    assert.equal(output('{% include ["a.svg", "b.svg"] ignore missing %}', {}, files), '');
  });

  it('reports a missing file unless it is optional', () => {
    const missing = failure('<svg>\n{% include "none.svg" %}', {}, files);
    assert.match(
      missing.message,
      /^cannot use the file "none.svg": there is no file 'none.svg' in this screen/,
    );
    assert.equal(placeOf(missing), '2:4');
    assert.equal(output('[{% include "none.svg" ignore missing %}]', {}, files), '[]');
  });

  it('does not ignore a file that is not allowed', () => {
    const engine = new TemplateEngine();
    const result = engine.render({
      name: 'screen.svg',
      source: '{% include "../../secret" ignore missing %}',
      context: {},
      load: () => err({ code: 'asset_refused', message: 'outside of the screen' }),
    });
    assert.ok(!result.ok);
    assert.match(result.error.message, /cannot use the file "..\/..\/secret": outside of the screen/);
  });

  it('reports faults in the file where they are', () => {
    const broken = failure('{% include "broken.svg" %}', {}, files);
    assert.deepEqual([broken.file, placeOf(broken), broken.code], ['broken.svg', '2:6', 'template_error']);
    assert.match(broken.message, /division by zero in \{\{ 1 \/ 0 \}\}/);
    const wrong = failure('{% include "wrong.svg" %}', {}, files);
    assert.deepEqual([wrong.file, placeOf(wrong), wrong.code], ['wrong.svg', '2:6', 'template_syntax']);
  });

  it('reports faults after an included file in the including one', () => {
    const after = failure('{% include "row.svg" %}\n{{ 1 / 0 }}', {}, files);
    assert.deepEqual([after.file, placeOf(after)], ['screen.svg', '2:4']);
  });

  it('loads each file once in a rendering', () => {
    let loads = 0;
    const result = new TemplateEngine().render({
      name: 's',
      source: '{% for x in range(5) %}{% include "a" %}{% endfor %}',
      context: {},
      load: (name) => {
        loads += 1;
        return ok({ name, source: '{{ x }}' });
      },
    });
    assert.deepEqual([result.ok && result.value.text, loads], ['01234', 1]);
  });

  it('needs the name of a file', () => {
    assert.match(
      failure('{% include data.x %}').message,
      /'include' needs the name of a file as text, got an undefined value/,
    );
  });
});

describe('extends', () => {
  const files = {
    'base.svg':
      '<{% block a %}A{{ x }}{% endblock %}|{% block b %}B{% block c %}C{% endblock %}{% endblock %}>',
    'mid.svg': '{% extends "base.svg" %}{% block a %}mid({{ super() }}){% endblock %}',
    'loop.svg': '{% for i in [1, 2] %}{% block item %}{{ i }}{% endblock %}{% endfor %}',
    'circle.svg': '{% extends "screen.svg" %}',
  };

  it('overrides blocks over several files, and prints overridden ones by super', () => {
    const source =
      'dropped {% extends "mid.svg" %}{% block a %}top[{{ super() }}]{% endblock %}{% block c %}c{% endblock %}';
    assert.equal(output(source, {}, files), '<top[mid(A)]|Bc>');
  });

  it('prints nothing outside of blocks, but sets names there', () => {
    const source =
      '{% extends "base.svg" %}{% set x = 5 %}text {{ x }}{% if true %}{% block b %}own{% endblock %}{% endif %}';
    assert.equal(output(source, {}, files), '<A5|own>');
  });

  it('prints a block in a loop with the variables of the loop', () => {
    const source =
      '{% extends "loop.svg" %}{% block item %}({{ i }}/{{ loop.length }}){{ super() }}{% endblock %}';
    assert.equal(output(source, {}, files), '(1/2)1(2/2)2');
  });

  it('finds its macros and imports inside of blocks', () => {
    const source =
      '{% extends "base.svg" %}{% macro m(v) %}<{{ v }}>{% endmacro %}{% set k = 3 %}{% block a %}{{ m(k) }}{% endblock %}';
    assert.equal(output(source, {}, files), '<<3>|BC>');
  });

  it('refuses circular inheritance, a second extends and wrong places', () => {
    assert.match(
      failure('{% extends "circle.svg" %}', {}, files).message,
      /extend each other in a circle: screen.svg → circle.svg → screen.svg/,
    );
    assert.match(
      failure('{% extends "base.svg" %}{% extends "mid.svg" %}', {}, files).message,
      /one other file only/,
    );
    assert.match(
      failure('{% if true %}{% extends "base.svg" %}{% endif %}', {}, files).message,
      /outside of all other tags/,
    );
    assert.match(
      failure('{% block a %}{% endblock %}{% block a %}{% endblock %}').message,
      /two blocks named 'a'/,
    );
    assert.match(failure('{{ super() }}').message, /inside a block only/);
    assert.match(failure('{% block a %}{{ super() }}{% endblock %}').message, /no version above/);
    assert.match(
      failure('{% macro m() %}{% block a %}{% endblock %}{% endmacro %}').message,
      /cannot stand inside a macro/,
    );
  });

  it('reports a fault inside of a block in the file of that block', () => {
    const broken = { 'base.svg': '<svg>\n{% block a %}{{ 1 / 0 }}{% endblock %}' };
    const fault = failure('{% extends "base.svg" %}', {}, broken);
    assert.deepEqual([fault.file, placeOf(fault)], ['base.svg', '2:17']);
    const own = failure('{% extends "base.svg" %}\n{% block a %}{{ 1 / 0 }}{% endblock %}', {}, broken);
    assert.deepEqual([own.file, placeOf(own)], ['screen.svg', '2:17']);
  });
});

describe('import', () => {
  const files = {
    'm.svg':
      'text{% set unit = "km" %}{% macro a(x) %}[{{ x }}{{ unit }}{{ data.n }}]{% endmacro %}{% macro b() %}{{ a(1) }}{% endmacro %}',
    'n.svg': '{% import "m.svg" as m %}{% macro c() %}{{ m.b() }}{% endmacro %}',
    'broken.svg': '{% macro bad(x) %}\n{{ x + 1 }}{% endmacro %}',
  };

  it('binds macros and variables to one name', () => {
    assert.equal(
      output('{% import "m.svg" as m %}{{ m.a(5) }}{{ m::b() }}{{ m.unit }}', { n: 9 }, files),
      '[5km][1km]km',
    );
  });

  it('imports them one by one, under other names too', () => {
    assert.equal(
      output('{% from "m.svg" import a, b as bee, unit %}{{ a(x=2) }}{{ bee() }}{{ unit }}', {}, files),
      '[2km][1km]km',
    );
  });

  it('sees the data only with context', () => {
    assert.equal(output('{% import "m.svg" as m with context %}{{ m.a(5) }}', { n: 9 }, files), '[5km9]');
  });

  it('works through several files and inside of loops and macros', () => {
    assert.equal(output('{% import "n.svg" as n %}{{ n.c() }}', {}, files), '[1km]');
    assert.equal(
      output('{% for i in [1] %}{% import "m.svg" as m %}{{ m.a(i) }}{% endfor %}', {}, files),
      '[1km]',
    );
    assert.equal(
      output('{% macro k() %}{% from "m.svg" import a %}{{ a(3) }}{% endmacro %}{{ k() }}', {}, files),
      '[3km]',
    );
  });

  it('reports missing names with the name that was probably meant', () => {
    assert.match(
      failure('{% import "m.svg" as m %}{{ m.bb() }}', {}, files).message,
      /unknown macro 'm.bb': did you mean 'b'\?/,
    );
    assert.match(
      failure('{% from "m.svg" import aa %}', {}, files).message,
      /has no macro or variable 'aa': did you mean 'a'\?/,
    );
  });

  it('reports faults inside of a macro in its file', () => {
    const fault = failure('{% import "broken.svg" as m %}\n\n\n{{ m.bad("x") }}', {}, files);
    assert.deepEqual([fault.file, placeOf(fault)], ['broken.svg', '2:4']);
  });
});
