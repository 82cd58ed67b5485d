/** What is in `deploy`, as a Prometheus and a Grafana would read it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

export const PROMETHEUS_DIR: string = path.join(PACKAGE_ROOT, 'deploy/prometheus');

/** The text of a file of `deploy/prometheus`. */
export function prometheusFile(name: string): string {
  return readFileSync(path.join(PROMETHEUS_DIR, name), 'utf8');
}

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** All alerts, in the order of the file. */
export function readAlerts(): readonly Alert[] {
  const { groups } = parse(prometheusFile('alerts.yaml')) as {
    groups: readonly { readonly rules: readonly Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

export interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat: string;
  readonly datasource: { readonly uid: string };
}

export interface DashboardPanel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  /** Absent in rows. */
  readonly targets?: readonly Target[];
  readonly fieldConfig?: {
    readonly defaults: { readonly unit?: string };
    readonly overrides: readonly { readonly properties: readonly { readonly id: string }[] }[];
  };
  readonly options?: { readonly legend?: { readonly showLegend?: boolean } };
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly definition?: string;
  readonly query: string | { readonly query: string };
}

export interface Dashboard {
  readonly title: string;
  readonly uid: string;
  readonly schemaVersion: number;
  readonly panels: readonly DashboardPanel[];
  readonly templating: { readonly list: readonly Variable[] };
}

/** The dashboard. */
export function readDashboard(): Dashboard {
  return JSON.parse(
    readFileSync(path.join(PACKAGE_ROOT, 'deploy/grafana/stipple.json'), 'utf8'),
  ) as Dashboard;
}
