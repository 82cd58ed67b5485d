/**
 * What strangers can make the server say of a device that calls as it should: nothing. Two servers are called by the same
 * devices at the same times, one of them by strangers, too, in every way there is: whatever an admin asks, both say the same.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { HeldClock } from '../support/device/moved-clock.ts';
import { newKey } from '../support/device/signed-calls.ts';
import { type StrangerCall, strangerCall, type Victim } from '../support/device/stranger-calls.ts';
import { type Calling, Owner } from '../support/device/watched-owner.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds, someOf } from '../support/rounds.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? randomBytes(3).readUIntBE(0, 3));
/** In these, addresses of pictures expire. */
const TURNS = 2 * rounds(15);
/** In seconds: what a device without an entry is told at most. */
const REFRESH = 300;
/** One whose battery is low at the end: so it is seen that alerts are looked at by then. */
const LOW = 'AA:BB:CC:DD:EE:09';
const MACS = ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:02', 'AA:BB:CC:DD:EE:03'] as const;
/** Registered by setup, where that gives keys. */
const [KEYED] = MACS;

const CONFIG = `default_screen: plain
devices:
  "${MACS[0]}": { screen: plain, name: Hall }
  "${MACS[1]}": { screen: plain, params: { title: Kitchen } }
  "${LOW}": { screen: plain, name: Cellar }
alerts:
  webhooks:
    dead: { url: "http://127.0.0.1:1/" }
  rules:
    battery: { when: battery, below: 20, to: dead }
    late: { when: late, refreshes: 2, for: 0, to: dead }
    screens: { when: failing, for: 0, to: dead }
`;

/** A screen that is fetched seldom. */
const SLOW = Object.fromEntries(
  Object.entries(PLAIN_SCREEN).map(([name, text]) => [name, text.replace('= 120', `= ${REFRESH}`)]),
);

/** What nobody may advise on the word of a stranger. */
const WEAKENS = /\breset\b|\bforget\b|\bdelete\b|\bsecrets?\b|auth_mode|registration|re-?register|\berase/i;

interface Situation {
  readonly name: string;
  readonly config: string;
  store(t: TestContext): Promise<string | null>;
}

const NONE = async (): Promise<null> => null;
const FOLDER = async (t: TestContext): Promise<string> => `file:${path.join(tempTree(t), 'state')}`;
const REDIS = async (t: TestContext): Promise<string> => {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis.url;
};
const SITUATIONS: readonly Situation[] = [
  { name: 'in memory, with open setup', config: 'known_devices: open\n', store: NONE },
  { name: 'in a folder, with quiet setup', config: 'known_devices: quiet\n', store: FOLDER },
  { name: 'in Redis, with closed setup', config: 'known_devices: closed\n', store: REDIS },
  { name: 'in memory, with signed calls', config: 'auth_mode: ed25519\n', store: NONE },
  { name: 'in a folder, with signed calls', config: 'auth_mode: ed25519\n', store: FOLDER },
];

interface Pair extends Calling {
  readonly owners: readonly Owner[];
  readonly low: Owner;
  /** How often each kind of call was made by strangers. */
  readonly made: Map<string, number>;
}

/** Everything that an admin sees of a device, without what differs between any two servers. */
async function seenOf(admin: Admin, mac: string): Promise<unknown> {
  const routes = ['', '/explain', '/events?limit=400', '/history'];
  const answers = await Promise.all(routes.map((route) => admin.get(`/devices/${mac}${route}`)));
  const [device, explanation, events, history] = answers.map(({ body }) => body);
  const fleet = (await admin.get('/fleet')).body;
  const isOfDevice = ({ kind, event = kind, authenticated = true }: Record<string, string | boolean>) =>
    authenticated === true || event === 'registered';
  const seen = {
    device,
    fleet: { ...fleet, devices: fleet.devices?.filter((row: { mac: string }) => row.mac === mac) },
    explanation: withoutRemark(explanation),
    events: events.events.filter(isOfDevice),
    trail: events.trail.filter(isOfDevice),
    history,
  };
  return JSON.parse(
    JSON.stringify(seen, (name, value) => (DIFFERS.has(name) ? undefined : value)).replaceAll(
      admin.server.url,
      'http://server',
    ),
  );
}

/** Random in each server, or a matter of its speed. */
const DIFFERS: ReadonlySet<string> = new Set([
  'friendly_id',
  'registration_code',
  'detail',
  'drawing',
  'cursor',
  'request_id',
]);

function withoutRemark(said: { code: string; others: readonly { code: string }[] }): unknown {
  assert.notEqual(said.code, 'unproven_calls');
  return { ...said, others: said.others.filter(({ code }) => code !== 'unproven_calls') };
}

async function remarkOf(admin: Admin, mac: string): Promise<string> {
  const { others } = (await admin.get(`/devices/${mac}/explain`)).body;
  return others.find(({ code }: { code: string }) => code === 'unproven_calls')?.text ?? '';
}

