/** The schedule of a device of which several layers of the config say something. */
import type { Schedule } from './schedule.ts';

/** What a layer says of screens. */
interface ScreenLayer {
  readonly screen: string | null;
  readonly schedule?: Schedule;
}

/**
 * The first one, as settings go, with two exceptions. One that is nothing but a pin comes before the next one that is more: a
 * device can be pinned without a word on the schedule of its group. And the screens of a schedule count only down to the layer
 * that names the screen: who gives a device a screen of its own means it, and leaves to its group when the panel sleeps.
 * @param layers  the strongest first
 */
export function mergeSchedules(layers: readonly ScreenLayer[]): Schedule | undefined {
  const named = layers.findIndex(({ screen }) => screen !== null);
  const given = layers.flatMap(({ schedule }, n) => {
    const counted =
      schedule === undefined || n <= named || named === -1 ? schedule : withoutScreens(schedule);
    return counted ?? [];
  });
  const [first] = given;
  const whole = given.find((schedule) => !isPinAlone(schedule));
  if (first === undefined || whole === undefined || first === whole) return first;
  return { ...whole, pin: first.pin, written: { ...whole.written, ...first.written } };
}

function isPinAlone({ written }: Schedule): boolean {
  return Object.keys(written).join() === 'pin';
}

/** When the panel sleeps, and what a low battery means; undefined where it says neither. */
function withoutScreens(schedule: Schedule): Schedule | undefined {
  if (schedule.sleep.length === 0 && schedule.battery.length === 0) return undefined;
  const { windows: _windows, playlist: _playlist, offset: _offset, pin: _pin, ...written } = schedule.written;
  return { ...schedule, windows: [], playlist: [], offsetSeconds: 0, pin: null, written };
}
