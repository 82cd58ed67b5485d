/** Many writes at once are all kept, and devices are served meanwhile. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseConfig } from '../../src/config/read/parse.ts';
import { macOf } from '../support/device/mac.ts';
import { rounds } from '../support/rounds.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getDisplayInTurn, getImage } from '../support/server/server.ts';

const WRITES = rounds(100);

describe(`${WRITES} writes at once`, () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: '# start\ndefault_screen: plain\ndevices: {}\n# end\n' });
  });
  after(() => admin.server.stop());

  it('are all in the file and in effect, one entry each, while devices get their pictures', async () => {
    let writing = true;
    let served = 0;
    const devices = Array.from({ length: 3 }, async (_, number) => {
      while (writing) {
        const { image_url: url } = await getDisplayInTurn(admin.server, macOf('02', 200 + number));
        assert.ok((await getImage(url)).length > 0);
        served += 1;
      }
    });
    const answers = await Promise.all(
      Array.from({ length: WRITES }, (_, number) =>
        number % 4 === 3
          ? admin.patch('/settings', { screen_repo_refresh_interval: number })
          : admin.post('/devices', {
              key: macOf('02', number),
              screen: 'local/plain',
              name: `device ${number}`,
            }),
      ),
    );
    writing = false;
    await Promise.all(devices);

    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.ok(served > 0);
    const text = admin.configText();
    const loaded = parseConfig(text, 'config.yaml');
    assert.ok(loaded.ok);
    const expected = Array.from({ length: WRITES }, (_, number) => number).filter(
      (number) => number % 4 !== 3,
    );
    const { snapshot } = admin.server.engine.config;
    for (const number of expected) {
      assert.equal(snapshot.devices.get(macOf('02', number))?.name, `device ${number}`);
      assert.equal(loaded.value.snapshot.devices.get(macOf('02', number))?.name, `device ${number}`);
    }
    assert.equal(snapshot.devices.size, expected.length);
    const settings = Array.from({ length: WRITES }, (_, number) => number).filter(
      (number) => number % 4 === 3,
    );
    assert.equal(snapshot.screenRepoRefreshIntervalSeconds, settings.at(-1));
    assert.match(text, /^# start\n[\s\S]*\n# end\n/);
  });

  it('of one device: exactly one creates it, all others are told that it exists', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        admin.post('/devices', { key: macOf('02', 150), screen: 'local/plain' }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).toSorted();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)]);
  });
});
