/** What is drawn of the history. */
import type { HistoryHour } from '../../api/types.ts';

export interface ChartSeries {
  readonly label: string;
  readonly unit: string;
  /** A variable of the style sheet. */
  readonly colour: string;
  /** Counts are bars and are added up; readings are lines, of which the last counts. */
  readonly kind: 'count' | 'reading';
  readonly readingOf: (hour: HistoryHour) => number | null;
}

export interface Chart {
  readonly name: string;
  readonly title: string;
  readonly series: readonly ChartSeries[];
}

/** The charts of a device: its battery in per cent where it says it, else in volts. */
export function chartsOf(hours: readonly HistoryHour[]): readonly Chart[] {
  const saysPercent = hours.some(({ percent_charged: percent }) => percent !== null);
  const reading = { kind: 'reading', colour: '--accent' } as const;
  const battery: ChartSeries = saysPercent
    ? { ...reading, label: 'Battery', unit: '%', readingOf: ({ percent_charged: percent }) => percent }
    : { ...reading, label: 'Battery', unit: 'V', readingOf: ({ battery_voltage: volts }) => volts };
  return [
    { name: 'battery', title: `Battery, ${battery.unit}`, series: [battery] },
    {
      name: 'wifi',
      title: 'Wi-Fi, dBm',
      series: [{ ...reading, label: 'Wi-Fi', unit: 'dBm', readingOf: ({ rssi }) => rssi }],
    },
    {
      name: 'polls',
      title: 'Polls an hour',
      series: [
        { label: 'Polls', unit: '', kind: 'count', colour: '--accent', readingOf: ({ polls }) => polls },
        { label: 'Missed', unit: '', kind: 'count', colour: '--bad', readingOf: ({ missed }) => missed },
      ],
    },
  ];
}
