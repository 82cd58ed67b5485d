import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output, placeOf } from '../render.ts';

function value(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} }}`, data).replaceAll('&quot;', '"');
}

describe('operators', () => {
  it('of one level are evaluated from left to right', () => {
    assert.equal(value('7 * 3 // 2'), '10');
    assert.equal(value('10 * 7 % 4'), '2');
    assert.equal(value('100 / 5 * 2'), '40');
    assert.equal(value('10 - 2 + 3'), '11');
    assert.equal(value('10 - (2 + 3)'), '5');
    assert.equal(value('2 ** 3 ** 2'), '64');
    assert.equal(value('1 + 2 ~ 3 + 4'), '37');
  });

  it('refuse operands of wrong types', () => {
    assert.match(
      failure('{{ data.x * 2 }}').message,
      /'\*' needs two numbers, got an undefined value and a number/,
    );
    assert.match(failure('{{ "3" - 2 }}').message, /got text and a number \(text becomes a number with/);
    assert.match(failure('{{ [1] + 2 }}').message, /got a list and a number/);
    assert.match(failure('{{ -"a" }}').message, /'-' needs a number, got text/);
    assert.match(failure('{{ 1 / 0 }}').message, /division by zero/);
    assert.match(failure('{{ 1 // 0 }}').message, /division by zero/);
    assert.match(failure('{{ 1 % 0 }}').message, /division by zero/);
    assert.match(failure('{{ 1 < "2" }}').message, /cannot compare a number with text/);
    assert.match(
      failure('{{ 1 in 5 }}').message,
      /'in' needs a list, a map or text on its right, got a number/,
    );
  });

  it('report the place of the wrong operand', () => {
    assert.equal(placeOf(failure('\n  {{ 1 + 2 + data.a.b + 4 }}')), '2:14');
    assert.equal(placeOf(failure('{{ data.a.b - 4 }}')), '1:4');
  });

  it('do not show values of the data in messages', () => {
    const secret = { token: 'hunter2' };
    for (const source of [
      '{{ data.token + 1 }}',
      '{{ data.token | round }}',
      '{{ data.token() }}',
      '{{ data.token > 1 }}',
      '{% for a, b in [data.token] %}{% endfor %}',
      '{{ data.token | date }}',
    ]) {
      assert.ok(!failure(source, secret).message.includes('hunter2'), source);
    }
  });

  it('join texts with ~ and texts or lists with +', () => {
    assert.equal(value('"a" ~ none ~ 1 ~ true ~ data.nothing ~ [1, "x"]'), 'a1true[1,"x"]');
    assert.equal(value('"a" + "b"'), 'ab');
    assert.equal(value('[1] + [2, 3]'), '[1,2,3]');
  });

  it('escape text that is joined to markup', () => {
    assert.equal(output('{{ ("<b>" | safe) ~ "<" ~ ("</b>" | safe) }}'), '<b>&lt;</b>');
    assert.equal(output('{{ ("<b>" | safe) + "<" }}'), '<b>&lt;');
    assert.equal(output('{{ "<" ~ ">" }}'), '&lt;&gt;');
  });

  it('compare by content and type', () => {
    assert.equal(value('[1, { "a": 2 }] == [1, { a: 2 }]'), 'true');
    assert.equal(value('[1, 2] == [1]'), 'false');
    assert.equal(value('{ a: 1 } == { b: 1 }'), 'false');
    assert.equal(value('1 == "1"'), 'false');
    assert.equal(value('data.x == none and none == data.x and data.x == data.y'), 'true');
    assert.equal(value('data.x == false or data.x == 0 or data.x == ""'), 'false');
    assert.equal(value('("a" | safe) == "a"'), 'true');
    assert.equal(value('1 === 1 and 1 !== 2'), 'true');
  });

  it('compare in chains; a comparison with undefined or none is false', () => {
    assert.equal(value('1 < 2 < 3'), 'true');
    assert.equal(value('3 > 2 > 2'), 'false');
    assert.equal(value('data.x < 1'), 'false');
    assert.equal(value('data.x >= 1 or none <= 1'), 'false');
    assert.equal(value('"10" < "9"'), 'true');
  });

  it('find items, parts and keys', () => {
    assert.equal(value('[1, 2] in [[1, 2]]'), 'true');
    assert.equal(value('"b" in { b: 0 }'), 'true');
    assert.equal(value('2 in "123"'), 'true');
    assert.equal(value('1 in data.nothing'), 'false');
    assert.equal(value('"x" not in "abc"'), 'true');
  });

  it('return one of their operands', () => {
    assert.equal(value('0 or "" or "c" or "d"'), 'c');
    assert.equal(value('1 and "b" and 0'), '0');
    assert.equal(value('data.x or "-"'), '-');
  });

  it('do not evaluate an operand that is not needed', () => {
    assert.equal(value('true or 1 / 0'), 'true');
    assert.equal(value('false and 1 / 0'), 'false');
    assert.equal(value('1 if true else 1 / 0'), '1');
  });
});

describe('members', () => {
  const data = { l: [10, 20, 30], t: 'aé😀', m: { 'a b': 1, '7': 2, k: 'a b', length: 'own' } };

  it('are reached by name, position and computed keys', () => {
    assert.equal(value('data.l[0] ~ data.l.1 ~ data["l"][2]', data), '102030');
    assert.equal(value('data.l[-1] ~ data.l[9] ~ data.l["1"]', data), '3020');
    assert.equal(value('data.m["a b"] ~ data.m[7] ~ data.m[data.m.k]', data), '121');
    assert.equal(value('data.t[1] ~ data.t[-1]', data), 'é😀');
    assert.equal(value('data.l.length ~ data.t.length ~ data.m.length', data), '33own');
  });

  it('are undefined where they do not exist', () => {
    assert.equal(
      value('data.l.x ~ data.l[0.5] ~ data.t.x ~ data.m.x.y.z ~ (5).x ~ true.x ~ none.x ~ data[none]', data),
      '',
    );
  });

  it('can be numbers in a chain', () => {
    assert.equal(value('data.r.0.1.0', { r: [[0, [5]]] }), '5');
    assert.equal(value('data.r.0.name.1', { r: [{ name: ['a', 'b'] }] }), 'b');
    assert.equal(value('data.none ~ data.true ~ data.False', { none: 1, true: 2, False: 3 }), '123');
  });

  it('refuse keys of other types', () => {
    assert.match(failure('{{ data[[1]] }}').message, /a list cannot be a key/);
  });
});

describe('literals', () => {
  it('are read as Python and JSON write them', () => {
    assert.equal(value('[True, False, None, true, null]'), '[true,false,null,true,null]');
    assert.equal(value('{ "a": 1, b: "x", 5: [] }'), '{"5":[],"a":1,"b":"x"}');
    assert.equal(value('"a\\tb\\n\\\\" | json_encode'), '"a\\tb\\n\\\\"');
  });

  it('use the last of equal keys', () => {
    assert.equal(value('{ a: 1, a: 2 }.a'), '2');
  });
});
