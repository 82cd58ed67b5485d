import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unknownZone } from '../../../src/platform/time/zone-names.ts';

it('knows the names that time filters take', () => {
  for (const name of ['Europe/Berlin', 'America/Argentina/Salta', 'UTC', 'Z', '+05:30'])
    assert.equal(unknownZone(name), null, name);
});

it('names the zone that was probably meant', () => {
  for (const [name, meant] of [
    ['Europe/Berln', 'Europe/Berlin'],
    ['New York', 'America/New_York'],
    ['tokyo', 'Asia/Tokyo'],
  ] as const) {
    assert.equal(unknownZone(name), `unknown time zone ${JSON.stringify(name)}; did you mean ${meant}?`);
  }
});

it('shows the beginning of a long name, and what is expected', () => {
  const said = unknownZone('x'.repeat(10_000)) ?? '';
  assert.ok(said.length < 200, said);
  assert.match(said, /, expected a name such as Europe\/Berlin\.$/);
});
