import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { assertUnpolluted, INHERITED_NAMES, mapOfInherited } from '../../support/hostile/inherited-names.ts';
import { failure, output } from './render.ts';

describe('names that every JavaScript object inherits, in templates', () => {
  afterEach(assertUnpolluted);

  it('are absent unless the data has them', () => {
    const data = { map: {}, list: [1], text: 'x', number: 1 };
    for (const name of INHERITED_NAMES) {
      for (const expression of [
        name,
        `data.${name}`,
        `data["${name}"]`,
        `data.map.${name}`,
        `data.list.${name}`,
        `data.text.${name}`,
        `data.number.${name}`,
        `data.map["${name}"]`,
        `data.map | map(attribute="${name}")`,
        `device.${name}`,
        `layout.${name}`,
        `params.${name}`,
      ]) {
        const source = `[{{ ${expression} }}]`;
        assert.doesNotMatch(outcome(source, data), /function|native|object Object/, source);
      }
      assert.equal(output(`{{ data.map.${name} is defined }}`, data), 'false', name);
      assert.equal(output(`{{ "${name}" in data.map }}`, data), 'false', name);
      assert.equal(output(`{{ data.map.${name} | default(value="none") }}`, data), 'none', name);
    }
  });

  it('are ordinary keys, variables and parameters', () => {
    const data = { map: mapOfInherited('v') };
    for (const name of INHERITED_NAMES) {
      assert.equal(output(`{{ data.map.${name} }}{{ data.map["${name}"] }}`, data), 'vv', name);
      assert.equal(output(`{% set ${name} = 1 %}{{ ${name} }}`), '1', name);
      assert.equal(output(`{% for ${name} in [1, 2] %}{{ ${name} }}{% endfor %}{{ ${name} }}`), '12', name);
      assert.equal(output(`{% macro m(${name}) %}<{{ ${name} }}>{% endmacro %}{{ m(1) }}{{ m() }}`), '<1><>');
      assert.equal(output(`{% macro ${name}() %}x{% endmacro %}{{ ${name}() }}`), 'x', name);
      assert.equal(output(`{% block ${name} %}b{% endblock %}`), 'b', name);
      assert.equal(output(`{% set m = {"${name}": 3} %}{{ m.${name} }}{{ m | length }}`), '31', name);
    }
    assert.equal(output('{{ data.map | length }}', data), String(INHERITED_NAMES.length));
  });

  it('are unknown filters, tests, functions, arguments and files', () => {
    for (const name of INHERITED_NAMES) {
      assert.match(failure(`{{ 1 | ${name} }}`).message, /unknown filter/, name);
      assert.match(failure(`{{ 1 is ${name} }}`).message, /unknown test/, name);
      assert.match(failure(`{{ ${name}() }}`).message, /is not|unknown|cannot/, name);
      assert.match(failure(`{{ 1 | round(${name}=1) }}`).message, /round/, name);
      assert.match(failure(`{% include "${name}" %}`).message, /there is no file/, name);
      assert.match(failure(`{% extends "${name}" %}`).message, /there is no file/, name);
    }
  });
});

/** The output of a template, or its message when it fails. */
function outcome(source: string, data: Parameters<typeof output>[1]): string {
  try {
    return output(source, data);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
