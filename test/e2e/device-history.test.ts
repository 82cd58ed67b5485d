/** The history of devices over HTTP: what is counted while they call, and while they do not. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missedPolls } from '../../src/domain/polls.ts';
import { postLog } from '../support/device/calls.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay } from '../support/server/server.ts';

const SEED = 33;
const DEVICES = 6;
const CALLS = 14;

let clock: MovedClock;
let admin: Admin;

before(async () => {
  clock = new MovedClock();
  admin = await startAdmin({ config: 'default_screen: plain\n' });
});
after(async () => {
  await admin.server.stop();
  clock.restore();
});

async function counted(mac: string): Promise<{ polls: number; missed: number }> {
  const { status, body } = await admin.get(`/devices/${mac}/history`);
  assert.equal(status, 200, JSON.stringify(body));
  let [polls, missed] = [0, 0];
  for (const hour of body.hours) {
    polls += hour.polls;
    missed += hour.missed;
  }
  return { polls, missed };
}

describe('the history of a device', () => {
  it('counts the polls that did not come, whatever call ends the silence', async () => {
    const random = randomNumbers(SEED);
    for (let device = 0; device < DEVICES; device++) {
      const mac = `AA:BB:CC:DD:EE:0${device}`;
      let refresh = (await getDisplay(admin.server, mac)).refresh_rate;
      let [polls, missed] = [1, 0];
      for (let call = 0; call < CALLS; call++) {
        // Around the middle between two polls the clock of the test and that of the server may differ by their wall time.
        const refreshes = random(4) === 0 ? 3 + random(20) : 1;
        const silent = Math.round(refreshes * refresh) + 30;
        clock.pass(silent);
        missed += missedPolls(refresh, silent * 1000);
        if (random(3) === 0) {
          const token = deviceHeaders(mac)['Access-Token'] ?? '';
          assert.equal((await postLog(admin.server, mac, token)).status, 200);
        }
        refresh = (await getDisplay(admin.server, mac)).refresh_rate;
        polls += 1;
      }
      assert.ok(missed > 0, 'the device never missed a poll');
      assert.deepEqual(await counted(mac), { polls, missed }, `seed ${SEED}, device ${device}`);
    }
  });
});
