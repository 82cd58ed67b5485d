/** What is wrong with a screen, as the admin API shows it. */
import { z } from 'zod';
import { FAILING_SHOWN, type FailureRun, type LastFailure } from '../../domain/failure-run.ts';
import { timeSchema, timeText, type View } from '../view.ts';

export const failingSchema = z
  .object({
    since: timeSchema,
    last: timeSchema,
    tries: z.int().min(1).describe('Failed tries in a row'),
    code: z.string().describe('Why the last one failed'),
    reason: z.string().describe('The same in a sentence, with file and line'),
    shown: z.enum(FAILING_SHOWN).describe('What it shows: the error, or its last good picture'),
  })
  .describe('What is wrong with the screen of a device or a frame; null while it works');

export const lastFailureSchema = z
  .object({ at: timeSchema, code: z.string(), reason: z.string() })
  .describe(
    'The last failed try of its screen, which stays when the screen works again; null where none is known',
  );

/** Describe the last failed try of a device. */
export function lastFailureView(
  record: { readonly lastFailure: LastFailure | null } | null,
): View<typeof lastFailureSchema> | null {
  const failure = record?.lastFailure ?? null;
  if (failure === null) return null;
  return { at: timeText(failure.lastMs), code: failure.code, reason: failure.reason };
}

export type FailingView = View<typeof failingSchema>;

/** Describe the failed tries of a record; null while the screen works. */
export function failingView(record: { readonly failing: FailureRun | null } | null): FailingView | null {
  const run = record?.failing ?? null;
  if (run === null) return null;
  const { sinceMs, lastMs, tries, code, reason, shown } = run;
  return { since: timeText(sinceMs), last: timeText(lastMs), tries, code, reason, shown };
}
