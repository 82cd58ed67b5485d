import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import {
  createDeviceBody,
  EXPECTED,
  SETTING_NAMES,
  settingsBody,
  updateDeviceBody,
} from '../../src/admin/bodies.ts';
import { readBodyFields } from '../../src/admin/read-fields.ts';
import { DEVICE_KEYS } from '../../src/config/read/keys.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

/** Keys of an entry that writes keep, but that nobody sets through the admin API. */
const KEPT = ['error_clamp', 'gamut'];

describe('the settings of a device', () => {
  it('are all keys that the config file knows', () => {
    assert.deepEqual(['screen', ...SETTING_NAMES, ...KEPT].toSorted(), [...DEVICE_KEYS].toSorted());
  });

  it('are all in the documentation, with what they expect', () => {
    const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/admin-api.md'), 'utf8');
    for (const name of ['key', 'screen', ...SETTING_NAMES])
      assert.match(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'));
    for (const name of Object.keys(settingsBody.shape)) assert.ok(page.includes(`\`${name}\``), name);
  });

  it('all say what they expect when they get something else', () => {
    const schemas = [createDeviceBody, updateDeviceBody, settingsBody];
    for (const schema of schemas as readonly z.ZodObject<Record<string, z.ZodType>>[]) {
      const nonsense = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, { odd: [] }]));
      for (const { field, message } of readBodyFields(schema, nonsense).problems) {
        assert.doesNotMatch(message, /expected another value/, field);
        assert.match(message, new RegExp(`^${field}: expected .+, got a map$`));
      }
    }
    assert.equal(
      EXPECTED.get(createDeviceBody.shape.key)?.text,
      'a MAC address, a registration code or DEFAULT',
    );
  });
});

describe('readFields', () => {
  it('gives the fields that fit beside what is wrong with the others', () => {
    const body = { screen: 'local/x', strength: 3, refresh: 5 };
    const { fields, problems } = readBodyFields(updateDeviceBody, body);
    assert.deepEqual(fields, { screen: 'local/x', refresh: 5 });
    assert.deepEqual(problems, [
      { field: 'strength', message: 'strength: expected a number from 0 to 2, got 3' },
    ]);
  });

  it('takes nothing from the prototype, and refuses fields that are called like its parts', () => {
    const body = JSON.parse('{"__proto__":{"name":"x"},"constructor":1,"toString":2}');
    const { fields, problems } = readBodyFields(updateDeviceBody, body);
    assert.deepEqual(fields, {});
    assert.deepEqual(
      problems.map((problem) => problem.field),
      ['__proto__', 'constructor', 'toString'],
    );
  });

  it('repeats neither long values nor many names', () => {
    const body = {
      ...Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, 1])),
      name: '🎈'.repeat(500),
    };
    const { problems } = readBodyFields(updateDeviceBody, body);
    assert.equal(problems.length, 21);
    assert.ok(JSON.stringify(problems).length < 3000);
  });
});
