/** What the device itself reports, as text. */
import { Loading } from '../../parts/loading.tsx';
import type { Loaded } from '../../parts/use-load.ts';
import { logText } from './log-text.ts';
import { ScrollBox } from './scroll-box.tsx';

export function DeviceLog({ loaded }: { readonly loaded: Loaded<{ readonly logs: readonly unknown[] }> }) {
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title">Log of the device</h2>
      <Loading loaded={loaded}>
        {({ logs }) =>
          logs.length === 0 ? (
            <p class="muted">
              It has sent no log entries. Most firmware sends them only after something went wrong.
            </p>
          ) : (
            <ScrollBox class="log-lines" label="Log, the newest line first">
              <ol>
                {logs.toReversed().map((entry, index) => (
                  <li key={logs.length - index}>
                    <code>{logText(entry)}</code>
                  </li>
                ))}
              </ol>
            </ScrollBox>
          )
        }
      </Loading>
    </section>
  );
}
