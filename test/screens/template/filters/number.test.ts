import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failure, output } from '../render.ts';

function value(expression: string, data?: Parameters<typeof output>[1]): string {
  return output(`{{ ${expression} }}`, data);
}

describe('round', () => {
  it('rounds halves away from zero, as Tera does', () => {
    assert.equal(
      value('2.5 | round ~ " " ~ (3.5 | round) ~ " " ~ (-2.5 | round) ~ " " ~ (2.4 | round)'),
      '3 4 -3 2',
    );
    assert.equal(
      value('2.345 | round(precision=2) ~ " " ~ (21.46 | round(precision=1)) ~ " " ~ (1234 | round(-2))'),
      '2.35 21.5 1200',
    );
    assert.equal(
      value(
        '2.1 | round(method="ceil") ~ " " ~ (2.9 | round(method="floor")) ~ " " ~ (2.15 | round(1, "ceil"))',
      ),
      '3 2 2.2',
    );
    assert.equal(value('-0.4 | round'), '0');
    assert.equal(value('data.big | round(precision=15)', { big: 1e300 }), '1e+300');
  });

  it('returns undefined and none unchanged, and refuses text', () => {
    assert.equal(value('data.x | round'), '');
    assert.match(
      failure('{{ "2.5" | round }}').message,
      /expects a number \(text becomes one with \| int or \| float\), got text/,
    );
    assert.match(
      failure('{{ 2 | round(method="up") }}').message,
      /method must be 'common', 'ceil' or 'floor'/,
    );
    assert.match(failure('{{ 2 | round(precision=0.5) }}').message, /precision must be a whole number/);
  });
});

describe('number', () => {
  it('groups thousands and fixes decimals', () => {
    assert.equal(value('1234567.891 | number'), '1,234,567.891');
    assert.equal(value('1234567.891 | number(decimals=2)'), '1,234,567.89');
    assert.equal(value('21 | number(decimals=1)'), '21.0');
    assert.equal(
      value('999 | number(0) ~ " " ~ (1000 | number(0)) ~ " " ~ (-1234.5 | number(0))'),
      '999 1,000 -1,235',
    );
    assert.equal(value('1234.5 | number(decimals=2, thousands=".", point=",")'), '1.234,50');
    assert.equal(value('1234.5 | number(thousands="", point=",")'), '1234,5');
    assert.equal(value('-0.04 | number(decimals=1)'), '0.0');
    assert.equal(value('data.n | number', { n: 1e21 }), '1e+21');
  });
});

describe('int and float', () => {
  it('return their default for numbers that are too large', () => {
    assert.equal(
      value('"1e400" | int ~ " " ~ ("-1e400" | int(7)) ~ " " ~ ("1e400" | float(0.5))'),
      '0 7 0.5',
    );
    assert.equal(
      value('data.n | int ~ " " ~ (data.hex | int(3, 16))', { n: '9'.repeat(309), hex: 'f'.repeat(390) }),
      '0 3',
    );
    assert.equal(value('data.hex | int(3, 16)', { hex: 'f'.repeat(500) }), '3');
    assert.equal(value('"123456789012345678901234567890" | int'), '1.2345678901234568e+29');
  });

  it('read numbers from text', () => {
    assert.equal(
      value('"12" | int ~ " " ~ (" -3.9 " | int) ~ " " ~ (7.9 | int) ~ " " ~ (true | int)'),
      '12 -3 7 1',
    );
    assert.equal(
      value('"ff" | int(base=16) ~ " " ~ ("0x1F" | int(base=16)) ~ " " ~ ("-101" | int(base=2))'),
      '255 31 -5',
    );
    assert.equal(value('"1.5" | float + 1 ~ " " ~ ("2e3" | float)'), '2.5 2000');
  });

  it('return their default for all other values', () => {
    assert.equal(
      value('"abc" | int ~ " " ~ ("" | int) ~ " " ~ (data.x | int) ~ " " ~ ("12px" | int(default=-1))'),
      '0 0 0 -1',
    );
    assert.equal(
      value('"9" | int(base=8, default=1) ~ " " ~ ("Infinity" | float) ~ " " ~ ([1] | float(default=2))'),
      '1 0 2',
    );
    assert.equal(value('data.s | float', { s: '1'.repeat(100_000) }), '0');
  });
});

describe('other number filters', () => {
  it('print sizes and plural endings', () => {
    assert.equal(value('-3.5 | abs'), '3.5');
    assert.equal(
      value(
        '1 | filesizeformat ~ ", " ~ (999 | filesizeformat) ~ ", " ~ (1536 | filesizeformat(binary=true))',
      ),
      '1 byte, 999 bytes, 1.5 KiB',
    );
    assert.equal(value('data.n | filesizeformat', { n: 1e30 }), '1000000.0 YB');
    assert.equal(
      value(
        '1 | pluralize ~ "," ~ (2 | pluralize) ~ "," ~ ([1] | pluralize("y", "ies")) ~ "," ~ (0 | pluralize("y", "ies"))',
      ),
      ',s,y,ies',
    );
  });
});
