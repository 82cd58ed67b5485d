/** Deadlines: the moment at which a job has to be over, waiting included. Made when the job arrives, and handed on. */
import { monotonicMs } from './clock.ts';

declare const isDeadline: unique symbol;

/** A moment of `monotonicMs`: a plain number, so all threads of the process can share it. */
export type Deadline = number & { readonly [isDeadline]: true };

/** The deadline that is `ms` from now. */
export function deadlineIn(ms: number): Deadline {
  return (monotonicMs() + ms) as Deadline;
}

/** Milliseconds until a deadline; 0 once it has passed. */
export function leftMs(deadline: Deadline): number {
  return Math.max(deadline - monotonicMs(), 0);
}

/** The deadline of one step of a job: that of the job, but at most `ms` from now. */
export function cappedAt(deadline: Deadline, ms: number): Deadline {
  return Math.min(deadline, deadlineIn(ms)) as Deadline;
}

/** A deadline that leaves `ms` of the job's time to the steps that follow. */
export function reserving(deadline: Deadline, ms: number): Deadline {
  return (deadline - ms) as Deadline;
}
