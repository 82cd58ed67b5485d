import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { inTemplate, originOf } from '../../../src/screens/template/origins.ts';
import { renderAll } from './render.ts';

interface Case {
  readonly source: string;
  readonly data?: PlainObject;
  readonly files?: Readonly<Record<string, string>>;
}

/** Where in its templates the first `@` of the rendered text came from. */
function originOfMark({ source, data = {}, files = {} }: Case): string {
  const result = renderAll(source, data, files);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  const { text, origins } = result.value;
  const before = text.slice(0, text.indexOf('@')).split('\n');
  assert.ok(text.includes('@'), text);
  const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  const origin = originOf(origins, text, place);
  return origin === null ? 'unknown' : `${origin.file}:${origin.line}:${origin.column}`;
}

const ROWS = { rows: ['a', 'b', '@'], at: '@', lines: 'a\nb' };

describe('a character of the rendered text leads back to the template', () => {
  for (const [what, written, origin] of [
    [
      'behind lines before an XML declaration',
      { source: '{% set a = 1 %}\n\n<?xml version="1.0"?>\n<svg>@' },
      'screen.svg:4:6',
    ],
    ['in the line of an XML declaration', { source: '{% set a = 1 %}\n\n  <?xml @?>' }, 'screen.svg:3:9'],
    ['in plain text', { source: '<svg>\n  <g>@' }, 'screen.svg:2:6'],
    ['behind a value of several lines', { source: '{{ data.lines }}\n  @' }, 'screen.svg:2:3'],
    ['in a value', { source: '<svg>\n {{ data.at }}' }, 'screen.svg:2:5'],
    [
      'in a value of a loop',
      { source: '{% for row in data.rows %}\n<g>{{ row }}</g>\n{% endfor %}' },
      'screen.svg:2:7',
    ],
    [
      'in the text of a loop, the third time',
      { source: '{% for row in data.rows %}\n<g/>\n{% if loop.last %}  @{% endif %}{% endfor %}' },
      'screen.svg:3:21',
    ],
    ['behind white space that was taken away', { source: '{% set a = 1 -%}\n\n   x @' }, 'screen.svg:3:6'],
    ['before white space that was taken away', { source: 'x @  \n\n{%- set a = 1 %}' }, 'screen.svg:1:3'],
    ['behind a comment', { source: '{# a\nb #} @' }, 'screen.svg:2:6'],
    ['in a raw section', { source: 'a\n{% raw %}\n {{ @ {% endraw %}' }, 'screen.svg:3:5'],
    [
      'in a raw section without its white space',
      { source: '{% raw -%}\n {{ @ {% endraw %}' },
      'screen.svg:2:5',
    ],
    [
      'in an included file',
      { source: 'a\n{% include "row.svg" %}', files: { 'row.svg': '<g>\n\n  @' } },
      'row.svg:3:3',
    ],
    [
      'behind an included file',
      { source: '{% include "row.svg" %}\n @', files: { 'row.svg': 'a\nb\nc' } },
      'screen.svg:2:2',
    ],
    [
      'in a block of a derived template',
      {
        source: '{% extends "base.svg" %}\n{% block a %}\n@{% endblock %}',
        files: { 'base.svg': 'x{% block a %}{% endblock %}' },
      },
      'screen.svg:3:1',
    ],
    [
      'in the base of a derived template',
      { source: '{% extends "base.svg" %}', files: { 'base.svg': 'x\n{% block a %}y{% endblock %}@' } },
      'base.svg:2:29',
    ],
    [
      'in what super() shows',
      {
        source: '{% extends "base.svg" %}{% block a %}{{ super() }}{% endblock %}',
        files: { 'base.svg': '{% block a %}\n @{% endblock %}' },
      },
      'base.svg:2:2',
    ],
    ['in a macro', { source: '{% macro m() %}\n  @{% endmacro %}<g>{{ m() }}' }, 'screen.svg:2:3'],
    [
      'in a macro of another file',
      {
        source: '{% import "m.svg" as m %}<g>\n{{ m.a(1) }}',
        files: { 'm.svg': '{% macro a(x) %}\n<i>{{ x }}\n @{% endmacro %}' },
      },
      'm.svg:3:2',
    ],
    [
      'in the body of a call',
      { source: '{% macro m() %}<g>{{ caller() }}</g>{% endmacro %}\n{% call m() %}\n @{% endcall %}' },
      'screen.svg:3:2',
    ],
    ['in a captured text', { source: '{% set a %}\n<g>\n @{% endset %}\n\n{{ a }}' }, 'screen.svg:3:2'],
    [
      'in a captured text that a filter cut',
      { source: '{% set a %}\n\n<g>\n @{% endset %}\n\n{{ a | trim }}' },
      'screen.svg:4:2',
    ],
    [
      'in a section with a filter',
      { source: 'a\n{% filter indent(4) %}\n<g>\n{{ data.at }}</g>{% endfilter %}' },
      'screen.svg:4:4',
    ],
    [
      'in a section whose every line a filter changes',
      { source: '{% filter upper %}\n<g>\n<i>@</i>{% endfilter %}' },
      'screen.svg:3:4',
    ],
    [
      'in a line that a filter made equal to a later one',
      { source: '{% filter replace("x", "y") %}<x>@\n<b>\n<y>@{% endfilter %}' },
      'screen.svg:1:34',
    ],
    [
      'behind a line that a filter shortened',
      { source: '{% filter replace("aaaaaa", "b") %}aaaaaa{{ data.lines }}\n@{% endfilter %}' },
      'screen.svg:2:1',
    ],
    [
      'in a line that a filter broke',
      { source: '{% filter wordwrap(width=6) %}<b>\nlong line with @\n{% endfilter %}' },
      'screen.svg:2:1',
    ],
  ] as const satisfies readonly (readonly [string, Case, string])[]) {
    it(what, () => assert.equal(originOfMark({ data: ROWS, ...written }), origin));
  }

  it('is unknown behind very many pieces, and then the text itself is named', () => {
    const source = '{% for i in range(9000) %}{{ i }} {% endfor %}@';
    assert.equal(originOfMark({ source }), 'unknown');
    const result = renderAll(source);
    assert.ok(result.ok);
    const { text, origins } = result.value;
    const problem = { message: 'm', file: 'screen.svg', line: 1, column: text.length };
    assert.deepEqual(inTemplate(problem, 'screen.svg', text, origins), problem);
    assert.equal(origins.pieces.length <= 5 * 10_002, true);
  });

  it('is known behind a filter over very many lines', () => {
    const lines = `{% set a %}\n\n${'line\n'.repeat(12_000)}{% endset %}{{ a | trim | upper }}`;
    assert.equal(originOfMark({ source: `<svg>${lines}\n@` }), 'screen.svg:12004:1');
  });

  it('leaves problems of other files alone', () => {
    const result = renderAll('a');
    assert.ok(result.ok);
    const problem = { message: 'm', file: 'other.svg', line: 1, column: 1 };
    assert.equal(inTemplate(problem, 'screen.svg', result.value.text, result.value.origins), problem);
  });
});
