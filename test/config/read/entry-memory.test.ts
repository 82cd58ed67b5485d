/** A start reads configs with as many devices as a fleet has: what an entry costs is multiplied by them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseConfig } from '../../../src/config/read/parse.ts';
import { collectGarbage } from '../../../src/platform/base/garbage.ts';
import { macOf } from '../../support/device/mac.ts';

const ENTRIES = 20_000;
/** Lines, key, values and mapping, with half to spare. The trees of such entries take 700 and 1 500 bytes more. */
const MOST_BYTES = 800;

/** Entries of the shapes that devices usually have. */
const SHAPES = {
  'on one line': (number: number) => `  "${macOf('02', number)}": {screen: default}\n`,
  'with params': (number: number) =>
    `  "${macOf('02', number)}":\n    screen: default\n    name: Room ${number}\n    params: { room: ${number}, unit: m }\n`,
};

for (const [shape, entry] of Object.entries(SHAPES)) {
  it(`an entry ${shape} is read into little more than its values`, (t) => {
    const text = `default_screen: default\ndevices:\n${Array.from({ length: ENTRIES }, (_, number) => entry(number)).join('')}`;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const parsed = parseConfig(text, 'config.yaml');
    collectGarbage();
    const bytes = (process.memoryUsage().heapUsed - before) / ENTRIES;
    assert.ok(parsed.ok);
    assert.equal(parsed.value.snapshot.devices.size, ENTRIES);
    t.diagnostic(`${Math.round(bytes)} bytes an entry`);
    assert.ok(bytes <= MOST_BYTES, `expected at most ${MOST_BYTES} bytes an entry, got ${Math.round(bytes)}`);
  });
}
