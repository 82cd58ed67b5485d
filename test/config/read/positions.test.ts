import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { positionOfSetting, positionsOf } from '../../../src/config/read/positions.ts';

/** An anchor makes entries be read together with the rest, in the midst of others that are read alone. */
const TEXT = `# above
panels: {}
devices:
  "AA:BB:CC:DD:EE:01":
    screen: one
    params:
      # a comment
      city: Bern
  "AA:BB:CC:DD:EE:02": { screen: two, params: { city: Rome } }

  "AA:BB:CC:DD:EE:03":
    screen: three
    params: &shared
      days: 2
  "AA:BB:CC:DD:EE:04":
    screen: four
  "AA:BB:CC:DD:EE:05": { screen: five, params: *shared }
default_screen: one
`;

const parsed = parseConfig(TEXT, 'config.yaml');
assert.ok(parsed.ok);
const config = parsed.value;
const lines = TEXT.split('\n');

function placesOf(...keys: readonly string[]): Record<string, string> {
  const mappings = [...config.snapshot.devices.values()];
  const places = positionsOf(
    config,
    mappings.map(({ key }) => ['devices', key, ...keys]),
  );
  const found = places.map(({ line, column }, at) => {
    return [mappings[at]?.screen, lines[line - 1]?.slice(column - 1).split(':')[0] ?? ''];
  });
  return Object.fromEntries(found);
}

describe('the place of a part of a device', () => {
  it('is that of its key, however the entry is written and read', () => {
    assert.deepEqual(placesOf('screen'), {
      one: 'screen',
      two: 'screen',
      three: 'screen',
      four: 'screen',
      five: 'screen',
    });
    assert.equal(placesOf('params', 'city')['one'], 'city');
    assert.equal(placesOf('params', 'city')['two'], 'city');
  });

  it('is where the anchor has it, behind an alias', () => {
    const { three, five } = placesOf('params', 'days');
    assert.deepEqual([three, five], ['days', 'days']);
  });

  it('is that of what is around it, where there is nothing', () => {
    const { one, four } = placesOf('params', 'none');
    assert.deepEqual([one, four], ['params', '"AA']);
  });
});

describe('the place of a setting', () => {
  it('is that of its key, else the beginning', () => {
    assert.deepEqual(positionOfSetting(config, 'default_screen'), { line: 18, column: 1 });
    assert.deepEqual(positionOfSetting(config, 'admin'), { line: 1, column: 1 });
  });
});
