import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ParamField } from '../../src/domain/params.ts';
import { resolveMapping, unseenDevice } from '../../src/domain/resolve-mapping.ts';
import { openParams } from '../../src/domain/withheld-params.ts';
import { accepted } from '../support/config/read-config.ts';

const FIELD: ParamField = {
  ...{ name: 'city', type: 'string', required: false, sensitive: false },
  ...{ multiline: false, hidden: false, advanced: false },
};
const SCHEMA = [FIELD, { ...FIELD, name: 'key', sensitive: true, required: true }];

function open(text: string, schema = SCHEMA) {
  const { snapshot } = accepted(text);
  const resolved = resolveMapping(snapshot, unseenDevice('AA:BB:CC:DD:EE:FF'));
  assert.ok(resolved !== null);
  return openParams(snapshot, resolved.mapping, { params: schema });
}

const GROUP = 'groups: { all: { match: { mac: "*" }, screen: x, params: { city: Rome, key: hush } } }\n';

it('takes the secrets of a group from a stranger, and says whether its screen can do without', () => {
  assert.deepEqual(open(GROUP), { params: { city: 'Rome' }, needsMore: true });
  const optional = SCHEMA.map((field) => ({ ...field, required: false }));
  assert.deepEqual(open(GROUP, optional), { params: { city: 'Rome' }, needsMore: false });
  const withDefault = SCHEMA.map((field) => ({ ...field, default: 'none' }));
  assert.deepEqual(open(GROUP, withDefault).needsMore, false);
});

it('leaves what DEFAULT says of the same screen, which is for everybody', () => {
  const forAll = 'devices: { DEFAULT: { screen: x, params: { key: hush } } }\n';
  assert.deepEqual(open(forAll), { params: { key: 'hush' }, needsMore: false });
  assert.deepEqual(open(forAll + GROUP).params, { city: 'Rome', key: 'hush' });
  const other = 'devices: { DEFAULT: { screen: x, params: { key: other } } }\n';
  assert.deepEqual(open(other + GROUP).params, { city: 'Rome' });
  const elsewhere = 'devices: { DEFAULT: { screen: y, params: { key: hush } } }\n';
  assert.deepEqual(open(elsewhere + GROUP).params, { city: 'Rome' });
});

it('takes them also where a group without a screen adds them to the default', () => {
  const loose =
    'default_screen: x\ngroups: { all: { match: { mac: "*" }, params: { key: hush, city: Rome } } }\n';
  assert.deepEqual(open(loose), { params: { city: 'Rome' }, needsMore: true });
});
