/** Guesses are limited; devices with their token are not. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { longCode, registrationCode } from '../../src/domain/registration-code.ts';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { type Answer, assertRefused, display, kindsOf, postLog, setup } from '../support/device/calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

const VICTIM = 'AA:BB:CC:02:00:01';
const BY_MAC = 'AA:BB:CC:02:00:02';
const TOKEN = 'the token of the victim';
const SHORT = 'named by its short code';
const LONG = 'named by its long code';
const CONFIG = `default_screen: plain
devices:
  "${BY_MAC}": { screen: plain }
  ${registrationCode(SHORT)}: { screen: plain }
  ${longCode(LONG)}: { screen: plain }
`;

/** Headers of a caller from an address behind a trusted proxy. */
const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

let last = 0;
function newMac(): string {
  last++;
  return `AA:BB:CC:03:${(last >> 8).toString(16).padStart(2, '0')}:${(last & 255).toString(16).padStart(2, '0')}`.toUpperCase();
}

describe('a caller that guesses tokens', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, env: { TRUST_PROXY: 'loopback' } });
  });
  after(() => admin.server.stop());

  /** Guess until the server does not check tokens any more. */
  async function guess(address: string, call: typeof display | typeof postLog = display): Promise<Answer> {
    for (let number = 0; number < LIMITS.wrongTokenBurst * 3; number++) {
      const answer = await call(admin.server, VICTIM, `guess ${number}`, from(address));
      if (answer.status !== 401) return answer;
    }
    throw new Error('nothing stopped the guesses');
  }

  it('is refused with an answer that firmware understands, while the device is served', async () => {
    const attacker = '198.51.100.1';
    await display(admin.server, VICTIM, TOKEN, from('192.0.2.1'));
    const held = await guess(attacker);
    assert.equal(held.status, 429);
    assert.equal(held.body.status, 0);
    assert.ok(held.body.image_url !== '' && held.body.refresh_rate >= 30);
    assert.ok(Number(held.headers.get('retry-after')) >= 30);
    const log = await guess(attacker, postLog);
    assert.deepEqual([log.status, log.body.code], [429, 'too_many_attempts']);
    // The device itself is served, also behind the same address as the attacker.
    for (const address of ['192.0.2.1', attacker]) {
      for (let call = 0; call < 5; call++) {
        assert.equal((await display(admin.server, VICTIM, TOKEN, from(address))).status, 200);
        assert.equal((await postLog(admin.server, VICTIM, TOKEN, from(address))).status, 200);
      }
    }
    // Other callers with a wrong token get the usual answer.
    assert.equal((await display(admin.server, VICTIM, 'wrong', from('192.0.2.7'))).status, 401);
    assert.deepEqual(await kindsOf(admin, VICTIM), [
      'adopted',
      'held_back',
      'token_refused',
      'token_refused',
    ]);
  });
});

describe('new devices', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, env: { TRUST_PROXY: 'loopback' } });
  });
  after(() => admin.server.stop());

  /** An attacker that calls from this address all the time: a few attempts are allowed again every second. */
  function exhaust(): void {
    const { newDevices } = admin.server.app.throttle;
    while (newDevices.take('198.51.100.1', Date.now()));
  }

  /** Call from there until the server refuses new devices. */
  async function untilHeldBack(
    ask: () => Promise<Answer>,
    isHeldBack: (answer: Answer) => boolean,
  ): Promise<Answer> {
    for (let attempt = 0; attempt < 100; attempt++) {
      exhaust();
      const answer = await ask();
      if (isHeldBack(answer)) return answer;
    }
    throw new Error('nothing was held back');
  }

  it('have to wait behind an address with too many of them, and show that on the panel', async () => {
    const attacker = from('198.51.100.1');
    const refused = await untilHeldBack(
      () => setup(admin.server, newMac(), attacker),
      ({ body }) => body.status !== 200,
    );
    assertRefused(refused, /^Too many devices are registering at once/);
    const busy = await untilHeldBack(
      () => display(admin.server, newMac(), SHORT, attacker),
      ({ status }) => status !== 200,
    );
    assert.deepEqual([busy.status, busy.body.status], [429, 0]);
  });

  it('do not wait if the config names them by their address or their long code', async () => {
    const attacker = from('198.51.100.1');
    exhaust();
    assert.equal((await setup(admin.server, BY_MAC, attacker)).body.status, 200);
    assert.equal((await display(admin.server, newMac(), LONG, attacker)).status, 200);
  });

  it('do not wait behind other addresses', async () => {
    const elsewhere = from('203.0.113.9');
    exhaust();
    for (let attempt = 0; attempt < 5; attempt++) {
      assert.equal((await display(admin.server, newMac(), SHORT, elsewhere)).status, 200);
      assert.equal((await setup(admin.server, newMac(), elsewhere)).body.status, 200);
    }
  });
});
