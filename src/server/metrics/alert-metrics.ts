/** What fires, and whether those who are to be told were told. */
import type { Alerting } from '../../fleet/alerts/alerting.ts';
import { type Instruments, samplesBy } from './instruments.ts';

/** Register what is read at each scrape. */
export function alertMetrics(instruments: Instruments, alerts: Pick<Alerting, 'firing' | 'outcomes'>): void {
  instruments.readGauge(
    'alerts_firing',
    'Alerts that fire, by rule of the config; only on the server that sends them',
    ['rule'],
    () => [...alerts.firing].map(([rule, value]) => ({ labels: { rule }, value })),
  );
  instruments.readCounter(
    'alert_calls_total',
    'Tries of calls to webhooks, by how they ended',
    ['outcome'],
    () => samplesBy('outcome', alerts.outcomes),
  );
}
