import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  codeOfDigest,
  hyphenateCode,
  isLongCode,
  longCode,
  parseRegistrationCode,
  registrationCode,
  shortCode,
} from '../../src/domain/registration-code.ts';
import { sha256 } from '../../src/platform/base/hash.ts';

it('derives the code of a token: test vector', () => {
  assert.equal(registrationCode('0123456789abcdef0123456789abcdef'), 'TTFYSCFDVR');
});

it('derives a long code that begins with the short one: test vector', () => {
  const token = '0123456789abcdef0123456789abcdef';
  const code = longCode(token) ?? '';
  assert.equal(hyphenateCode(code), 'TTFYS-CFDVR-ZMXMU');
  assert.equal(shortCode(code), registrationCode(token));
  assert.equal(codeOfDigest(sha256(token)), code);
  assert.deepEqual([isLongCode(code), isLongCode(shortCode(code)), longCode('')], [true, false, null]);
});

it('gives no code for an empty token', () => {
  assert.equal(registrationCode(''), null);
});

it('writes only letters that read well', () => {
  for (let n = 0; n < 200; n++) assert.match(registrationCode(`token ${n}`) ?? '', /^[A-HJKMNP-Z]{10}$/);
});

it('reads what it writes, hyphenated or not, in any case', () => {
  const code = registrationCode('token') ?? '';
  const shown = hyphenateCode(code);
  assert.match(shown, /^[A-Z]{5}-[A-Z]{5}$/);
  for (const text of [code, shown, shown.toLowerCase(), ` ${code.toLowerCase()} `]) {
    assert.equal(parseRegistrationCode(text), code);
  }
  const long = longCode('token') ?? '';
  const shownLong = hyphenateCode(long);
  assert.match(shownLong, /^[A-Z]{5}-[A-Z]{5}-[A-Z]{5}$/);
  for (const text of [long, shownLong, shownLong.toLowerCase(), ` ${long.toLowerCase()} `]) {
    assert.equal(parseRegistrationCode(text), long);
  }
});

it('refuses everything else', () => {
  const bad = [
    '',
    'ABCDE',
    'ABCDEFGHJI',
    'ABCDEFGHJO',
    'ABCDEFGHJ1',
    'ABCD-EFGHJK',
    'ABCDE--FGHJK',
    'ABCDEFGHJKM',
    'ABCDEFGHJKMNPQ',
    'ABCDEFGHJKMNPQRS',
    'ABCDEFGHJKMNPQI',
    'ABCDEFGHJK-MNPQR',
    'ABCDE-FGHJK-',
    'ABCDE-FGHJK-MNPQ',
    'ABCDE-FGHJK-MNPQR-STUVW',
    '-----------------',
    'A'.repeat(100_000),
  ];
  for (const text of bad) assert.equal(parseRegistrationCode(text), null, text);
});
