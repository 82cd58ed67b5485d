/** What happened to the device, step by step, the newest first. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import type { DeviceTrail, OneDevice, TrailStep } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { dayText } from '../../parts/time-text.ts';
import { sayError } from '../../parts/toasts.tsx';
import { deviceCall, useAbout } from './device-data.ts';
import { TimelineStep } from './timeline-step.tsx';

/** A day of a device that calls every hour. */
const PAGE_STEPS = 25;

interface TimelineProps {
  readonly device: OneDevice;
  /** All lines that are kept, the oldest first. */
  readonly logs: readonly unknown[];
}

export function Timeline({ device, logs }: TimelineProps) {
  const known = useSignal<KnownSteps | null>(null);
  const ask = (query: string, signal?: AbortSignal): Promise<DeviceTrail> => {
    const path = deviceCall(device.key, `/events?limit=${PAGE_STEPS}${query}`);
    return callAdmin<DeviceTrail>(path, signal === undefined ? {} : { signal });
  };
  const newest = useAbout(device, (signal) => ask('', signal), [], ['device', 'config']);
  const page = newest.value.value;
  useEffect(() => {
    if (page !== null) known.value = withNewest(known.value, page);
  }, [page]);
  const older = async (): Promise<void> => {
    const { value } = known;
    if (value === null || value.before === null) return;
    try {
      const before = await ask(`&before=${encodeURIComponent(value.before)}`);
      // Newer steps may have come meanwhile.
      known.value = withOlder(known.value ?? value, before);
    } catch (cause) {
      sayError(cause);
    }
  };
  const steps = known.value?.steps ?? [];
  const lines = linesByStep(steps, logs);
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">What happened</h2>
      <Loading loaded={newest}>
        {() => (
          <>
            {steps.length === 0 && (
              <p class="muted">Nothing yet: it begins with the first call of the device.</p>
            )}
            {daysOf(steps).map(([day, ofDay]) => (
              <div key={day}>
                <h3>{day}</h3>
                <ol class="steps">
                  {ofDay.map((step, index) => (
                    <TimelineStep
                      key={`${ofDay.length - index} ${step.at}`}
                      step={step}
                      lines={lines.get(step) ?? []}
                    />
                  ))}
                </ol>
              </div>
            ))}
            {known.value !== null && known.value.before !== null && <Button onPress={older}>Older</Button>}
          </>
        )}
      </Loading>
    </section>
  );
}

interface KnownSteps {
  /** The oldest first. */
  readonly steps: readonly TrailStep[];
  /** Where those before them are to be asked for; null at the beginning. */
  readonly before: string | null;
}

/** Put the newest page over what is known. Where steps are missing between them, what is older is asked for again. */
function withNewest(known: KnownSteps | null, { trail, before }: DeviceTrail): KnownSteps {
  const [first] = trail;
  const newest = known?.steps.at(-1);
  if (known === null || before === null || first === undefined || newest === undefined)
    return { steps: trail, before };
  if (newest.at < first.at) return { steps: trail, before };
  const older = known.steps.filter(({ at }) => at < first.at);
  return older.length === 0
    ? { steps: trail, before }
    : { steps: [...older, ...trail], before: known.before };
}

/** Put an older page before what is known. */
function withOlder({ steps }: KnownSteps, { trail, before }: DeviceTrail): KnownSteps {
  return { steps: [...trail, ...steps], before };
}

/** The steps by days, in the zone of the browser, the newest first. */
function daysOf(steps: readonly TrailStep[]): readonly (readonly [string, readonly TrailStep[]])[] {
  const days = new Map<string, TrailStep[]>();
  for (const step of steps.toReversed()) {
    const day = dayText(step.at);
    const list = days.get(day);
    if (list === undefined) days.set(day, [step]);
    else list.push(step);
  }
  return [...days];
}

/** The lines of each call that brought some: the log has the last ones, and each call says how many were its own. */
function linesByStep(
  steps: readonly TrailStep[],
  logs: readonly unknown[],
): ReadonlyMap<TrailStep, readonly unknown[]> {
  const lines = new Map<TrailStep, readonly unknown[]>();
  let end = logs.length;
  for (const step of steps.toReversed()) {
    if (step.kind !== 'log' || end - step.entries < 0) continue;
    lines.set(step, logs.slice(end - step.entries, end));
    end -= step.entries;
  }
  return lines;
}
