/** Decides what a device or a frame shows. */
import type { DeviceAnswer, DeviceContents, DeviceRequest } from './device-contents.ts';
import type { PushedContents } from './pushed-contents.ts';
import type { ScheduledContents } from './scheduled-contents.ts';

/** What the steps of a decision work with. */
interface ContentSteps {
  readonly schedules: ScheduledContents;
  readonly pushed: PushedContents;
  readonly screens: DeviceContents;
}

/**
 * Decide what a device shows, in four steps: its schedule says which screens may be shown now; a picture that is pushed to
 * it stands in their place; else the screen runs; and where that fails, the error or the last good picture is shown. A
 * failure of the screen never rejects.
 */
export async function decideContent(
  { schedules, pushed, screens }: ContentSteps,
  entry: DeviceRequest,
): Promise<DeviceAnswer> {
  const scheduled = schedules.choose(entry);
  const request = scheduled?.request ?? entry;
  let answer = await pushed.answer(request);
  if (answer === null) {
    const run = await screens.run(request);
    answer = run.kind === 'failed' ? await screens.afterFailure(run) : run;
  }
  return scheduled === null ? answer : schedules.wake(scheduled, answer);
}
