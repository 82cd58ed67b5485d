import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  hyphenateCode,
  parseRegistrationCode,
  registrationCode,
} from '../../src/domain/registration-code.ts';

it('derives the code of a token: test vector', () => {
  assert.equal(registrationCode('0123456789abcdef0123456789abcdef'), 'TTFYSCFDVR');
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
  ];
  for (const text of bad) assert.equal(parseRegistrationCode(text), null, text);
});