/** What fires about a device. */
async function alertsOf(admin: Admin, mac: string): Promise<readonly unknown[]> {
  const { firing } = (await admin.get('/alerts')).body;
  return firing
    .filter(({ subject }: { subject: { key: string } }) => subject.key === mac)
    .map(({ rule, text }: Record<string, unknown>) => ({ rule, text }));
}

async function make(admin: Admin, { url, init }: StrangerCall): Promise<number> {
  const answer = await fetch(admin.server.url + url, init);
  await answer.arrayBuffer();
  return answer.status;
}

/** Statuses that a call without proof may get: setup answers 200, with a key or without. */
function isRefused({ url }: StrangerCall, status: number): boolean {
  return status >= 400 || url.startsWith('/api/setup');
}

async function openPair(t: TestContext, situation: Situation, seed: number): Promise<Pair> {
  const random = randomNumbers(seed);
  const clock = new HeldClock();
  t.after(() => clock.restore());
  const start = async (): Promise<Admin> => {
    const url = await situation.store(t);
    const env = { TRUST_PROXY: '1', ...(url === null ? {} : { STORE_URL: url }) };
    const admin = await startAdmin({ config: situation.config + CONFIG, screens: SLOW, env });
    t.after(() => admin.server.stop());
    await admin.server.app.warm;
    return admin;
  };
  const [attacked, quiet] = [await start(), await start()];
  const isSigned = situation.config.includes('ed25519');
  const owners = MACS.map((mac) => new Owner(mac, isSigned ? newKey() : null));
  if (!isSigned) await owners.find(({ mac }) => mac === KEYED)?.register([attacked, quiet]);
  clock.pass(1);
  const low = new Owner(LOW, isSigned ? newKey() : null);
  return { attacked, quiet, owners, low, random, clock, made: new Map() };
}

/** The device calls, and until it is due again strangers do. @param flood  of how many calls */
async function turn(pair: Pair, flood: number): Promise<void> {
  const { owners, random, clock } = pair;
  for (const owner of owners) await owner.wake(pair);
  for (let part = 0; part < 3; part++) {
    clock.pass(random(2) === 0 ? REFRESH / 3 : random(REFRESH / 3) + 1);
    for (const owner of owners) await attack(pair, owner, part === 0 ? flood + random(3) : random(3));
  }
}

async function attack({ attacked, random, made }: Pair, victim: Victim, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const stranger = strangerCall(random, victim);
    const status = await make(attacked, stranger);
    assert.ok(isRefused(stranger, status), `seed ${SEED}: ${JSON.stringify(stranger)} got ${status}`);
    made.set(stranger.kind, (made.get(stranger.kind) ?? 0) + 1);
  }
}

async function assertSame({ attacked, quiet, owners }: Pair, when: string): Promise<void> {
  for (const { mac } of owners) assert.deepEqual(await seenOf(attacked, mac), await seenOf(quiet, mac), when);
}

/** Strangers are spoken of, with their addresses, and nothing is advised on their word. */
async function assertRemarks({ attacked, quiet, owners }: Pair): Promise<void> {
  for (const { mac } of owners) {
    const remark = await remarkOf(attacked, mac);
    assert.match(
      remark,
      /^\d+ calls under its MAC address prove nothing, .* from (\S+, which is not|several)/,
    );
    assert.doesNotMatch(remark, WEAKENS);
    assert.equal(await remarkOf(quiet, mac), '');
  }
}

async function assertSameAlerts(pair: Pair): Promise<void> {
  const { attacked, quiet, owners, low, clock } = pair;
  await low.wake(pair, { 'Battery-Voltage': '3.3' });
  // There is a look every minute.
  clock.pass(61);
  for (const admin of [attacked, quiet])
    await until(async () => (await alertsOf(admin, LOW)).length > 0, 'the low battery fires an alert');
  for (const { mac } of owners) assert.deepEqual(await alertsOf(attacked, mac), await alertsOf(quiet, mac));
}

describe('what is said of a device that calls as it should', () => {
  for (const [number, situation] of someOf([...SITUATIONS.entries()])) {
    it(`is the same whatever strangers send: ${situation.name} (seed ${SEED})`, async (t) => {
      const pair = await openPair(t, situation, SEED + number);
      for (let count = 0; count < TURNS; count++) {
        const isFlood = count === TURNS / 2;
        // A flood must not wash away what is known.
        await turn(pair, isFlood ? 150 : 0);
        if (count % 4 === 0 || isFlood || count === TURNS - 1)
          await assertSame(pair, `seed ${SEED}, turn ${count}`);
      }
      await assertRemarks(pair);
      await assertSameAlerts(pair);
      assert.ok(pair.made.size > 8, JSON.stringify([...pair.made]));
    });
  }
});
