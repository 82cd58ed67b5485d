/** The sentence that says why the device shows what it shows; what it rests on is folded below. */
import { callAdmin } from '../../api/call.ts';
import type { Explanation, OneDevice } from '../../api/types.ts';
import { Loading } from '../../parts/loading.tsx';
import { clockTime, dayText, fullTime } from '../../parts/time-text.ts';
import { deviceCall, useAbout } from './device-data.ts';

interface ExplainPanelProps {
  readonly device: OneDevice;
  /** Grows when something was changed here. */
  readonly version: number;
}

/** All is well. */
const WELL: ReadonlySet<string> = new Set(['overdue', 'kept', 'unchanged', 'asleep', 'shown']);
/** Nothing is wrong, but something is to be done or expected. */
const NEUTRAL: ReadonlySet<string> = new Set(['never_called', 'pending', 'config_changed', 'key_handed_out']);

export function ExplainPanel({ device, version }: ExplainPanelProps) {
  const loaded = useAbout(
    device,
    (signal) => callAdmin<Explanation>(deviceCall(device.key, '/explain'), { signal }),
    [version],
    ['device', 'config', 'screen', 'repo'],
  );
  return (
    <section class="explain" aria-labelledby="explain-title">
      <h2 id="explain-title" class="hidden-text">
        Why it shows what it shows
      </h2>
      <Loading loaded={loaded}>
        {({ summary, code, evidence, others }) => (
          <div class={`sentence ${toneOf(code)}`}>
            <p class="summary" data-code={code}>
              <WithTimes text={summary} />
            </p>
            {(evidence.length > 0 || others.length > 0) && (
              <details>
                <summary>
                  What this rests on
                  {others.length === 0 ? '' : `, and what else was found (${others.length})`}
                </summary>
                <EvidenceList evidence={evidence} />
                {others.map((other) => (
                  <div key={`${other.code} ${other.text}`} class="other">
                    <h3>
                      <WithTimes text={other.text} />
                    </h3>
                    <EvidenceList evidence={other.evidence} />
                  </div>
                ))}
              </details>
            )}
          </div>
        )}
      </Loading>
    </section>
  );
}

function toneOf(code: string): string {
  if (WELL.has(code)) return 'good';
  return NEUTRAL.has(code) ? 'notice' : 'warning';
}

function EvidenceList({ evidence }: { readonly evidence: Explanation['evidence'] }) {
  return (
    <ul class="evidence">
      {evidence.map(({ at, text, request_id: id }, index) => (
        <li key={`${index} ${at}`}>
          <time dateTime={at} title={fullTime(at)}>
            {dayText(at)}, {clockTime(at)}
          </time>{' '}
          <WithTimes text={text} />
          {id !== undefined && (
            <span class="muted">
              {' '}
              request <code>{id}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/;

/** A text of the server with its times in the zone of the browser. */
function WithTimes({ text }: { readonly text: string }) {
  const today = dayText(Date.now());
  return (
    <>
      {text.split(TIME).map((part, index) => {
        if (index % 2 === 0 || Number.isNaN(Date.parse(part))) return part;
        const day = dayText(part);
        return (
          <time key={`${index} ${part}`} dateTime={part} title={fullTime(part)}>
            {day === today ? clockTime(part) : `${clockTime(part)} on ${day}`}
          </time>
        );
      })}
    </>
  );
}
