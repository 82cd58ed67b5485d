/** Devices to which nobody gives a screen: refused where they would be made, and told of everywhere where they have come about. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { explained } from '../support/device/explained.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, configFile, startAdmin } from '../support/server/admin.ts';
import { metricsUrl } from '../support/server/scrape.ts';
import { deviceHeaders } from '../support/server/server.ts';

const SEED = 9;
const DEVICES = 24;
const TAGS = ['hall', 'hal', 'stairs', 'attic'];
const MODELS = ['og', 'x', 'kindle'];
const GROUPS = `groups:
  halls: { match: { tag: hall }, screen: local/plain }
  slow: { match: { tag: hal }, refresh: 300 }
  stairs: { match: { tag: stairs, model: [og, "kindle*"] }, screen: local/plain }
  rest: { match: { model: x, not: { tag: [attic, hal] } }, screen: local/plain }
`;

interface Device {
  readonly mac: string;
  readonly model: string;
  readonly text: string;
}

const random = randomNumbers(SEED);

/** An entry, or none, with tags at random. */
function deviceOf(number: number): Device {
  const mac = `AA:BB:CC:DD:EE:${String(number).padStart(2, '0')}`;
  const tags = TAGS.filter(() => random(3) === 0);
  const screen = random(6) === 0 ? ', screen: local/plain' : '';
  const text =
    random(5) === 0 ? '' : `  "${mac}": { name: D${number}, tags: [${tags.join(', ')}]${screen} }\n`;
  return { mac, model: MODELS[random(MODELS.length)] ?? '', text };
}

const FLEET = Array.from({ length: DEVICES }, (_, number) => deviceOf(number));
const NEVER = 'AA:BB:CC:DD:EE:90';
const MAYBE = 'AA:BB:CC:DD:EE:91';
const NEW = 'AA:BB:CC:DD:EE:92';

const CONFIG = `devices:
${FLEET.map(({ text }) => text).join('')}  "${NEVER}": { tags: [attic] }
  "${MAYBE}": { tags: [stairs] }
${GROUPS}`;

let admin: Admin;

before(async () => {
  admin = await startAdmin({ config: CONFIG, env: { METRICS_ADDR: '127.0.0.1:0' } });
});
after(() => admin.server.stop());

async function poll({ mac, model }: Device): Promise<number> {
  const headers = deviceHeaders(mac, { Model: model });
  return (await fetch(`${admin.server.url}/api/display`, { headers })).status;
}

async function conditionsOf(): Promise<Map<string, readonly string[]>> {
  const { body } = await admin.get('/fleet?limit=100');
  return new Map(
    body.devices.map(({ mac, conditions }: { mac: string; conditions: string[] }) => [mac, conditions]),
  );
}

describe('a device without a screen', () => {
  it('is told of in the fleet, its problems, its explanation, health and the check, and no other device is', async () => {
    const statuses = new Map<string, number>();
    for (const device of FLEET) statuses.set(device.mac, await poll(device));
    const conditions = await conditionsOf();
    const lost = FLEET.filter(({ mac }) => statuses.get(mac) === 404);
    assert.ok(
      lost.length > 3 && lost.length < DEVICES - 3,
      `seed ${SEED}: ${lost.length} devices without a screen`,
    );
    const { body: checked } = await admin.post('/config/check', {
      text: readFileSync(configFile(admin.server), 'utf8'),
    });
    for (const { mac, text } of FLEET) {
      const about = `seed ${SEED}: ${mac} ${text}`;
      const isLost = statuses.get(mac) === 404;
      assert.equal(conditions.get(mac)?.includes('no_screen'), isLost, about);
      assert.equal((await explained(admin, mac)).code === 'no_screen', isLost, about);
      if (text === '') continue;
      const { body } = await admin.get(`/devices/${mac}`);
      const problems = body.problems.map(({ field }: { field: string }) => field);
      assert.deepEqual(problems, isLost ? ['screen'] : [], about);
    }
    assert.equal((await admin.get('/fleet?state=no_screen')).body.total, lost.length + 1);
    assert.equal((await admin.get('/health')).body.devices.no_screen, lost.length + 1);
    assert.match(JSON.stringify(checked), new RegExp(`devices.${NEVER}.screen: nobody gives`));
    assert.doesNotMatch(JSON.stringify(checked), new RegExp(`devices.${MAYBE}`));
  });

  it('is told of before its first call only where no group may select it then', async () => {
    const conditions = await conditionsOf();
    assert.deepEqual(conditions.get(NEVER), ['no_screen', 'never']);
    assert.deepEqual(conditions.get(MAYBE), ['never']);
    const { code, summary } = await explained(admin, NEVER);
    assert.equal(code, 'no_screen');
    assert.match(
      summary,
      /no group with a screen selects it by its tags "attic", and neither DEFAULT nor default_screen/,
    );
  });

  it('is not made by tags, in whatever way they come', async () => {
    const refused = /screen: expected .* got nothing: no group with a screen selects it by its tags "hal"/;
    // By what it has said, it is of a model that no group selects.
    await poll({ mac: NEW, model: 'og', text: '' });
    const { status, body } = await admin.post('/devices', { key: NEW, tags: ['hal'] });
    assert.deepEqual([status, body.code], [400, 'invalid_body']);
    assert.match(body.error, refused);
    const bulk = { select: { keys: [NEW] }, create: true, set: { tags: ['hal'] } };
    assert.match((await admin.post('/devices:bulk', bulk)).body.error, refused);
    const rows = { devices: [{ key: NEW, tags: ['hal'] }] };
    assert.match((await admin.post('/devices/import', rows)).body.error, refused);

    assert.equal((await admin.post('/devices', { key: NEW, tags: ['hall'] })).status, 200);
    for (const change of [{ tags: ['hal'] }, { clear: ['tags'] }, { tags: [] }]) {
      const answer = await admin.call('PATCH', `/devices/${NEW}`, change);
      assert.equal(answer.status, 400, JSON.stringify(change));
      assert.match(answer.body.error, /tags: expected what leaves the device a screen/);
      const many = { select: { keys: [NEW] }, ...(change.clear ? { clear: ['tags'] } : { set: change }) };
      assert.equal((await admin.post('/devices:bulk', many)).status, 400, JSON.stringify(many));
    }
    // With a screen beside them all tags are right, and so is what leaves the tags alone.
    assert.equal((await admin.call('PATCH', `/devices/${NEVER}`, { name: 'Attic' })).status, 200);
    const both = { tags: ['hal'], screen: 'local/plain' };
    assert.equal((await admin.call('PATCH', `/devices/${NEW}`, both)).status, 200);
  });

  it('is counted in the metrics', async () => {
    const text = await (await fetch(metricsUrl(admin.server))).text();
    const { body } = await admin.get('/fleet?state=no_screen&limit=1');
    assert.match(text, new RegExp(`^stipple_devices_without_screen ${body.total}$`, 'm'));
  });
});
