import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { output } from '../render.ts';

function value(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} | safe }}`, data);
}

describe('json_encode', () => {
  it('writes every kind of value', () => {
    assert.equal(
      value('{ a: [1, 2.5, "x", none, true], "b": {} } | json_encode'),
      '{"a":[1,2.5,"x",null,true],"b":{}}',
    );
    assert.equal(value('data.missing | json_encode ~ ("<b>" | safe | tojson)'), 'null"<b>"');
    assert.equal(value('[data.missing, 10 ** 400] | dump'), '[null,null]');
  });

  it('can be indented', () => {
    assert.equal(
      value('{ a: [1, {}], b: [] } | json_encode(pretty=true)'),
      '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  it('is escaped in the output', () => {
    assert.equal(output('<g data-x="{{ ["<"] | json_encode }}"/>'), '<g data-x="[&quot;&lt;&quot;]"/>');
  });
});

describe('urlencode', () => {
  it('encodes all but the unreserved characters, and / only when strict', () => {
    assert.equal(value('"a b/ü?&=~-_.!*\'()" | urlencode'), 'a%20b/%C3%BC%3F%26%3D~-_.%21%2A%27%28%29');
    assert.equal(value('"a/b" | urlencode_strict'), 'a%2Fb');
    assert.equal(value('5 | urlencode'), '5');
  });

  it('accepts text that is not valid Unicode', () => {
    assert.equal(value('data.s | urlencode', { s: 'a\ud800b' }), 'a%EF%BF%BDb');
  });
});
