import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DashboardPanel, readDashboard } from './files.ts';

const CORE_PANELS = new Set(['row', 'stat', 'timeseries', 'table', 'heatmap']);
const WIDTH = 24;

const dashboard = readDashboard();
const { panels } = dashboard;
const charts = panels.filter(({ type }) => type !== 'row');

function overlap({ gridPos: a }: DashboardPanel, { gridPos: b }: DashboardPanel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

describe('the dashboard', () => {
  it('is one that Grafana 10 reads, of core panels only', () => {
    assert.ok(dashboard.schemaVersion >= 38);
    assert.equal(dashboard.uid, 'stipple');
    for (const { type, title } of panels) assert.ok(CORE_PANELS.has(type), `${title}: ${type}`);
    assert.ok(charts.length >= 30);
  });

  it('gives each panel an id and a place of its own', () => {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const [index, panel] of panels.entries()) {
      const { x, w, h } = panel.gridPos;
      assert.ok(x >= 0 && w > 0 && h > 0 && x + w <= WIDTH, panel.title);
      for (const other of panels.slice(index + 1))
        assert.ok(!overlap(panel, other), `${panel.title} and ${other.title}`);
    }
  });

  it('fills its rows to the full width', () => {
    const covered = new Map<number, number>();
    for (const { gridPos } of panels) covered.set(gridPos.y, (covered.get(gridPos.y) ?? 0) + gridPos.w);
    for (const [y, width] of covered) assert.equal(width, WIDTH, `at ${y}`);
  });

  it('begins with what matters, in sections', () => {
    const titles = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    assert.deepEqual(titles, ['Overview', 'Latency', 'Screens', 'Drawing', 'Upstream', 'Resources']);
  });

  it('says of each panel what it shows, and in what unit', () => {
    for (const { title, description = '', fieldConfig, type, options } of charts) {
      assert.ok(title !== '' && description.endsWith('.'), title);
      assert.ok(fieldConfig?.defaults.unit !== undefined, `${title} has no unit`);
      if (type === 'timeseries') assert.equal(options?.legend?.showLegend, true, title);
    }
    assert.equal(new Set(charts.map(({ title }) => title)).size, charts.length);
  });

  it('asks the data source that the reader chooses, with a legend for each line', () => {
    for (const { title, targets = [] } of charts) {
      assert.ok(targets.length > 0, title);
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
      for (const { datasource, legendFormat, expr } of targets) {
        assert.match(datasource.uid, /^\$\{datasource\}$/, title);
        assert.ok(legendFormat !== '', title);
        assert.ok(expr.includes('job="$job"') && expr.includes('instance=~"$instance"'), `${title}: ${expr}`);
      }
    }
    assert.deepEqual(
      dashboard.templating.list.map(({ name, type }) => [name, type]),
      [
        ['datasource', 'datasource'],
        ['job', 'query'],
        ['instance', 'query'],
      ],
    );
  });
});
