import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { err } from '../../../src/platform/base/result.ts';
import { TemplateEngine } from '../../../src/screens/template/engine.ts';
import { failure, output } from './render.ts';

describe('an XML declaration', () => {
  const head = '<?xml version="1.0"?>';

  it('comes first in the rendered text, also when lines with tags come before it in the template', () => {
    const files = { 'm.svg': '{% macro m() %}m{% endmacro %}' };
    const source = `{% import "m.svg" as m %}\n{% set x = 1 %}\r\n\t{# note #}\n${head}\n<svg>{{ m.m() }}</svg>\n`;
    assert.equal(output(source, {}, files), `${head}\n<svg>m</svg>\n`);
    assert.equal(output(`\ufeff{% set x = 1 %}\n${head}<svg/>`), `${head}<svg/>`);
  });

  it('is not searched behind other text, and no other text loses its white space', () => {
    for (const source of ['\n <svg/>', ` x ${head}`, '  ', `\n<!-- c -->${head}`]) {
      assert.equal(output(source), source);
    }
  });
});

describe('template engine', () => {
  it('prints the values of the context, escaped for XML', () => {
    assert.equal(
      output('<text>{{ data.name }} {{ device.name }} {{ layout.width }}</text>', { name: 'Tom & "Jo" <3' }),
      '<text>Tom &amp; &quot;Jo&quot; &lt;3 Hall 800</text>',
    );
  });

  it('has the loops, conditions and filters of the specification', () => {
    const source =
      '{% for row in data.rows %}{{ loop.index0 }}:{% if row.late %}!{% else %}={% endif %}' +
      '{{ row.name | truncate(length=4) }} {{ row.at | format_time(format="%H:%M", timezone="UTC") }} ' +
      '{{ row.km | round(precision=1) }};{% endfor %}{{ data.rows | length }}';
    const rows = [
      { name: 'Olten', at: 1_700_000_000, km: 3.1428, late: true },
      { name: 'Bern', at: 1_700_003_600, km: 10, late: false },
    ];
    assert.equal(output(source, { rows }), '0:!Olte… 22:13 3.1;1:=Bern 23:13 10;2');
  });

  it('prints nothing for undefined values and their members', () => {
    assert.equal(output('[{{ nothing }}{{ data.a.b.c }}{{ data.a["b"][0] }}]'), '[]');
    assert.equal(output('{% if data.a.b %}yes{% else %}no{% endif %}'), 'no');
  });

  it('uses a changed template at once, and renders an unchanged one in the same way again', () => {
    assert.equal(output('{{ data.n }}', { n: 1 }), '1');
    assert.equal(output('{{ data.n }}', { n: 2 }), '2');
    assert.equal(output('{{ data.n }}!', { n: 2 }), '2!');
  });

  it('reports the file, line, column and tag of a failure', () => {
    assert.deepEqual(failure('<svg>\n  {{ data.x | uper }}\n</svg>'), {
      code: 'template_syntax',
      message: "unknown filter 'uper': did you mean 'upper'? in {{ data.x | uper }}",
      file: 'screen.svg',
      line: 2,
      column: 15,
    });
  });

  it('works with a cache that is too small for any template', () => {
    const engine = new TemplateEngine({ cacheBytes: 1 });
    const job = {
      name: 'a.svg',
      source: '{{ 1 + 1 }}',
      context: {},
      load: () => err({ code: 'asset_missing', message: 'none' } as const),
    };
    for (const result of [engine.render(job), engine.render(job)]) {
      assert.equal(result.ok && result.value.text, '2');
    }
  });
});
