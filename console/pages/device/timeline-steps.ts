/** The steps that are known of a device, as pages of them come in. */
import type { DeviceTrail, TrailStep } from '../../api/types.ts';
import { dayText } from '../../parts/time-text.ts';

export interface KnownSteps {
  /** The oldest first. */
  readonly steps: readonly TrailStep[];
  /** Where those before them are to be asked for; null at the beginning. */
  readonly before: string | null;
}

/** Put the newest page over what is known. Where steps are missing between them, what is older is asked for again. */
export function withNewest(known: KnownSteps | null, { trail, before }: DeviceTrail): KnownSteps {
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
export function withOlder({ steps }: KnownSteps, { trail, before }: DeviceTrail): KnownSteps {
  return { steps: [...trail, ...steps], before };
}

/** The steps by days, in the zone of the browser, the newest first. */
export function daysOf(steps: readonly TrailStep[]): readonly (readonly [string, readonly TrailStep[]])[] {
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
export function linesByStep(
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
