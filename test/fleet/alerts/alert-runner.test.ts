/** Alerts from the look at the fleet to the receiver: real HTTP, and a real Redis for several servers. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { ALERT_LIMITS } from '../../../src/domain/alert-limits.ts';
import {
  type AlertFleet,
  alertConfig,
  alertFleet,
  alertServer,
  DAY_MS,
  deviceRecord,
  HOUR_MS,
  MINUTE_MS,
  macOf,
  NOW,
} from '../../support/alerts/fleet.ts';
import { type Receiver, startReceiver, WEBHOOK_SECRET } from '../../support/alerts/receiver.ts';
import { opened } from '../../support/state/engines.ts';
import { openMemory } from '../../support/state/memory.ts';
import { type RedisServer, startRedis } from '../../support/state/redis-server.ts';
import { until } from '../../support/waiting.ts';

const LATE = 'late: { when: late, to: ops }';

function configFor({ url }: Receiver, devices: readonly string[], rules = LATE, more = 'digest: 0'): string {
  const hook = `webhooks: { ops: { url: "${url}", secret: ${WEBHOOK_SECRET}, headers: { X-Room: server room } } }`;
  return alertConfig(`${hook}\nrules:\n  ${rules}\n${more}`, devices);
}

function fleetOf(receiver: Receiver, count: number, more = 'digest: 0'): AlertFleet {
  const entries = Array.from({ length: count }, (_, n) => `{ screen: x, name: Panel ${n} }`);
  const devices = entries.map((_, n) => deviceRecord(n));
  return alertFleet(configFor(receiver, entries, LATE, more), devices);
}

function silence(fleet: AlertFleet, silentMs: number): void {
  for (const device of fleet.devices) device.lastSeenMs = NOW - silentMs;
}

describe('a server with alerts', () => {
  it('tells a receiver that a device is late, and that it is not any more', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 2);
    const { step, runner } = alertServer(t, fleet, await openMemory(t));
    await step(NOW);
    assert.equal(receiver.calls.length, 0);
    (fleet.devices[0] ?? assert.fail()).lastSeenMs = NOW - HOUR_MS;
    await step(NOW + MINUTE_MS);
    const [call] = receiver.calls;
    assert.ok(call?.isSigned);
    assert.equal(call.headers['x-room'], 'server room');
    assert.equal(call.headers['x-stipple-delivery'], call.body.id);
    assert.equal(call.headers['content-type'], 'application/json');
    const [alert] = call.body.firing;
    assert.deepEqual(alert.subject, { kind: 'device', key: macOf(0), name: 'Panel 0' });
    assert.deepEqual(
      [alert.rule, alert.when, alert.reminder, alert.facts.refresh],
      ['late', 'late', false, 900],
    );
    assert.equal(call.body.text, alert.text);
    assert.deepEqual([call.body.resolved, call.body.more], [[], 0]);
    assert.deepEqual(runner.firing, new Map([['late', 1]]));
    (fleet.devices[0] ?? assert.fail()).lastSeenMs = NOW + MINUTE_MS;
    await step(NOW + 2 * MINUTE_MS);
    assert.equal(receiver.calls.length, 2);
    assert.deepEqual(receiver.calls[1]?.body.firing, []);
    assert.equal(receiver.calls[1]?.body.text, 'Panel 0 is not late any more');
    await step(NOW + 3 * MINUTE_MS);
    assert.equal(receiver.calls.length, 2);
  });

  it('gathers what comes up, and makes one bounded call of a flood', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 1_000, 'digest: 5m');
    const { step } = alertServer(t, fleet, await openMemory(t));
    silence(fleet, HOUR_MS);
    for (let minute = 0; minute < 5; minute++) await step(NOW + minute * MINUTE_MS);
    assert.equal(receiver.calls.length, 0);
    await step(NOW + 5 * MINUTE_MS);
    for (let minute = 6; minute < 9; minute++) await step(NOW + minute * MINUTE_MS);
    assert.equal(receiver.calls.length, 1);
    const [{ body, bytes } = assert.fail()] = receiver.calls;
    assert.ok(body.firing.length > 40 && body.firing.length <= 100, String(body.firing.length));
    assert.equal(body.firing.length + body.more, 1_000);
    assert.ok(bytes <= ALERT_LIMITS.bodyBytes, String(bytes));
    assert.ok(body.text.length <= 2_000);
    assert.match(body.text, /\n… and \d+ more$/);
  });

  it('counts what is more than it knows one by one', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 2_500);
    const { step, runner } = alertServer(t, fleet, await openMemory(t));
    silence(fleet, HOUR_MS);
    await step(NOW);
    await step(NOW + MINUTE_MS);
    assert.equal(receiver.calls.length, 1);
    const [{ body } = assert.fail()] = receiver.calls;
    assert.equal(body.firing.length + body.more, 2_500);
    assert.deepEqual(runner.firing, new Map([['late', 2_500]]));
  });

  it('tries again with the same name after failures, and gathers what is new meanwhile', async (t) => {
    const receiver = await startReceiver(t);
    receiver.answer = (request, response, index) => {
      if (index === 0) response.writeHead(500).end('no');
      else if (index === 1) request.socket.destroy();
      else if (index === 2) response.writeHead(302, { location: '/elsewhere' }).end();
      else response.writeHead(200).end('x'.repeat(5_000_000));
    };
    const fleet = fleetOf(receiver, 2);
    const { step, outcomes, logs } = alertServer(t, fleet, await openMemory(t));
    (fleet.devices[0] ?? assert.fail()).lastSeenMs = NOW - HOUR_MS;
    await step(NOW);
    (fleet.devices[1] ?? assert.fail()).lastSeenMs = NOW - HOUR_MS;
    await step(NOW + MINUTE_MS);
    await step(NOW + 10 * MINUTE_MS);
    await step(NOW + 20 * MINUTE_MS);
    assert.deepEqual(outcomes.slice(0, 4), ['failed', 'failed', 'failed', 'delivered']);
    const ids = receiver.calls.slice(0, 4).map(({ body }) => body.id);
    assert.equal(new Set(ids).size, 1);
    assert.ok(receiver.calls.every(({ isSigned }) => isSigned));
    await step(NOW + 21 * MINUTE_MS);
    assert.deepEqual(
      receiver.calls.at(-1)?.body.firing.map(({ subject }: { subject: { name: string } }) => subject.name),
      ['Panel 1'],
    );
    const told = JSON.stringify(logs);
    assert.match(told, /status 302, and redirects are not followed/);
    assert.doesNotMatch(told, /with-a-key|a secret of/);
  });

  it('gives a call up after some tries, and goes on with what is new', async (t) => {
    const receiver = await startReceiver(t);
    receiver.answer = (_request, response) => response.writeHead(503).end();
    const fleet = fleetOf(receiver, 2);
    const { step, outcomes, logs } = alertServer(t, fleet, await openMemory(t));
    (fleet.devices[0] ?? assert.fail()).lastSeenMs = NOW - HOUR_MS;
    for (let tries = 0; tries < ALERT_LIMITS.tries; tries++) await step(NOW + tries * 2 * HOUR_MS);
    assert.deepEqual(outcomes, [
      ...Array.from({ length: ALERT_LIMITS.tries - 1 }, () => 'failed'),
      'dropped',
    ]);
    assert.ok(logs.some(({ msg }) => msg === 'alerts not sent, and given up'));
    receiver.answer = (_request, response) => response.writeHead(200).end();
    (fleet.devices[1] ?? assert.fail()).lastSeenMs = NOW + 14 * HOUR_MS;
    // Without a gap: a time in which nobody looks is no lateness.
    for (let minute = 4; minute <= 64; minute += 4) await step(NOW + 14 * HOUR_MS + minute * MINUTE_MS);
    assert.equal(receiver.calls.at(-1)?.body.firing.length, 1);
    assert.equal(outcomes.at(-1), 'delivered');
  });

  it('reminds after the time of the config', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 1, 'digest: 0\nrepeat: 1d');
    const { step } = alertServer(t, fleet, await openMemory(t));
    silence(fleet, HOUR_MS);
    await step(NOW);
    await step(NOW + DAY_MS - MINUTE_MS);
    assert.equal(receiver.calls.length, 1);
    await step(NOW + DAY_MS + MINUTE_MS);
    assert.equal(receiver.calls.length, 2);
    assert.equal(receiver.calls[1]?.body.firing[0].reminder, true);
    assert.match(receiver.calls[1]?.body.text, /^Still: Panel 0 has not called since/);
  });

  it('writes hostile names in one line, without what turns or hides text', async (t) => {
    const receiver = await startReceiver(t);
    const name = '"Hall\\n\\u202egnihtyna\\u0000\\u001b[31m <!channel>"';
    const config = configFor(receiver, [`{ screen: x, name: ${name} }`]);
    const fleet = alertFleet(config, [deviceRecord(0)]);
    const { step } = alertServer(t, fleet, await openMemory(t));
    silence(fleet, HOUR_MS);
    await step(NOW);
    const { text } = receiver.calls[0]?.body ?? {};
    assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
    assert.match(text, /^Hall \\u\{202e\}gnihtyna\[31m <!channel> has not called since/);
  });
});

describe('alerts of a server that ends', () => {
  it('are known after a restart: what was told is not told again, and an end is', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 3);
    const state = await openMemory(t);
    silence(fleet, HOUR_MS);
    const first = alertServer(t, fleet, state);
    await first.step(NOW);
    await first.runner.stop();
    const second = alertServer(t, fleet, state);
    await second.step(NOW + MINUTE_MS);
    assert.equal(receiver.calls.length, 1);
    (fleet.devices[1] ?? assert.fail()).lastSeenMs = NOW + MINUTE_MS;
    await second.step(NOW + 2 * MINUTE_MS);
    assert.deepEqual(
      receiver.calls[1]?.body.resolved.map(({ subject }: { subject: { name: string } }) => subject.name),
      ['Panel 1'],
    );
  });

  it('leave a call that another one sends under the same name', async (t) => {
    const receiver = await startReceiver(t);
    receiver.answer = (_request, response) => response.writeHead(500).end();
    const fleet = fleetOf(receiver, 1);
    const state = await openMemory(t);
    silence(fleet, HOUR_MS);
    const first = alertServer(t, fleet, state);
    await first.step(NOW);
    await first.runner.stop();
    receiver.answer = (_request, response) => response.writeHead(204).end();
    const second = alertServer(t, fleet, state);
    await second.step(NOW + MINUTE_MS);
    const ids = receiver.calls.map(({ body }) => body.id);
    assert.deepEqual([ids.length, new Set(ids).size, second.outcomes], [2, 1, ['delivered']]);
  });

  it('end a call that hangs, and another server tries it', async (t) => {
    const receiver = await startReceiver(t);
    receiver.answer = () => {};
    const fleet = fleetOf(receiver, 1);
    const state = await openMemory(t);
    silence(fleet, HOUR_MS);
    const first = alertServer(t, fleet, state);
    await first.runner.step(NOW);
    await until(() => receiver.calls.length === 1);
    await first.runner.stop();
    assert.deepEqual(first.outcomes, []);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    const second = alertServer(t, fleet, state);
    await second.step(NOW + MINUTE_MS);
    assert.deepEqual(second.outcomes, ['delivered']);
    assert.equal(receiver.calls[0]?.body.id, receiver.calls[1]?.body.id);
  });

  it('do not count the time in which none ran as lateness', async (t) => {
    const receiver = await startReceiver(t);
    const fleet = fleetOf(receiver, 1);
    const state = await openMemory(t);
    const first = alertServer(t, fleet, state);
    await first.step(NOW);
    await first.runner.stop();
    const second = alertServer(t, fleet, state);
    const back = NOW + 8 * HOUR_MS;
    await second.step(back);
    assert.equal(receiver.calls.length, 0);
    for (let minute = 1; minute < 50; minute++) await second.step(back + minute * MINUTE_MS);
    assert.equal(receiver.calls.length, 1);
  });
});

describe('alerts of two servers on one Redis', () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.kill());

  async function pair(t: TestContext, prefix: string, receiver: Receiver, leaseMs?: number) {
    const fleets = [fleetOf(receiver, 3), fleetOf(receiver, 3)] as const;
    const states = await Promise.all(fleets.map(() => opened(t, `${redis.url}?prefix=${prefix}:`)));
    const servers = fleets.map((fleet, index) =>
      alertServer(t, fleet, states[index] ?? assert.fail(), leaseMs),
    );
    for (const fleet of fleets) silence(fleet, HOUR_MS);
    return servers;
  }

  it('are sent once', async (t) => {
    const receiver = await startReceiver(t);
    const servers = await pair(t, 'once', receiver);
    for (let minute = 0; minute < 5; minute++) {
      await Promise.all(servers.map(({ step }) => step(NOW + minute * MINUTE_MS)));
    }
    assert.equal(receiver.calls.length, 1);
    assert.equal(servers.filter(({ runner }) => runner.firing !== null).length, 1);
  });

  it('go on with the other one when one ends', async (t) => {
    const receiver = await startReceiver(t);
    const [one, two] = await pair(t, 'end', receiver);
    await one?.step(NOW);
    await two?.step(NOW);
    await one?.runner.stop();
    await two?.step(NOW + MINUTE_MS);
    assert.notEqual(two?.runner.firing, null);
    assert.equal(receiver.calls.length, 1);
  });

  it('are not sent by a server whose lease is over', async (t) => {
    const receiver = await startReceiver(t);
    const [one] = await pair(t, 'over', receiver);
    const other = await opened(t, `${redis.url}?prefix=over:`);
    // Another server has had the lease later, and has written since.
    assert.equal(await other.alerts.put('head', '{}', 99), true);
    await one?.step(NOW);
    assert.equal(receiver.calls.length, 0);
    assert.equal(one?.runner.firing, null);
  });
});
