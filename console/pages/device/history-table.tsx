/** A chart as a table: for screen readers, and for those who want the figures. */
import { useSignal } from '@preact/signals';
import type { HistoryHour } from '../../api/types.ts';
import { clockTime, dayText } from '../../parts/time-text.ts';
import type { Chart, ChartSeries } from './history-series.ts';
import { ScrollBox } from './scroll-box.tsx';

interface HistoryTableProps {
  readonly chart: Chart;
  readonly hours: readonly HistoryHour[];
  /** A row a day, for long times. */
  readonly byDay: boolean;
}

export function HistoryTable({ chart, hours, byDay }: HistoryTableProps) {
  const isOpen = useSignal(false);
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{chart.title} as a table</summary>
      {isOpen.value && (
        <ScrollBox class="table-box" label={`${chart.title} as a table`}>
          <table class="plain-table">
            <thead>
              <tr>
                <th scope="col">{byDay ? 'Day' : 'Hour'}</th>
                {chart.series.map(({ label, unit }) => (
                  <th key={label} scope="col">
                    {label}
                    {unit === '' ? '' : `, ${unit}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groupsOf(hours, byDay).map(([title, group]) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {chart.series.map((series) => (
                    <td key={series.label}>{valueIn(series, group) ?? '–'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </details>
  );
}

/** The newest first. */
function groupsOf(
  hours: readonly HistoryHour[],
  byDay: boolean,
): readonly (readonly [string, readonly HistoryHour[]])[] {
  const groups = new Map<string, HistoryHour[]>();
  for (const hour of hours.toReversed()) {
    const day = dayText(hour.hour);
    const title = byDay ? day : `${day}, ${clockTime(hour.hour).slice(0, 5)}`;
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [hour]);
    else group.push(hour);
  }
  return [...groups];
}

function valueIn({ kind, readingOf: read }: ChartSeries, group: readonly HistoryHour[]): number | null {
  const values = group.map(read).filter((value) => value !== null);
  if (values.length === 0) return null;
  return kind === 'count' ? values.reduce((sum, value) => sum + value, 0) : (values[0] ?? null);
}
