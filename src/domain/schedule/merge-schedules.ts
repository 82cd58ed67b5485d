/** The schedule of a device of which several layers of the config say something. */
import type { Schedule } from './schedule.ts';

/**
 * The first one, as settings go. One that is nothing but a pin comes before the next one that is more: a device can be pinned
 * without a word on the schedule of its group.
 * @param layers  the strongest first
 */
export function mergeSchedules(layers: readonly (Schedule | undefined)[]): Schedule | undefined {
  const given = layers.filter((schedule) => schedule !== undefined);
  const [first] = given;
  const whole = given.find((schedule) => !isPinAlone(schedule));
  if (first === undefined || whole === undefined || first === whole) return first;
  return { ...whole, pin: first.pin, written: { ...whole.written, ...first.written } };
}

function isPinAlone({ written }: Schedule): boolean {
  return Object.keys(written).join() === 'pin';
}
