/** Many changes at once of a config with 10 000 devices: they are made in order, and devices are served meanwhile. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ConfigEdit } from '../../src/config/edit/model.ts';
import { parseConfig } from '../../src/config/read/parse.ts';
import { ConfigWriter } from '../../src/config/source/writer.ts';
import { ok } from '../../src/platform/base/result.ts';
import { macOf } from '../support/device/mac.ts';
import { rounds } from '../support/rounds.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { deviceHeaders } from '../support/server/server.ts';

const FLEET = 10_000;
const WRITES = rounds(100, 8);

function fleet(): string {
  const devices = Array.from(
    { length: FLEET },
    (_, number) => `  "${macOf('02', number)}":\n    screen: plain # ${number}\n    name: Room ${number}\n`,
  );
  return `# start\ndefault_screen: plain\ndevices:\n${devices.join('')}# end\n`;
}

/** Alternately a new device and a new name for an old one. */
function editOf(number: number): ConfigEdit {
  return number % 2 === 0
    ? {
        kind: 'set',
        path: ['devices', macOf('02', FLEET + number)],
        value: { screen: 'plain', name: `new ${number}` },
      }
    : { kind: 'set', path: ['devices', macOf('02', number * 99), 'name'], value: `renamed ${number}` };
}

describe('100 changes at once with 10 000 devices', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: fleet() });
  });
  after(() => admin.server.stop());

  it('are all made, in the order of the calls, while every call of a device is answered', async () => {
    const numbers = Array.from({ length: WRITES }, (_, number) => number);
    const [added, renamed] = [
      numbers.filter((number) => number % 2 === 0),
      numbers.filter((number) => number % 2 === 1),
    ];
    const writer = await ConfigWriter.open(admin.server.engine.config);
    let writing = true;
    const statuses: number[] = [];
    const devices = Array.from({ length: 3 }, async (_, number) => {
      while (writing) {
        const headers = deviceHeaders(macOf('02', number));
        const answer = await fetch(`${admin.server.url}/api/display`, { headers });
        await answer.text();
        statuses.push(answer.status);
      }
    });
    const order: number[] = [];
    const written = await Promise.all(
      numbers.map((number) =>
        writer.change(() => {
          order.push(number);
          return ok({ edits: [editOf(number)], value: number });
        }),
      ),
    );
    writing = false;
    await Promise.all(devices);

    assert.deepEqual(
      written.map((result) => result.ok && result.value),
      numbers,
    );
    assert.deepEqual(order, numbers);
    assert.deepEqual(new Set(statuses), new Set([200]));
    const text = admin.configText();
    const loaded = parseConfig(text, 'config.yaml');
    assert.ok(loaded.ok);
    assert.deepEqual(loaded.value.snapshot, admin.server.engine.config.snapshot);
    const names = [...loaded.value.snapshot.devices.values()].map(({ name }) => name);
    assert.deepEqual(
      names.slice(FLEET),
      added.map((number) => `new ${number}`),
    );
    for (const number of renamed) assert.equal(names[number * 99], `renamed ${number}`);
    const old = new Set(text.split('\n'));
    const lost = fleet()
      .split('\n')
      .filter((line) => !old.has(line));
    assert.deepEqual(
      lost,
      renamed.map((number) => `    name: Room ${number * 99}`),
    );
    assert.ok(text.endsWith('\n# end\n'));
  });
});
