import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { promtool } from '../support/processes/prometheus.ts';
import { PROMETHEUS_DIR, prometheusFile, readAlerts } from './files.ts';

const ALERTS = readAlerts();
const NAMES = ALERTS.map(({ alert }) => alert);

function accept(...args: readonly string[]): void {
  const { passed, output } = promtool(args, { cwd: PROMETHEUS_DIR });
  assert.ok(passed, output);
}

interface RuleTest {
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly unknown[];
  }[];
}

describe('the alert rules', () => {
  it('are accepted by Prometheus, and the example config too', () => {
    accept('check', 'rules', '--lint-fatal', 'alerts.yaml');
    accept('check', 'config', '--lint-fatal', 'prometheus.yaml');
  });

  it('fire when they should, and not when they should not', () => {
    accept('test', 'rules', 'alerts.test.yaml');
  });

  it('are each tested while they fire and while they do not', () => {
    const { tests } = parse(prometheusFile('alerts.test.yaml')) as { tests: readonly RuleTest[] };
    const checks = tests.flatMap((test) => test.alert_rule_test);
    for (const fires of [true, false]) {
      const tested = checks.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires);
      assert.deepEqual(new Set(tested.map(({ alertname }) => alertname)), new Set(NAMES), `fires: ${fires}`);
    }
  });

  it('say what is wrong, how grave it is, and where to read on', () => {
    for (const { alert, labels, annotations } of ALERTS) {
      assert.match(alert, /^Stipple[A-Z]\w+$/);
      assert.match(labels['severity'] ?? '', /^(critical|warning|info)$/, alert);
      assert.deepEqual(Object.keys(annotations).toSorted(), ['description', 'runbook', 'summary'], alert);
      assert.equal(annotations['runbook'], 'docs/operations.md#alerts', alert);
    }
    assert.equal(new Set(NAMES).size, NAMES.length);
  });

  it('have a line each in the runbook, in their order', () => {
    const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/operations.md'), 'utf8');
    const section = page.split('\n### Alerts\n')[1]?.split(/\n##+ /)[0] ?? '';
    const lines = [...section.matchAll(/^\| `(Stipple\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
    assert.deepEqual(
      lines.map(([, name]) => name),
      NAMES,
    );
  });
});
