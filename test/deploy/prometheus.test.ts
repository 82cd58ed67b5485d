/** A real Prometheus beside a real server with devices: the queries of the dashboard give data, the alerts are accepted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { type LocalServer, startLocalServer } from '../support/network/local-server.ts';
import { type Prometheus, startPrometheus } from '../support/processes/prometheus.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';
import { prometheusFile, readAlerts, readDashboard } from './files.ts';

/** Another picture each second. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="40">{{ data.n }}</text></svg>';
const N = 'n = os.time()';
const DISPLAY_CALLS = 'sum(stipple_http_requests_total{route="display"})';
const NAMES = /\b(?:stipple|process|nodejs)_\w+/g;

describe('a Prometheus that scrapes a server', () => {
  let upstream: LocalServer;
  let server: ServerProcess;
  let prometheus: Prometheus;
  let calls = 0;

  before(async () => {
    upstream = await startLocalServer();
    const screens = {
      'calm.lua': `return { data = { ${N} } }`,
      'calling.lua': `
        local got = http_response("${upstream.url}/text", { cache_ttl = 60 })
        http_response("${upstream.url}/missing")
        return { data = { ${N}, text = got.body } }`,
      'failing.lua': 'error("on purpose")',
    };
    const templates = Object.keys(screens).map((name) => [name.replace('.lua', '.svg'), SVG]);
    const devices = ['calm', 'calling', 'failing'].map(
      (screen, number) => `  "${macOf('02', number)}": { screen: ${screen} }\n`,
    );
    server = await startServerProcess({
      screens: { ...screens, ...Object.fromEntries(templates) },
      config: `default_screen: calm\ndevices:\n${devices.join('')}`,
      env: { METRICS_ADDR: '127.0.0.1:0', STORE_URL: 'file:state' },
    });
    const listening = server.lines().find((line) => line.includes('"metrics listening"'));
    const { port } = JSON.parse(listening ?? '{}') as { port: number };
    const config = prometheusFile('prometheus.yaml')
      .replaceAll(/(_interval:) 15s/g, '$1 1s')
      .replace(/"127\.0\.0\.1:\d+"/, `"127.0.0.1:${port}"`);
    prometheus = await startPrometheus(config, { 'alerts.yaml': prometheusFile('alerts.yaml') });
    // Figures that grow between two scrapes.
    for (let round = 0; round < 2; round++) {
      await callAll();
      await until(async () => (await currentValue(DISPLAY_CALLS)) === calls, 'all calls are scraped');
    }
  });
  after(async () => {
    await prometheus?.stop();
    await server?.stop();
    await upstream?.stop();
  });

  /** Each device asks for its picture and fetches it, one of them twice; a stranger asks too. */
  async function callAll(): Promise<void> {
    for (const number of [0, 1, 2, 0]) {
      const answer = await fetch(`${server.url}/api/display`, {
        headers: deviceHeaders(macOf('02', number)),
      });
      const { image_url: imageUrl } = (await answer.json()) as { image_url: string };
      for (let times = 0; times < 2; times++) await (await fetch(imageUrl)).arrayBuffer();
      calls += 1;
    }
    await fetch(`${server.url}/api/display`, { headers: { ID: 'nonsense' } });
    calls += 1;
  }

  async function currentValue(expression: string): Promise<number | undefined> {
    return (await prometheus.query(expression))[0]?.value;
  }

  /** An expression as the dashboard sends it. */
  function filled(expression: string): string {
    return expression
      .replaceAll('$__rate_interval', '1m')
      .replaceAll('$__range', '5m')
      .replaceAll('$job', 'stipple')
      .replaceAll('$instance', '.*');
  }

  /** Names of metrics in an expression that Prometheus does not have. */
  async function unknownNames(expression: string): Promise<readonly string[]> {
    const known = new Set(await prometheus.api<readonly string[]>('label/__name__/values'));
    return [...expression.matchAll(NAMES)].map(([name]) => name).filter((name) => !known.has(name));
  }

  it('has data for each query of the dashboard', async () => {
    const queries = readDashboard().panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title, expr })),
    );
    assert.ok(queries.length > 40);
    const empty: string[] = [];
    for (const { title, expr } of queries) {
      const found = await prometheus.query(filled(expr));
      if (!found.some(({ value }) => !Number.isNaN(value))) empty.push(`${title}: ${expr}`);
    }
    assert.deepEqual(empty, []);
  });

  it('finds the variables of the dashboard', async () => {
    for (const { definition } of readDashboard().templating.list) {
      const [, metric = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(definition ?? '') ?? [];
      if (metric === '') continue;
      const values = await prometheus.api<readonly string[]>(`label/${label}/values`, {
        'match[]': filled(metric),
      });
      assert.equal(values.length, 1, definition);
    }
  });

  it('accepts and evaluates every alert, and has the metrics that it looks at', async () => {
    interface Groups {
      readonly groups: readonly {
        readonly rules: readonly {
          readonly name: string;
          readonly health: string;
          readonly lastError?: string;
        }[];
      }[];
    }
    const rules = await until(async () => {
      const { groups } = await prometheus.api<Groups>('rules');
      const all = groups.flatMap((group) => group.rules);
      return all.every(({ health }) => health !== 'unknown') && all;
    }, 'all rules are evaluated');
    const alerts = readAlerts();
    assert.deepEqual(
      rules.map(({ name, health }) => `${name}: ${health}`).toSorted(),
      alerts.map(({ alert }) => `${alert}: ok`).toSorted(),
    );
    for (const { alert, expr } of alerts) assert.deepEqual(await unknownNames(expr), [], alert);
  });
});
