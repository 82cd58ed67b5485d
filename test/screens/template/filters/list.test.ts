import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from '../render.ts';

const data = {
  rows: [
    { n: 3, name: 'c', at: { h: 9 } },
    { n: 1, name: 'B', at: { h: 7 } },
    { n: 2, name: 'a', at: { h: 8 } },
    { name: 'd' },
    { n: null, name: 'e' },
  ],
  words: ['b', 'A', 'c', 'a', 'b'],
  map: { b: 2, a: 1 },
};

function value(expression: string): string {
  return output(`{{ ${expression} }}`, data).replaceAll('&quot;', '"');
}

describe('list filters', () => {
  it('return undefined and none unchanged, and refuse other types', () => {
    for (const filter of [
      'first',
      'last',
      'nth(0)',
      'sort',
      'join',
      'map(attribute="x")',
      'keys',
      'sum',
      'max',
      'slice(1)',
      'get("x")',
    ]) {
      assert.equal(value(`data.missing | ${filter}`), '', filter);
    }
    assert.match(failure('{{ 5 | sort }}').message, /filter 'sort' expects a list, got a number/);
    assert.match(failure('{{ {} | first }}').message, /filter 'first' expects a list or text, got a map/);
    assert.match(failure('{{ [] | keys }}').message, /filter 'keys' expects a map, got a list/);
    assert.match(failure('{{ 5 | length }}').message, /a number has no length/);
  });

  it('count items', () => {
    assert.equal(
      value(
        'data.rows | length ~ ("aé😀" | length) ~ (data.map | length) ~ (data.missing | length) ~ ("" | length)',
      ),
      '53200',
    );
  });

  it('pick items', () => {
    assert.equal(
      value(
        'data.words | first ~ (data.words | last) ~ (data.words | nth(n=2)) ~ (data.words | nth(-2)) ~ ([] | first)',
      ),
      'bbca',
    );
    assert.equal(value('"aé😀" | last ~ ("abc" | nth(1))'), '😀b');
    assert.equal(value('data.words | slice(start=1, end=3)'), '["A","c"]');
    assert.equal(value('data.words | slice(start=-2) ~ ("aé😀d" | slice(1, -1))'), '["a","b"]é😀');
  });

  it('sort by number or text, with missing values last', () => {
    assert.equal(value('[10, 9, 1] | sort'), '[1,9,10]');
    assert.equal(value('data.words | sort | join'), 'Aabbc');
    assert.equal(value('data.words | sort(case_insensitive=true) | join'), 'Aabbc');
    assert.equal(value('["b", "A", "a", "B"] | sort(case_insensitive=true) | join'), 'AabB');
    assert.equal(value('data.rows | sort(attribute="n") | map(attribute="name") | join'), 'Bacde');
    assert.equal(
      value('data.rows | sort(attribute="at.h", reverse=true) | map(attribute="name") | join'),
      'caBde',
    );
    assert.match(failure('{{ [1, "a"] | sort }}').message, /cannot compare/);
  });

  it('leave the data unchanged', () => {
    assert.equal(output('{% set x = data.words | sort | reverse %}{{ data.words | join }}', data), 'bAcab');
  });

  it('group, filter and remove duplicates', () => {
    assert.equal(value('data.rows | unique(attribute="n") | length'), '4');
    assert.equal(
      value('data.words | unique | join ~ (data.words | unique(case_insensitive=false) | join)'),
      'bAcbAca',
    );
    assert.equal(value('[1, "1", 1.0, true, [1], [1]] | unique'), '[1,"1",true,[1]]');
    assert.equal(value('data.rows | group_by(attribute="n") | keys'), '["1","2","3"]');
    assert.equal(value('["x", "y"] | group_by(attribute="length") | get("1") | join'), 'xy');
    assert.equal(
      value(
        'data.rows | filter(attribute="n") | length ~ (data.rows | filter(attribute="n", value=2) | map(attribute="name") | first)',
      ),
      '3a',
    );
    assert.equal(value('[1, 2, 3, 4, 5] | batch(2, 0)'), '[[1,2],[3,4],[5,0]]');
  });

  it('apply tests and filters', () => {
    assert.equal(
      value(
        '[0, 1, 2, 3] | select | join ~ ([1, 2, 3] | select("odd") | join) ~ ([1, 2, 3] | reject("ge", 2) | join)',
      ),
      '123131',
    );
    assert.equal(
      value(
        'data.rows | selectattr("n", "defined") | length ~ (data.rows | rejectattr("n") | map(attribute="name") | join)',
      ),
      '4de',
    );
    assert.equal(value('data.rows | selectattr("name", "eq", "a") | map(attribute="at.h") | first'), '8');
    assert.equal(value('["a", "b"] | map("upper") | join ~ ([" x"] | map("trim") | join)'), 'ABx');
    assert.match(failure('{{ [1] | select("ood") }}').message, /unknown test 'ood': did you mean 'odd'\?/);
    assert.match(failure('{{ [1] | select("gt") }}').message, /test 'gt' needs an argument/);
    assert.match(
      failure('{{ [1] | map("name") }}').message,
      /unknown filter 'name': members are named with attribute=/,
    );
    assert.match(failure('{{ [1] | map }}').message, /needs attribute=/);
    assert.match(failure('{{ ["a"] | map("replace") }}').message, /needs arguments, so map cannot use it/);
  });

  it('join with escaping', () => {
    assert.equal(value('[1, "a", none, true] | join(sep="-")'), '1-a--true');
    assert.equal(value('[] | join(",") ~ "abc" | join("-")'), 'a-b-c');
    assert.equal(value('data.rows | join(", ", attribute="name")'), 'c, B, a, d, e');
  });

  it('calculate', () => {
    assert.equal(
      value('[1, 2.5] | sum ~ " " ~ (data.rows | sum(attribute="n")) ~ " " ~ ([] | sum(start=4))'),
      '3.5 6 4',
    );
    assert.equal(value('[3, 1, 2] | min ~ ([3, 1, 2] | max) ~ ([] | max) ~ (["b", "a"] | min)'), '13a');
    assert.equal(
      value(
        'data.rows | max(attribute="n") | get("name") ~ (data.rows | min(attribute="at.h") | get("name"))',
      ),
      'cB',
    );
    assert.match(failure('{{ ["1"] | sum }}').message, /expects numbers in the list, got text/);
  });

  it('read maps', () => {
    assert.equal(
      value('data.map | keys ~ (data.map | values) ~ (data.map | items) ~ (data.map | dictsort)'),
      '["b","a"][2,1][["b",2],["a",1]][["a",1],["b",2]]',
    );
    assert.equal(value('data.map | dictsort(by="value", reverse=true) | first | first'), 'b');
    assert.equal(
      value(
        'data.map | get(key="a") ~ (data.map | get(key="z", default="-")) ~ ([7] | get(0)) ~ ({ a: none } | get("a", 5))',
      ),
      '1-75',
    );
  });

  it('return defaults', () => {
    assert.equal(
      value(
        'data.x | default("d") ~ (none | default("n")) ~ (0 | default("z")) ~ ("" | default("e", boolean=true)) ~ (data.x.y | d(value=1))',
      ),
      'dn0e1',
    );
  });

  it('append and reverse', () => {
    assert.equal(value('[1] | concat(with=2) | concat(with=[3, [4]]) | reverse'), '[[4],3,2,1]');
    assert.equal(value('"añ😀" | reverse ~ ({ a: 1 } | list)'), '😀ña["a"]');
  });
});
