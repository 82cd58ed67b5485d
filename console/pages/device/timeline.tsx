/** What happened to the device, step by step, the newest first. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import type { DeviceTrail, OneDevice } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { sayError } from '../../parts/toasts.tsx';
import { deviceCall, useAbout } from './device-data.ts';
import { TimelineStep } from './timeline-step.tsx';
import { daysOf, type KnownSteps, linesByStep, withNewest, withOlder } from './timeline-steps.ts';

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
