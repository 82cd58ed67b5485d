/** Battery, Wi-Fi and polls over time, as charts and as tables. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import type { Answer, OneDevice } from '../../api/types.ts';
import { Loading } from '../../parts/loading.tsx';
import { deviceCall, useAbout } from './device-data.ts';
import { HistoryChart } from './history-chart.tsx';
import { chartsOf } from './history-series.ts';
import { HistoryTable } from './history-table.tsx';

const DAY_MS = 86_400_000;
const RANGES = [
  ['day', 'Day', 1],
  ['week', 'Week', 7],
  ['month', 'Month', 31],
  ['quarter', 'Quarter', 92],
] as const;

export function DeviceHistory({ device }: { readonly device: OneDevice }) {
  const range = useSignal<(typeof RANGES)[number]>(RANGES[1]);
  const [, , days] = range.value;
  const loaded = useAbout(
    device,
    async (signal) => {
      const toMs = Date.now();
      const from = new Date(toMs - days * DAY_MS).toISOString();
      const path = deviceCall(device.key, `/history?from=${encodeURIComponent(from)}`);
      const { hours } = await callAdmin<Answer<'getDeviceHistory'>>(path, { signal });
      // The clock of the server may be ahead of that of the browser.
      const endMs = Math.max(toMs, Date.parse(hours.at(-1)?.hour ?? '') || 0);
      return { hours, fromMs: endMs - days * DAY_MS, toMs: endMs };
    },
    [days],
  );
  return (
    <section aria-labelledby="history-title">
      <div class="section-head">
        <h2 id="history-title">History</h2>
        <fieldset class="ranges">
          <legend class="hidden-text">Range of the history</legend>
          {RANGES.map((one) => (
            <button
              key={one[0]}
              type="button"
              class="button"
              aria-pressed={one === range.value}
              onClick={() => {
                range.value = one;
              }}
            >
              {one[1]}
            </button>
          ))}
        </fieldset>
      </div>
      <Loading loaded={loaded}>
        {({ hours, fromMs, toMs }) =>
          hours.length === 0 ? (
            <p class="muted">It has not called in this time.</p>
          ) : (
            <div class="charts">
              {chartsOf(hours).map((chart) => (
                <figure key={chart.name} class="card chart">
                  <figcaption>
                    <h3>{chart.title}</h3>
                  </figcaption>
                  <HistoryChart chart={chart} hours={hours} fromMs={fromMs} toMs={toMs} />
                  <HistoryTable chart={chart} hours={hours} byDay={days > 7} />
                </figure>
              ))}
            </div>
          )
        }
      </Loading>
    </section>
  );
}
