import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output, placeOf } from '../render.ts';

describe('for', () => {
  it('loops over lists, keys of maps, characters of texts and missing values', () => {
    const source = '{% for x in data.v %}<{{ x }}>{% else %}none{% endfor %}';
    assert.equal(output(source, { v: [1, null, 'a'] }), '<1><><a>');
    assert.equal(output(source, { v: { b: 1, a: 2 } }), '<b><a>');
    assert.equal(output(source, { v: 'aé😀' }), '<a><é><😀>');
    assert.equal(output(source, { v: [] }), 'none');
    assert.equal(output(source, { v: {} }), 'none');
    assert.equal(output(source, { v: '' }), 'none');
    assert.equal(output(source, { v: null }), 'none');
    assert.equal(output(source), 'none');
  });

  it('refuses values of other types, which it names', () => {
    const { message } = failure('{% for x in data.v %}{% endfor %}', { v: 5 });
    assert.match(message, /^cannot loop over a number/);
    assert.match(
      failure('{% for x in range %}{% endfor %}{% for x in loop %}{% endfor %}{% for x in 5 %}{% endfor %}')
        .message,
      /number/,
    );
    assert.match(failure('{% for a, b in [1] %}{% endfor %}').message, /needs lists as items, got a number/);
    assert.match(failure('{% for a, b, c in data.v %}{% endfor %}', { v: {} }).message, /with 3 names/);
  });

  it('assigns the items of a list to several names, undefined to those without one', () => {
    const v = [
      [1, 2, 3],
      [4, 5],
    ];
    assert.equal(
      output('{% for a, b, c in data.v %}{{ a }}-{{ b }}-{{ c }};{% endfor %}', { v }),
      '1-2-3;4-5-;',
    );
  });

  it('keeps nested loops separate', () => {
    const source =
      '{% for a in [1, 2] %}{% for b in "xyz" %}{{ loop.index }}{{ loop.length }} {% endfor %}{{ loop.index }}/{{ loop.length }};{% endfor %}';
    assert.equal(output(source), '13 23 33 1/2;13 23 33 2/2;');
  });

  it('has previous and next items, cycles and changes', () => {
    assert.equal(
      output(
        '{% for x in [1, 1, 2] %}{{ loop.previtem }}{{ x }}{{ loop.nextitem }}{{ loop.changed(x) }}{{ loop.cycle("a", "b") }} {% endfor %}',
      ),
      '11truea 112falseb 12truea ',
    );
  });

  it('leaves out items by a condition, and does not count them', () => {
    const source =
      '{% for x in data.l if x > 1 %}{{ loop.index }}/{{ loop.length }}:{{ x }} {% else %}none{% endfor %}';
    assert.equal(output(source, { l: [1, 2, 3] }), '1/2:2 2/2:3 ');
    assert.equal(output(source, { l: [0, 1] }), 'none');
    assert.equal(output('{% for k, v in { a: 1, b: 2 } if v == 2 %}{{ k }}{% endfor %}'), 'b');
    assert.equal(output('{% for x in [1, 2, 3] if x > 1 if x < 3 %}{{ x }}{% endfor %}'), '2');
    assert.equal(output('{% for x in ([1] if data.no else [2, 3]) %}{{ x }}{% endfor %}'), '23');
    assert.equal(
      output('{% for a in "ab" %}{% for b in "xy" if loop.last %}{{ a }}{{ b }}{% endfor %}{% endfor %}'),
      'bxby',
    );
  });

  it('supports break and continue, also inside of conditions', () => {
    const source =
      '{% for x in range(9) %}{% if x == 1 %}{% continue %}{% elif x == 4 %}{% break %}{% endif %}{{ x }}{% else %}none{% endfor %}';
    assert.equal(output(source), '023');
    assert.equal(
      output(
        '{% for a in "ab" %}{% for b in "xy" %}{% if b == "y" %}{% break %}{% endif %}{{ a }}{{ b }}{% endfor %}{% endfor %}',
      ),
      'axbx',
    );
  });

  it('refuses break and continue outside of loops', () => {
    for (const source of [
      '{% break %}',
      '{% for x in "a" %}{% set y %}{% break %}{% endset %}{% endfor %}',
      '{% for x in "a" %}{% filter upper %}{% continue %}{% endfilter %}{% endfor %}',
      '{% macro m() %}{% break %}{% endmacro %}',
      '{% for x in "a" %}{% block b %}{% break %}{% endblock %}{% endfor %}',
      '{% macro m() %}{{ caller() }}{% endmacro %}{% for x in "a" %}{% call m() %}{% break %}{% endcall %}{% endfor %}',
    ]) {
      assert.match(failure(source).message, /work inside a loop only/, source);
    }
  });

  it('refuses to assign to the name loop, and unknown members of it', () => {
    assert.match(failure('{% for loop in [1] %}{% endfor %}').message, /other than 'loop'/);
    const unknown = failure('{% for x in [1] %}{{ loop.indx }}{% endfor %}');
    assert.match(unknown.message, /'loop' has no member 'indx': did you mean 'index'\?/);
    assert.equal(placeOf(unknown), '1:27');
  });
});

