import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from '../render.ts';

function value(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} }}`, data).replaceAll('&quot;', '"');
}

describe('text filters', () => {
  it('return undefined and none unchanged', () => {
    for (const filter of [
      'upper',
      'trim',
      'truncate',
      'replace("a", "b")',
      'split(",")',
      'title',
      'safe',
      'indent',
      'striptags',
      'format',
      'wordcount',
      'reverse',
    ]) {
      assert.equal(value(`data.x | ${filter}`), '', filter);
      assert.equal(value(`none | ${filter}`), '', filter);
    }
  });

  it('accept numbers and booleans as text, and refuse lists and maps', () => {
    assert.equal(value('1.50 | replace(".", ",")'), '1,5');
    assert.equal(value('true | upper'), 'TRUE');
    assert.match(failure('{{ [1] | upper }}').message, /filter 'upper' expects text, got a list/);
    assert.match(failure('{{ {} | truncate }}').message, /filter 'truncate' expects text, got a map/);
  });

  it('change case without a locale', () => {
    assert.equal(value('"straße ıi" | upper'), 'STRASSE II');
    assert.equal(value('"ÄÖ İ" | lower | length'), String('äö i̇'.length));
    assert.equal(value('"éCOLE" | capitalize'), 'École');
    assert.equal(value('"o\'neil-smith  and\\tSONS" | title | safe'), "O'neil-Smith  And\tSons");
    assert.equal(value('"" | capitalize'), '');
  });

  it('trim white space, or all repetitions of a part', () => {
    assert.equal(value('"[" ~ ("  a b  " | trim) ~ "]"'), '[a b]');
    assert.equal(value('"[" ~ ("  a " | trim_start) ~ "][" ~ ("  a " | trim_end) ~ "]"'), '[a ][  a]');
    assert.equal(value('"ababxab" | trim(pat="ab")'), 'x');
    assert.equal(value('"aaa" | trim("a")'), '');
    assert.equal(value('"ababa" | trim_start_matches(pat="ab")'), 'a');
    assert.equal(value('"xbaba" | trim_end_matches(pat="ba")'), 'x');
    assert.equal(value('"aba" | trim("ab")'), 'a');
    assert.equal(value('"a" | trim("")'), 'a');
  });

  it('replace literally, all or some', () => {
    assert.equal(value('"a.b.c" | replace(from=".", to="$&$1")'), 'a$&amp;$1b$&amp;$1c');
    assert.equal(value('"aaa" | replace("a", "b", 2)'), 'bba');
    assert.equal(value('"aaa" | replace("aa", "b")'), 'ba');
    assert.equal(value('"abc" | replace("", "x")'), 'abc');
    assert.equal(value('"abc" | replace("b", "")'), 'ac');
  });

  it('split into lists', () => {
    assert.equal(value('"a,b,,c" | split(pat=",")'), '["a","b","","c"]');
    assert.equal(value('"" | split(",")'), '[""]');
    assert.equal(value('"aé😀" | split("")'), '["a","é","😀"]');
  });

  it('strip tags and comments, even broken ones', () => {
    assert.equal(value('"<p class=\'a\'>Hi <b>you</b> <!-- > no --> !</p>" | striptags'), 'Hi you !');
    assert.equal(value('"a < b" | striptags'), 'a &lt; b');
    assert.equal(value('"a <b" | striptags'), 'a &lt;b');
  });

  it('indent, pad and centre', () => {
    assert.equal(value('"a\\n\\nb" | indent(2)'), 'a\n\n  b');
    assert.equal(value('"a\\n\\nb" | indent(prefix="- ", first=true, blank=true)'), '- a\n- \n- b');
    assert.equal(value('"ab" | center(5, "*")'), '*ab**');
    assert.equal(value('"é😀" | pad_start(4, ".") ~ ("é" | pad_end(3, "."))'), '..é😀é..');
    assert.equal(value('"abc" | pad_start(2)'), 'abc');
    assert.match(failure('{{ "a" | center(-1) }}').message, /width must be a whole number from 0 to 1000/);
  });

  it('count words and escape quotes', () => {
    assert.equal(value('" one  two\\nthree " | wordcount'), '3');
    assert.equal(value('"a\\"b\'c\\\\" | addslashes | safe'), 'a\\"b\\\'c\\\\');
  });
});

describe('safe text', () => {
  it('stays safe in filters, which escape the text that they insert', () => {
    assert.equal(output('{{ "<b>x</b>" | safe | replace("x", "<") }}'), '<b>&lt;</b>');
    assert.equal(output('{{ "<b>x</b>" | safe | replace("x", "<i/>" | safe) }}'), '<b><i/></b>');
    assert.equal(output('{{ "<b>" | safe | trim | upper }}'), '<B>');
    assert.equal(output('{{ "<b>xyz" | safe | truncate(4, end="<") }}'), '<b>x&lt;');
    assert.equal(output('{{ "<" | safe | center(3, "&") }}'), '&amp;<&amp;');
    assert.equal(output('{{ ["<b/>" | safe, "<"] | join("&") }}'), '<b/>&amp;&lt;');
  });

  it('is not escaped again', () => {
    assert.equal(output('{{ "<" | escape | escape }}{{ "<" | e }}{{ "<" | escape_xml }}'), '&lt;&lt;&lt;');
    assert.equal(output('{{ ("<" | safe) | escape }}'), '<');
  });

  it('is not made of unsafe text by filters', () => {
    for (const filter of [
      'upper',
      'trim',
      'as_str',
      'string',
      'reverse',
      'default("x")',
      'json_encode',
      'replace("a", "<b>" | safe)',
      'first',
    ]) {
      assert.ok(!output(`{{ "<a>" | ${filter} }}`).includes('<'), filter);
    }
  });
});

describe('truncate', () => {
  it('counts characters as readers see them, without the end that is added', () => {
    assert.equal(value('"Hello world" | truncate(length=5)'), 'Hello…');
    assert.equal(value('"Hello" | truncate(length=5)'), 'Hello');
    assert.equal(value('"Hello" | truncate(length=4, end="")'), 'Hell');
    assert.equal(value('"e\u0301a\u0301o\u0301" | truncate(2)'), 'e\u0301a\u0301…');
    assert.equal(value('"👩‍👩‍👧🇨🇭👍🏽x" | truncate(3)'), '👩‍👩‍👧🇨🇭👍🏽…');
    assert.equal(value('"👩‍👩‍👧🇨🇭👍🏽" | truncate(3)'), '👩‍👩‍👧🇨🇭👍🏽');
    assert.equal(value('"日本語" | truncate(0)'), '…');
    assert.equal(value('data.s | truncate', { s: 'x'.repeat(300) }).length, 256);
  });

  it('cuts between words when asked to', () => {
    assert.equal(value('"one two three" | truncate(length=6, killwords=false)'), 'one…');
    assert.equal(value('"one two three" | truncate(length=7, killwords=false)'), 'one two…');
    assert.equal(value('"onetwothree" | truncate(length=6, killwords=false)'), 'onetwo…');
  });

  it('refuses invalid lengths', () => {
    assert.match(failure('{{ "a" | truncate(length=-1) }}').message, /length must be a whole number from 0/);
    assert.match(failure('{{ "a" | truncate(length="5") }}').message, /length must be a number, got text/);
  });
});

describe('wordwrap', () => {
  it('breaks at spaces and within long words, and keeps line feeds', () => {
    assert.equal(
      value('"the quick brown fox" | wordwrap(width=9) | split("\\n")'),
      '["the quick","brown fox"]',
    );
    assert.equal(value('"abcdefgh ij" | wordwrap(3) | split("\\n")'), '["abc","def","gh","ij"]');
    assert.equal(value('"abcdefgh ij" | wordwrap(3, false) | split("\\n")'), '["abcdefgh","ij"]');
    assert.equal(value('"a\\n\\nb" | wordwrap(10) | split("\\n")'), '["a","","b"]');
  });
});

describe('format', () => {
  it('fills patterns', () => {
    assert.equal(value('"%s is %d%% of %05.1f" | format("x", 12.9, 3.14159)'), 'x is 12% of 003.1');
    assert.equal(value('"%+d %+d %x %-4s|%4s|" | format(5, -5, 255, "ab", "cd")'), '+5 -5 ff ab  |  cd|');
    assert.equal(value('"%03d %.2f" | format(-5, -0.001)'), '-05 0.00');
  });

  it('refuses missing values and values of other types', () => {
    assert.match(failure('{{ "%d %d" | format(1) }}').message, /fewer values than its pattern asks for/);
    assert.match(failure('{{ "%d" | format("1") }}').message, /expects a number here, got text/);
  });
});

function rawValue(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} | safe }}`, data);
}

