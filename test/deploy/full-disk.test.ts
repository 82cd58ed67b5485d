/** A server whose disk is full, as the operator's Prometheus sees it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { setup } from '../support/device/calls.ts';
import { macOf } from '../support/device/mac.ts';
import { fill, MIB, makeRoom, smallDisk } from '../support/files/small-disk.ts';
import { startPrometheus } from '../support/processes/prometheus.ts';
import { startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';
import { prometheusFile } from './files.ts';

interface Firing {
  readonly alerts: readonly {
    readonly state: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

const NAME = 'StippleStateDown';

it('a full disk fires its alert, which is over when there is room again', async (t) => {
  const disk = smallDisk(t, 24 * MIB);
  if (disk === null) return;
  const server = await startServerProcess({
    env: { STORE_URL: `file:${path.join(disk, 'state')}`, METRICS_ADDR: '127.0.0.1:0' },
  });
  t.after(() => server.stop());
  const listening = server.lines().find((line) => line.includes('"metrics listening"'));
  const { port } = JSON.parse(listening ?? '{}') as { port: number };
  const config = prometheusFile('prometheus.yaml')
    .replaceAll(/(_interval:) 15s/g, '$1 1s')
    .replace(/"127\.0\.0\.1:\d+"/, `"127.0.0.1:${port}"`);
  // As the project ships it, but for the minute that nobody has to wait here.
  const rules = prometheusFile('alerts.yaml').replace(/(- alert: StippleStateDown\n.+\n +for:) 1m/, '$1 2s');
  assert.notEqual(rules, prometheusFile('alerts.yaml'));
  const prometheus = await startPrometheus(config, { 'alerts.yaml': rules });
  t.after(() => prometheus.stop());
  const firing = async (): Promise<Firing['alerts']> =>
    (await prometheus.api<Firing>('alerts')).alerts.filter(
      ({ state, labels }) => state === 'firing' && labels['alertname'] === NAME,
    );
  const isUp = async (): Promise<number | undefined> =>
    (await prometheus.query('stipple_state_up'))[0]?.value;

  await until(async () => (await isUp()) === 1, 'Prometheus sees that the store is there');
  assert.deepEqual(await firing(), []);
  fill(disk);
  const isSaid = (): boolean => server.lines().some((line) => line.includes('takes no changes'));
  for (let number = 1; !isSaid() && number < 5_000; number++) await setup(server, macOf('02', number));
  const [alert] = await until(async () => {
    const alerts = await firing();
    return alerts.length > 0 && alerts;
  }, 'the alert fires');
  assert.match(
    alert?.annotations['description'] ?? '',
    /^127\.0\.0\.1:\d+ has worked without its state store, or with one that is full/,
  );
  assert.equal(await isUp(), 0);
  makeRoom(disk);
  await until(async () => (await firing()).length === 0, 'the alert is over');
  assert.equal(await isUp(), 1);
});