describe('set', () => {
  it('assigns the items of a list to several names', () => {
    assert.equal(output('{% set a, b = [1, [2]] %}{{ a }}{{ b }}{% set a, b = 3 %}{{ a }}{{ b }}'), '1[2]33');
    const fault = failure('{% set a, b = [1, 2, 3] %}');
    assert.match(fault.message, /'set' has 2 names for a list of 3/);
  });

  it('sets a name of the template, in conditions too', () => {
    assert.equal(
      output('{% if true %}{% set a = 1 %}{% endif %}{{ a }}{% if false %}{% set b = 1 %}{% endif %}{{ b }}'),
      '1',
    );
  });

  it('keeps names of a loop for one turn', () => {
    assert.equal(
      output(
        '{% set a = 1 %}{% for x in [1, 2] %}{{ a }}{% set a = a + x * 10 %}{{ a }} {% endfor %}{{ a }}',
      ),
      '111 121 1',
    );
    assert.equal(output('{% for x in [1, 2] %}{{ y }}{% set y = x %}{{ y }} {% endfor %}{{ y }}'), '1 2 ');
  });

  it('can set a name to undefined, which hides the outer one', () => {
    assert.equal(
      output('{% set a = 1 %}{% for x in [1] %}{% set a = data.missing %}[{{ a }}]{% endfor %}'),
      '[]',
    );
  });

  it('hides names of the context', () => {
    assert.equal(output('{% set data = "mine" %}{{ data }}{{ device.name }}'), 'mineHall');
  });

  it('sets a name of the whole template when it is global', () => {
    assert.equal(
      output(
        '{% for x in [1, 2] %}{% for y in [3] %}{% set_global s = (s or 0) + x * y %}{% endfor %}{% endfor %}{{ s }}',
      ),
      '9',
    );
    assert.equal(output('{% set_global s %}<{{ 1 }}>{% endset %}{{ s }}'), '<1>');
  });

  it('captures the section up to endset as markup', () => {
    assert.equal(
      output('{% set a %}<b>{{ "&" }}</b>{% endset %}{{ a }}{{ a ~ "<" }}{{ a | upper }}'),
      '<b>&amp;</b><b>&amp;</b>&lt;<B>&amp;</B>',
    );
  });

  it('refuses to change data', () => {
    const { message } = failure('{% set data.x = 1 %}');
    assert.match(message, /'set' needs a plain name/);
  });
});

describe('if and switch', () => {
  it('treat empty values, zero, none and undefined as false', () => {
    const source = '{% if data.v %}yes{% else %}no{% endif %}';
    for (const v of [0, '', [], {}, null, false])
      assert.equal(output(source, { v }), 'no', JSON.stringify(v));
    for (const v of [1, -1, '0', [0], { a: 0 }, true])
      assert.equal(output(source, { v }), 'yes', JSON.stringify(v));
    assert.equal(output('{% if 0 / 5 %}yes{% else %}no{% endif %}'), 'no');
    assert.equal(output('{% if "" | safe %}yes{% else %}no{% endif %}'), 'no');
  });

  it('run one branch only', () => {
    assert.equal(output('{% if false %}a{% elif true %}b{% elif true %}c{% else %}d{% endif %}'), 'b');
    assert.equal(
      output('{% switch "b" %}{% case "a" %}1{% case "b" %}2{% case "b" %}3{% default %}4{% endswitch %}'),
      '2',
    );
    assert.equal(output('{% switch "x" %}{% case "a" %}1{% default %}4{% endswitch %}'), '4');
    assert.equal(output('{% switch 1 %}{% case 1 %}{% case 2 %}both{% endswitch %}'), 'both');
  });
});

describe('output', () => {
  it('prints every type of value', () => {
    const source = '{{ data.v }}';
    const printed = (v: Parameters<typeof output>[1]) => output(source, v);
    assert.equal(printed({ v: 1.0 }), '1');
    assert.equal(printed({ v: -0 }), '0');
    assert.equal(printed({ v: 1e21 }), '1e+21');
    assert.equal(printed({ v: 0.1 + 0.2 }), '0.30000000000000004');
    assert.equal(printed({ v: false }), 'false');
    assert.equal(
      printed({ v: { a: [1, 'x"', null, true, { b: {} }] } }),
      '{&quot;a&quot;:[1,&quot;x\\&quot;&quot;,null,true,{&quot;b&quot;:{}}]}',
    );
  });

  it('drops characters that XML does not allow and keeps all others', () => {
    assert.equal(output('{{ data.v }}', { v: 'a\u0000b\u0008c\u001fd\ufffee\ud800f\udc00g' }), 'abcdefg');
    assert.equal(
      output('{{ data.v }}', { v: 'tab\tlf\ncr\r\u007f é 😀 \u2028' }),
      'tab\tlf\ncr\r\u007f é 😀 \u2028',
    );
  });

  it('refuses to print macros, loops and modules', () => {
    assert.match(
      failure('{% for x in [1] %}{{ loop }}{% endfor %}').message,
      /the 'loop' variable cannot be printed/,
    );
    assert.match(failure('{% set c = cycler(1) %}{{ [c] }}').message, /a cycler cannot be printed/);
  });
});
