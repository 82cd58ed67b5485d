/** What the device shows in the day ahead, as far as its schedule says it. */
import { callAdmin } from '../../api/call.ts';
import type { DeviceSchedule, OneDevice } from '../../api/types.ts';
import { Loading } from '../../parts/loading.tsx';
import { clockTime, durationText } from '../../parts/time-text.ts';
import { deviceCall, useAbout } from './device-data.ts';

type Entry = DeviceSchedule['entries'][number];

const WHY = {
  pin: 'pinned',
  window: 'by a window',
  playlist: 'of the playlist',
  base: 'its own screen',
  sleep: 'asleep',
} as const;
/** More of them are a playlist that goes round. */
const MAX_LISTED = 30;

export function ScheduleStrip({ device, version }: { readonly device: OneDevice; readonly version: number }) {
  const loaded = useAbout(
    device,
    (signal) => callAdmin<DeviceSchedule>(deviceCall(device.key, '/schedule'), { signal }),
    [version],
    ['config'],
  );
  return (
    <section class="card" aria-labelledby="schedule-title">
      <h2 id="schedule-title">The day ahead</h2>
      <Loading loaded={loaded}>
        {({ entries, zone }) => {
          const [first] = entries;
          if (first === undefined) return <p class="muted">Nobody says what it shows.</p>;
          if (entries.length === 1 && first.why === 'base') {
            return <p>It shows {first.screen} all day; it has no schedule.</p>;
          }
          return (
            <>
              <div class="strip" aria-hidden="true">
                {entries.map((entry) => (
                  <span
                    key={entry.begin}
                    class={entry.why}
                    title={entry.screen}
                    style={{ flexGrow: spanOf(entry) }}
                  />
                ))}
              </div>
              <ol class="ahead">
                {entries.slice(0, MAX_LISTED).map((entry) => (
                  <li key={entry.begin}>
                    <span class={`swatch ${entry.why}`} />
                    <time dateTime={entry.begin}>{clockTime(entry.begin).slice(0, 5)}</time>
                    <span>
                      {entry.screen}{' '}
                      <span class="muted">
                        {WHY[entry.why]}, {durationText(spanOf(entry))}
                        {entry.refresh === null ? '' : `, refresh ${durationText(entry.refresh)} at most`}
                      </span>
                    </span>
                  </li>
                ))}
              </ol>
              {entries.length > MAX_LISTED && (
                <p class="muted">And {entries.length - MAX_LISTED} changes more.</p>
              )}
              {zone !== null && <p class="muted">Its schedule is in {zone}; times here are yours.</p>}
            </>
          );
        }}
      </Loading>
    </section>
  );
}

/** Its length in seconds. */
function spanOf({ begin, end }: Entry): number {
  return (Date.parse(end) - Date.parse(begin)) / 1000;
}
