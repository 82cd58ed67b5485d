import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Concealer } from '../../../src/admin/access/concealer.ts';
import type { ParamField } from '../../../src/domain/params.ts';

const PLAIN = { type: 'string', required: false, multiline: false, hidden: false, advanced: false } as const;

function field(name: string, sensitive = false): ParamField {
  return { ...PLAIN, name, sensitive };
}

const SCREENS = new Map([
  ['board', [field('city'), field('key', true)]],
  ['other', [field('city', true)]],
]);
const concealer = (): Concealer => new Concealer((screen) => SCREENS.get(screen) ?? null);

const HIDDEN = '[redacted]';

describe('what is concealed', () => {
  it('of params: all that the screen does not declare as something to be seen', () => {
    const params = {
      city: 'Bern',
      key: 'k',
      old: { deep: 'x' },
      empty: null,
      __proto__: null,
      constructor: 'c',
    };
    assert.deepEqual(concealer().params('board', params), {
      ...{ city: 'Bern', key: HIDDEN, old: HIDDEN, empty: null, constructor: HIDDEN },
    });
    assert.deepEqual(concealer().params('gone', { city: 'Bern' }), { city: HIDDEN });
  });

  it('of a config: secrets, and every key that is not known', () => {
    const shown = concealer().config({
      default_screen: 'board',
      'x-templates': { key: 'k' },
      admin: { token: 't' },
      devices: {
        a: {
          screen: 'board',
          params: { city: 'Bern', key: 'k' },
          frame_tokens: { one: 'd' },
          parms: { key: 'k' },
        },
        b: { params: { city: 'Bern' } },
        c: 'k',
        d: { screen: 'board', params: 'k', frame_tokens: 't' },
        e: null,
      },
      screen_repos: { garden: { repo: 'https://x.test/y', token: 't', pasword: 't' } },
      data_tokens: { one: { sha256: ['d'], names: ['a'] } },
      admin_tokens: { anna: { role: 'viewer', sha256: 'd', note: 'n' } },
    });
    assert.deepEqual(shown, {
      default_screen: 'board',
      admin: { token: HIDDEN },
      devices: {
        a: {
          screen: 'board',
          params: { city: 'Bern', key: HIDDEN },
          frame_tokens: { one: HIDDEN },
        },
        b: { params: { city: HIDDEN } },
        c: HIDDEN,
        d: { screen: 'board', params: HIDDEN, frame_tokens: HIDDEN },
        e: null,
      },
      screen_repos: { garden: { repo: 'https://x.test/y', token: HIDDEN } },
      data_tokens: { one: { sha256: HIDDEN, names: ['a'] } },
      admin_tokens: { anna: { role: 'viewer', sha256: HIDDEN, note: 'n' } },
    });
  });

  it('of screens with params that are nested in a value: the same as at the top', () => {
    const nested = { list: [{ screen: 'board', params: { city: 'Bern', key: 'k' }, token: 't' }] };
    assert.deepEqual(concealer().at(['devices', 'a', 'dither'], nested, []), {
      list: [{ screen: 'board', params: { city: 'Bern', key: HIDDEN }, token: HIDDEN }],
    });
  });

  it('of a single value: what all the screens of its entry let be seen', () => {
    const at = (value: string, screens: readonly string[], ...path: readonly string[]): unknown =>
      concealer().at(path, value, screens);
    assert.equal(at('Bern', ['board'], 'devices', 'a', 'params', 'city'), 'Bern');
    assert.equal(at('Bern', ['board', 'other'], 'devices', 'a', 'params', 'city'), HIDDEN);
    assert.equal(at('Bern', [], 'devices', 'a', 'params', 'city'), HIDDEN);
    assert.equal(at('board', [], 'devices', 'a', 'screen'), 'board');
    assert.equal(at('t', [], 'admin', 'token'), HIDDEN);
    assert.equal(at('d', [], 'admin_tokens', 'anna', 'sha256'), HIDDEN);
    assert.equal(at('x', [], 'constructor', '__proto__'), HIDDEN);
    assert.equal(at('x', [], '__proto__'), HIDDEN);
  });
});
