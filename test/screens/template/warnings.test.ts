import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFailure } from '../../../src/platform/base/failure.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { renderAll } from './render.ts';

function warningsOf(
  source: string,
  data: PlainObject = {},
  files: Readonly<Record<string, string>> = {},
): string[] {
  const result = renderAll(source, data, files);
  assert.ok(result.ok, result.ok ? '' : result.error.message);
  return result.value.warnings.map((warning) => `${warning.level ?? 'warning'} ${describeFailure(warning)}`);
}

const DATA = { place: 'Oslo', rows: [{ name: 'a' }], weather: { temp: 3 } };

describe('a name without a value', () => {
  for (const [source, warning] of [
    [
      '{{ data.palce }}',
      'warning screen.svg:1:4: data.palce is not set, so this prints nothing: did you mean data.place?',
    ],
    [
      '\n {{ data.palce | upper | trim }}',
      'warning screen.svg:2:5: data.palce is not set, so this prints nothing: did you mean data.place?',
    ],
    [
      '{{ place }}',
      'warning screen.svg:1:4: place is not set, so this prints nothing: did you mean data.place?',
    ],
    ['{{ dta.place }}', 'warning screen.svg:1:4: dta is not set, so this prints nothing: did you mean data?'],
    [
      '{{ data.wether.temp }}',
      'warning screen.svg:1:4: data.wether is not set, so this prints nothing: did you mean data.weather?',
    ],
    [
      '{{ data.weather.tmp }}',
      'warning screen.svg:1:4: data.weather.tmp is not set, so this prints nothing: did you mean data.weather.temp?',
    ],
    ['{{ data.news.title }}', 'warning screen.svg:1:4: data.news is not set, so this prints nothing'],
    [
      '{{ data.subtitle }}',
      'note screen.svg:1:4: data.subtitle is not set, so this prints nothing: if that may be, write | default(…)',
    ],
    [
      '{% for r in data.rws %}{% endfor %}',
      'warning screen.svg:1:13: data.rws is not set, so this loops over nothing: did you mean data.rows?',
    ],
    [
      '{% for row in data.rows %}{{ rwo.name }}{% endfor %}',
      'warning screen.svg:1:30: rwo is not set, so this prints nothing: did you mean row?',
    ],
    [
      '{% for row in data.rows %}{{ row.nmae }}{% endfor %}',
      'warning screen.svg:1:30: row.nmae is not set, so this prints nothing: did you mean row.name?',
    ],
  ] as const) {
    it(source, () => assert.deepEqual(warningsOf(source, DATA), [warning]));
  }

  for (const [what, source, warnings] of [
    [
      'behind null gets no name of the template as a suggestion',
      '{{ data.none.dta }}',
      [
        'note screen.svg:1:4: data.none.dta is not set, so this prints nothing: if that may be, write | default(…)',
      ],
    ],
    [
      'of an argument that is left out gets no suggestion',
      '{% macro m(title) %}{{ title }}{% endmacro %}{{ m() }}',
      ['warning screen.svg:1:24: title is not set, so this prints nothing'],
    ],
    [
      'is not reported where a filter finds nothing in a value',
      '{{ data.empty | first }}{{ data.rows | nth(n=9) }}{{ data | get(key="x") }}',
      [],
    ],
  ] as const) {
    it(what, () => assert.deepEqual(warningsOf(source, { ...DATA, none: null, empty: [] }), warnings));
  }

  it('is reported in the file where it stands', () => {
    const [warning] = warningsOf('{% include "a.svg" %}', DATA, { 'a.svg': '\n{{ data.palce }}' });
    assert.match(warning ?? '', /^warning a\.svg:2:4: data\.palce/);
  });

  it('is not reported where the template says what to do without it', () => {
    for (const source of [
      '{{ data.palce | default("x") }}',
      '{{ data.palce or "x" }}',
      '{% if data.palce %}{{ data.palce }}{% endif %}',
      '{{ data.palce if data.palce else "" }}',
      '{% for x in data.palces | default([]) %}{% endfor %}',
      '{{ data.rows[0].name }}{{ none }}',
    ]) {
      assert.deepEqual(warningsOf(source, DATA), [], source);
    }
  });

  it('is reported once, however often a loop runs over it', () => {
    assert.equal(warningsOf('{% for i in range(50) %}{{ data.palce }}{% endfor %}', DATA).length, 1);
  });
});

describe('markup that is printed as text', () => {
  it('is reported, with what to write', () => {
    const data = { qr: '<svg viewBox="0 0 9 9"></svg>' };
    assert.deepEqual(warningsOf('<g>{{ data.qr }}</g>', data), [
      'warning screen.svg:1:7: markup is printed as text: add | safe if it shall be drawn',
    ]);
    assert.deepEqual(warningsOf('<g>{{ data.qr | safe }}</g>', data), []);
  });

  it('is not reported for text that only has brackets in it', () => {
    assert.deepEqual(warningsOf('{{ data.a }}', { a: 'a < b <svg' }), []);
  });
});
