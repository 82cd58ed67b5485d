import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ParamField } from '../../src/domain/params.ts';
import { isSensitive, secretTexts } from '../../src/domain/secret-params.ts';

function field(name: string, sensitive: boolean): ParamField {
  const flags = { required: false, multiline: false, hidden: false, advanced: false };
  return { name, type: 'string', sensitive, ...flags };
}

it('secretTexts are all that is in sensitive params, however deep', () => {
  const params = ['key', 'pin', 'list', 'map', 'on', 'absent', 'constructor'].map((name) =>
    field(name, true),
  );
  const given = {
    ...{ key: 'hush', pin: 1234, list: ['a', ['b', null, '']], on: true, city: 'Berlin' },
    map: { user: 'me', inner: { deep: 0.5 } },
  };
  assert.deepEqual(secretTexts({ params: [...params, field('city', false)] }, given), [
    ...['hush', '1234', 'a', 'b', 'true', 'me', '0.5'],
  ]);
});

it('secretTexts are what a screen with params does not know', () => {
  const given = { city: 'Berlin', kye: ['hush', 7] };
  assert.deepEqual(secretTexts({ params: [field('city', false), field('key', true)] }, given), ['hush', '7']);
});

it('secretTexts are what is called a secret where the screen declares no params', () => {
  const given = { api_key: 'hush', city: 'Berlin', login: { password: 'quiet', user: 'me' } };
  assert.deepEqual(secretTexts({ params: [] }, given), ['hush', 'quiet']);
});

it('what was sensitive once is', () => {
  const rules = { params: [field('city', false)], onceSensitive: ['pin'] };
  assert.deepEqual(secretTexts(rules, { pin: 47, city: 'Berlin' }), ['47']);
  assert.deepEqual([isSensitive(rules, 'pin'), isSensitive(rules, 'city')], [true, false]);
});
