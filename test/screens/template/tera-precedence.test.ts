import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { precedenceWarnings } from '../../../src/screens/template/tera-precedence.ts';

/** `line:column`, and the reading of Tera that the warning shows. */
function warnings(source: string): string[] {
  return precedenceWarnings('a.svg', source).map(({ file, line, column, message }) => {
    assert.equal(file, 'a.svg');
    return `${line}:${column} ${/Tera 1 reads (.*): set brackets/.exec(message)?.[1]}`;
  });
}

describe('precedenceWarnings', () => {
  it('reports each filter that Tera applies to more than the value before it', () => {
    const { message } = precedenceWarnings('a.svg', '\n{{ a * 100 | round / 100 }}')[0] ?? { message: '' };
    assert.equal(
      message,
      "'round' changes only 100, where Tera 1 reads (a * 100) | round: set brackets around what is meant",
    );
    assert.deepEqual(
      warnings(`{{ a * 100 | round / 100 }}
        {% set x = data.n / 2 | round(method="floor") %}
        {% if a + b.c | round in [1] %}{{ "x" ~ name | upper }}{% endif %}
        {% for i in range(end=n - 1 | abs) %}{{ [a % b | abs] }}{% endfor %}
        {{ -1.5 + a - b | abs | round }}{{ 1.5 + (a * b) | round }}`),
      [
        '1:14 (a * 100) | round',
        '2:33 (data.n / 2) | round',
        '3:25 (a + b.c) | round',
        '3:56 ("x" ~ name) | upper',
        '4:39 (n - 1) | abs',
        '4:58 (a % b) | abs',
        '5:27 (-1.5 + a - b) | abs',
        '5:60 (1.5 + (a * b)) | round',
      ],
    );
  });

  it('knows that Tera applies a filter to what follows the previous filter', () => {
    assert.deepEqual(warnings('{{ a | abs + b | abs }}{{ a | abs * b + c | round }}'), [
      '1:45 (b + c) | round',
    ]);
  });

  it('reports nothing where both agree, or where Tera cannot read the expression', () => {
    for (const source of [
      '{{ a | round + 1 }}{{ a | length > 2 }}{{ 1 < a | round }}{{ (a / b) | round }}{{ a / (b | round) }}',
      '{{ a + b | default(0) }}{{ a // b | round }}{{ a ** b | round }}{{ "a" + b | upper }}{{ a + [1] | length }}{{ a + "1" | int }}',
      '{{ a | upper ~ b }}{{ -a | abs }}{{ a == b | abs }}{{ not a | default(value=true) }}',
      '{{ a + b | round',
    ]) {
      assert.deepEqual(warnings(source), [], source);
    }
  });

  it('reads long chains', () => {
    assert.equal(warnings(`{{ ${'a + '.repeat(20_000)}b | round }}`).length, 1);
    assert.ok(warnings(`{{ a + b ${'| abs '.repeat(50_000)}}}`).length <= 1);
  });
});
