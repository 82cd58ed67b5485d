/** Alerts of a whole server: real devices, a real receiver, and the admin API. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Receiver, startReceiver, WEBHOOK_SECRET } from '../support/alerts/receiver.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { metricsUrl, scrape } from '../support/server/scrape.ts';
import { getDisplay, PLAIN_SCREEN } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

function config({ url }: Receiver, rules: string): string {
  return `default_screen: plain
devices:
  "${MAC}": { name: Hall, screen: local/broken }
alerts:
  webhooks:
    ops: { url: "${url}", secret: "${WEBHOOK_SECRET}", headers: { Authorization: Bearer hidden } }
    dead: { url: "http://127.0.0.1:1/" }
    metadata: { url: "http://169.254.169.254/latest" }
  rules: ${rules}
  digest: 0
`;
}

const RULES =
  '{ screens: { when: failing, for: 0, to: ops }, battery: { when: battery, below: 20, to: [ops] } }';

async function serve(t: TestContext, receiver: Receiver, rules = RULES, store?: string): Promise<Admin> {
  const admin = await startAdmin({
    config: config(receiver, rules),
    screens: { ...PLAIN_SCREEN, 'broken.lua': 'error("no data today")', 'broken.svg': '<svg/>' },
    env: { METRICS_ADDR: '127.0.0.1:0', ...(store === undefined ? {} : { STORE_URL: store }) },
  });
  t.after(() => admin.server.stop());
  return admin;
}

describe('a server with alerts', () => {
  it('tells of a failing screen and a low battery, and shows the same to admins and in metrics', async (t) => {
    const receiver = await startReceiver(t);
    const admin = await serve(t, receiver, RULES, `file:${path.join(tempTree(t), 'state')}`);
    // Before the first look.
    await getDisplay(admin.server, MAC, { 'Battery-Voltage': '3.5' });
    await admin.server.app.warm;
    const call = await until(() => receiver.calls[0], 'a call');
    assert.ok(call.isSigned);
    const texts: string[] = call.body.firing.map(({ text }: { text: string }) => text).sort();
    assert.equal(texts.length, 2, call.body.text);
    assert.equal(texts[0], 'Hall: battery at 3 %');
    assert.match(texts[1] ?? '', /^Screen local\/broken fails on 1 device since .*: .*no data today/);
    const { body } = await until(async () => {
      const answer = await admin.get('/alerts');
      return answer.body.webhooks[0].last !== null && answer;
    }, 'what came of the call is known');
    assert.deepEqual(
      body.rules.map(({ name, firing }: { name: string; firing: number }) => [name, firing]),
      [
        ['screens', 1],
        ['battery', 1],
      ],
    );
    assert.deepEqual([body.firing.length, body.more], [2, 0]);
    const [ops] = body.webhooks;
    assert.deepEqual([ops.name, ops.signed, ops.waiting, ops.last.status], ['ops', true, null, 204]);
    const { samples } = await scrape(metricsUrl(admin.server));
    assert.equal(samples.get('stipple_alerts_firing{rule="battery"}'), 1);
    assert.equal(samples.get('stipple_alert_calls_total{outcome="delivered"}'), 1);
    assert.equal(samples.get('stipple_alert_calls_total{outcome="dropped"}'), 0);

    // Nobody is shown an address, a secret or a header.
    await admin.post('/alerts/test', { webhook: 'ops' });
    const answers = await Promise.all(['/alerts', '/config', '/settings'].map((route) => admin.get(route)));
    const metrics = (await scrape(metricsUrl(admin.server))).text;
    const said = JSON.stringify([answers.map((answer) => answer.body), admin.server.logs, metrics]);
    for (const secret of ['with-a-key', WEBHOOK_SECRET, 'hidden']) assert.ok(!said.includes(secret), secret);
    assert.ok(said.includes(new URL(receiver.url).origin));
  });

  it('does nothing without rules, sends a test at once, and begins and ends with the rules of the config', async (t) => {
    const receiver = await startReceiver(t);
    const admin = await serve(t, receiver, '{}', `file:${path.join(tempTree(t), 'state')}`);
    await admin.server.app.warm;
    const url = metricsUrl(admin.server);
    await until(async () => (await scrape(url)).samples.get('stipple_servers') === 1, 'it has looked around');
    const { text } = await scrape(url);
    assert.doesNotMatch(text, /method="(?:alerts\.|leases\.take)/);
    assert.match(text, /method="servers\.announce"/);

    const { status, body } = await admin.post('/alerts/test', { webhook: 'ops' });
    assert.deepEqual([status, body.delivered, body.status, body.error], [200, true, 204, null]);
    const [call] = receiver.calls;
    assert.ok(call?.isSigned);
    assert.equal(call.headers.authorization, 'Bearer hidden');
    assert.deepEqual([call.body.test, call.body.firing, call.body.resolved], [true, [], []]);
    receiver.answer = (_request, response) => response.writeHead(307, { location: receiver.url }).end();
    const moved = await admin.post('/alerts/test', { webhook: 'ops' });
    assert.deepEqual([moved.body.delivered, moved.body.status], [false, 307]);
    const dead = await admin.post('/alerts/test', { webhook: 'dead' });
    assert.deepEqual([dead.body.delivered, dead.body.status], [false, null]);
    assert.equal(dead.body.error, 'the connection was refused');
    const metadata = await admin.post('/alerts/test', { webhook: 'metadata' });
    assert.match(
      metadata.body.error,
      /address 169\.254\.169\.254 is not allowed for webhooks \(link-local\)/,
    );
    const unknown = await admin.post('/alerts/test', { webhook: 'opps' });
    assert.deepEqual([unknown.status, unknown.body.problems[0].field], [400, 'webhook']);
    assert.match(unknown.body.error, /did you mean ops\?/);

    await getDisplay(admin.server, MAC, {});
    assert.deepEqual((await admin.get('/alerts')).body.rules, []);
    const called = receiver.calls.length;
    await admin.takeConfig(config(receiver, RULES));
    await until(() => receiver.calls.length > called, 'a call after the reload');
    await admin.takeConfig(config(receiver, '{}'));
    assert.deepEqual((await admin.get('/alerts')).body.firing, []);
  });
});
