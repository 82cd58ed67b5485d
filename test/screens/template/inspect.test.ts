import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectTemplate } from '../../../src/screens/template/inspect.ts';

/** `line:column message` of every problem of a template. */
function problems(source: string): string[] {
  return inspectTemplate('a.svg', source).problems.map(({ file, line, column, message }) => {
    assert.equal(file, 'a.svg');
    return `${line}:${column} ${message.replace(/ in \{.*$/, '')}`;
  });
}

/** Tag and names of every reference of a template. */
function references(source: string): string[] {
  return inspectTemplate('a.svg', source).references.map(
    ({ line, column, tag, names, optional }) =>
      `${line}:${column} ${tag} ${names.join('|')}${optional ? '?' : ''}`,
  );
}

describe('inspectTemplate', () => {
  it('accepts what can be rendered, whatever its data', () => {
    assert.deepEqual(inspectTemplate('a.svg', '{% include data.file %}{{ data.x + 1 }}'), {
      problems: [],
      references: [],
    });
  });

  it('finds misspelt names in branches that are not taken', () => {
    assert.deepEqual(problems('{% if false %}\n{{ 1 is ood }}{% endif %}'), [
      "2:9 unknown test 'ood': did you mean 'odd'?",
    ]);
  });

  it('finds all problems of a file, in its order, wherever they stand', () => {
    const source = [
      '{% macro m(a) %}{{ a | lowr }}{% endmacro %}',
      '{% for x in data.l %}{{ x | uper }}{% break %}{{ m(x) }}{% set loop2 = x is evn %}{% endfor %}',
      '{% break %}{% block b %}{{ rang(3) }}{% endblock %}',
      '{% call m(1) %}{{ 1 | round(digits=2) }}{% endcall %}',
      '{{ data.fine }}',
    ].join('\n');
    assert.deepEqual(problems(source), [
      "1:24 unknown filter 'lowr': did you mean 'lower'?",
      "2:29 unknown filter 'uper': did you mean 'upper'?",
      "2:77 unknown test 'evn': did you mean 'even'?",
      "3:4 'break' and 'continue' work inside a loop only",
      "3:28 unknown function 'rang': did you mean 'range'?",
      "4:23 filter 'round' has no argument 'digits'; there is 'precision', 'method'",
    ]);
  });

  it('still knows the variables of a loop behind a wrong statement in it', () => {
    assert.deepEqual(
      problems('{% for f in data.l %}{% for g in f %}{{ g | no }}{% endfor %}{{ f.x }}{% endfor %}').length,
      1,
    );
    const deep = `${'{% if 1 %}'.repeat(60)}{{ 1 | no }}${'{% endif %}'.repeat(60)}`;
    assert.equal(problems(deep + deep).length, 2);
  });

  it('stops at what hides the rest: text that cannot be parsed, and budgets', () => {
    assert.deepEqual(problems('{{ 1 | no }}\n{% if x %}'), [
      '2:1 the section that starts here is not closed: expected {% endif %}',
    ]);
    assert.equal(problems(`{{ ${'('.repeat(100_000)}1 }}`).length, 1);
  });

  it('reports at most a few dozen', () => {
    const count = problems('{{ 1 | no }}'.repeat(500)).length;
    assert.ok(count > 10 && count < 50, String(count));
  });

  it('names the files that a template needs, in the order of the file', () => {
    const source = [
      '{% extends "base.svg" %}',
      '{% block a %}{% include "a.svg" %}{% if x %}{% include "b.svg" ignore missing %}{% endif %}{% endblock %}',
      '{% macro m() %}{% include ["c.svg", "d.svg"] %}{% endmacro %}',
      '{% import "icons.svg" as icons %}{% from "more.svg" import x as y %}',
    ].join('\n');
    assert.deepEqual(references(source), [
      '1:4 extends base.svg',
      '2:17 include a.svg',
      '2:48 include b.svg?',
      '3:19 include c.svg|d.svg',
      '4:4 import icons.svg',
      '4:37 import more.svg',
    ]);
  });

  it('leaves out names that depend on data', () => {
    assert.deepEqual(
      references('{% include data.a %}{% include ["a.svg", data.b] %}{% include "a" ~ x %}'),
      [],
    );
  });

  it('takes long chains without running out of stack', () => {
    const chain = `{{ 1${'+1'.repeat(50_000)} }}{% include "a.svg" %}`;
    assert.equal(references(chain).length, 1);
    assert.deepEqual(problems(chain), []);
  });
});