describe('json_encode', () => {
  it('writes every kind of value', () => {
    assert.equal(
      rawValue('{ a: [1, 2.5, "x", none, true], "b": {} } | json_encode'),
      '{"a":[1,2.5,"x",null,true],"b":{}}',
    );
    assert.equal(rawValue('data.missing | json_encode ~ ("<b>" | safe | tojson)'), 'null"<b>"');
    assert.equal(rawValue('[data.missing, 10 ** 400] | dump'), '[null,null]');
  });

  it('can be indented', () => {
    assert.equal(
      rawValue('{ a: [1, {}], b: [] } | json_encode(pretty=true)'),
      '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
    );
  });

  it('is escaped in the output', () => {
    assert.equal(output('<g data-x="{{ ["<"] | json_encode }}"/>'), '<g data-x="[&quot;&lt;&quot;]"/>');
  });
});

describe('urlencode', () => {
  it('encodes all but the unreserved characters, and / only when strict', () => {
    assert.equal(rawValue('"a b/ü?&=~-_.!*\'()" | urlencode'), 'a%20b/%C3%BC%3F%26%3D~-_.%21%2A%27%28%29');
    assert.equal(rawValue('"a/b" | urlencode_strict'), 'a%2Fb');
    assert.equal(rawValue('5 | urlencode'), '5');
  });

  it('accepts text that is not valid Unicode', () => {
    assert.equal(rawValue('data.s | urlencode', { s: 'a\ud800b' }), 'a%EF%BF%BDb');
  });
});
