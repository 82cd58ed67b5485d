import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure, luaValue, runLua } from '../run-lua.ts';

function decode(json: string, then = 'return v'): unknown {
  return luaValue(`local v = json_decode(params.json) ${then}`, { globals: { params: { json } } });
}

function problem(json: string): string {
  return luaFailure('json_decode(params.json)', { globals: { params: { json } } }).message;
}

function encode(expression: string): string {
  return String(luaValue(`return json_encode(${expression})`));
}

describe('json_decode', () => {
  it('reads what JSON.parse reads', () => {
    const texts = [
      '{"a":[1,-2,3.5,1e3,-0.25E-2,0],"b":{"c":true,"d":false},"e":"","f":[[],[[1]]],"g":{"h":{}}}',
      ' [ "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\u20AC\\ud83d\\ude00", "ä€😀" ] ',
      '"text"',
      '12',
      'true',
      '{"a":1,"a":2}',
      `[${'[1],'.repeat(500)}1]`,
      '{"__proto__":1,"constructor":2}',
    ];
    for (const text of texts) assert.deepEqual(decode(text), JSON.parse(text), text);
  });

  it('has integers of 64 bits, and floats where there is a fraction or an exponent', () => {
    const types =
      'local t = {} for i, x in ipairs(v) do t[i] = math.type(x) .. " " .. tostring(x) end return t';
    assert.deepEqual(
      decode('[1, 9007199254740993, -9223372036854775808, 9223372036854775808, 1.0, 1e2, -0]', types),
      [
        'integer 1',
        'integer 9007199254740993',
        'integer -9223372036854775808',
        'float 9.2233720368548e+18',
        'float 1.0',
        'float 100.0',
        'integer 0',
      ],
    );
  });

  it('turns null into nil in a map and into json_null in a list', () => {
    assert.deepEqual(
      decode('{"a":null,"b":[1,null,3]}', 'return { v.a == nil, #v.b, v.b[2] == json_null }'),
      [true, 3, true],
    );
    assert.equal(decode('null', 'return v == nil'), true);
  });

  it('keeps every byte of a string, UTF-8 or not, and replaces half a surrogate pair', () => {
    const source =
      'local v = json_decode("[\\"\\255\\254a\\\\u0000b\\"]") return { #v[1], v[1]:byte(1, -1) }';
    assert.deepEqual(luaValue(source), [5, 255, 254, 97, 0, 98]);
    assert.deepEqual(decode('["\\ud83d!", "\\udc00"]'), ['\ufffd!', '\ufffd']);
  });

  it('uses the last of equal keys, null included', () => {
    assert.deepEqual(decode('{"a":1,"b":2,"a":3,"b":null}'), { a: 3 });
  });

  it('reads large and long numbers as the nearest float', () => {
    const digits = '1'.repeat(100_000);
    assert.equal(
      decode(
        `[${digits}, 1e400, -1e400, 0.${digits}]`,
        'return v[1] == math.huge and v[2] == math.huge and v[3] == -math.huge and v[4] == 1/9',
      ),
      true,
    );
    assert.equal(decode('[100000000000000000000]', 'return v[1] == 1e20 and math.type(v[1])'), 'float');
    assert.equal(
      decode('[1E+2, 1e-2, -0.0]', 'return v[1] == 100.0 and v[2] == 0.01 and 1 / v[3] == -math.huge'),
      true,
    );
  });

  it('skips a byte order mark', () => {
    assert.deepEqual(decode('\ufeff[1]'), [1]);
  });

  it('reports what it expected, and where', () => {
    const cases: [json: string, message: RegExp][] = [
      ['', /^json_decode: expected a value at byte 1 \(line 1\), the text ends$/],
      ['<html>', /expected a value at byte 1 \(line 1\), got "<html>"$/],
      ['{"a":1,\n "b" 2}', /expected ':' at byte 14 \(line 2\), got "2}"$/],
      ['[1,2', /expected ',' or '\]' at byte 5/],
      ['[1,]', /expected a value at byte 4/],
      ['{a:1}', /expected a key in quotes/],
      ['{"a":1,}', /expected a key in quotes/],
      ['[1] x', /expected the end/],
      ['"a\nb"', /expected the end of a string/],
      ['"\\x"', /expected an escape/],
      ['"\\u12g4"', /expected four hex digits/],
      ['"abc', /expected the end of a string/],
      ['01', /expected the end/],
      ['-', /expected a value/],
      ['1.', /expected the end/],
      ['nul', /expected a value/],
      ['[1 2]', /expected ',' or '\]'/],
    ];
    for (const [json, message] of cases) assert.match(problem(json), message, json);
    assert.match(problem('['.repeat(100_000)), /nested deeper than 200 levels/);
  });

  it('raises errors that pcall catches', () => {
    assert.deepEqual(luaValue('local ok, e = pcall(json_decode, "{") return { ok, type(e) }'), [
      false,
      'string',
    ]);
  });

  it('reads an answer of many megabytes', () => {
    const json = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ n, text: `row ${n}` })));
    assert.equal(decode(json, 'return #v'), 20_000);
  });
});

describe('json_encode', () => {
  it('writes maps with their keys in byte order, lists, and texts with as few escapes as JSON allows', () => {
    assert.equal(encode('{ b = 1, a = { 1, "x", true }, B = {} }'), '{"B":{},"a":[1,"x",true],"b":1}');
    assert.equal(encode('"ä\\"\\\\/\\n\\t\\0\\31"'), '"ä\\"\\\\/\\n\\t\\u0000\\u001f"');
    assert.equal(encode('{ [1] = "n", ["1"] = "t", x = 0 }'), '{"1":"t","x":0}');
  });

  it('writes integers exactly and floats in their shortest form', () => {
    assert.equal(
      encode('{ 1 << 62, math.mininteger, 10 / 2, 0.1, 1e300, -0.0 }'),
      '[4611686018427387904,-9223372036854775808,5,0.1,1e+300,0]',
    );
  });

  it('writes json_null, and empty tables that came from lists as lists', () => {
    assert.equal(encode('{ a = json_null, b = {}, c = json_decode("[]") }'), '{"a":null,"b":{},"c":[]}');
    assert.equal(encode('nil'), 'null');
  });

  it('is the inverse of json_decode, apart from nulls in maps', () => {
    const text = '{"a":[1,2.5,"x",null,[]],"b":{"c":9007199254740993},"d":"\\u0001é"}';
    assert.equal(
      luaValue('return json_encode(json_decode(params.t))', { globals: { params: { t: text } } }),
      text,
    );
  });

  it('keeps bytes that are not UTF-8', () => {
    assert.equal(luaValue('return #json_encode("\\255\\254")'), 4);
  });

  it('refuses values without a JSON form', () => {
    const cases: [source: string, message: RegExp][] = [
      ['json_encode(print)', /a function has no JSON form/],
      ['json_encode(0/0)', /NaN has no JSON form/],
      ['json_encode(-1/0)', /-Infinity has no JSON form/],
      ['json_encode({ [true] = 1 })', /a boolean cannot be a key/],
      ['local t = {} t[1] = t json_encode(t)', /the table contains itself/],
      ['local t = 1 for _ = 1, 65 do t = { t } end json_encode(t)', /nested deeper than 64/],
      ['local t = { 1 } for _ = 1, 40 do t = { t, t } end json_encode(t)', /more than 200000 values/],
      ['json_encode(("x"):rep(11000000))', /more than \d+ bytes of text/],
      ['json_encode()', /value expected/],
    ];
    for (const [source, message] of cases) assert.match(luaFailure(source).message, message);
    assert.equal(runLua('return 1').result.ok, true);
  });
});
