/** Alerts of batteries that are low, or will soon be empty. */
import { plural } from '../../platform/base/words.ts';
import { batteryPercent } from '../battery.ts';
import { alertKind } from './kind.ts';

/** A battery has to be so much better before it counts as such: readings go up and down. */
const CLEAR_PERCENT = 5;
const CLEAR_DAYS = 1.25;

const BELOW = 15;

export const BATTERY = alertKind({
  subject: 'device',
  numbers: {
    below: {
      field: 'below',
      kind: 'number',
      min: 1,
      max: 100,
      fallback: null,
      byDefault: `\`${BELOW}\``,
      about: `per cent, 1 to 100; ${BELOW} only where there is no \`days_left\``,
    },
    days_left: {
      field: 'daysLeft',
      kind: 'number',
      min: 1,
      max: 365,
      fallback: null,
      about: 'the battery will be empty within this number of days',
    },
  },
  fires: 'a device with less than `below` per cent, or whose battery will be empty within `days_left` days',
  ends: '5 per cent above; with a quarter more days; when it was charged',
  settle: ({ below, daysLeft }) => ({ below: below ?? (daysLeft === null ? BELOW : null), daysLeft }),
  asks: ({ daysLeft }) => ({ daysLeft: daysLeft !== null }),
  judge({ below, daysLeft: days }, { record, look }) {
    const percent = batteryPercent(record.report);
    if (percent === null) return 'clear';
    const left = days === null ? null : (look?.daysLeft ?? null);
    const isBelow = (more: number): boolean => below !== null && percent < below + more;
    const isWithin = (times: number): boolean => days !== null && left !== null && left <= days * times;
    if (isBelow(0) || isWithin(1)) {
      const lasts = left === null ? '' : `, about ${plural(left, 'day')} left`;
      return {
        sinceMs: null,
        facts: { percent, days_left: left },
        text: (name) => `${name}: battery at ${percent} %${lasts}`,
      };
    }
    const isUnknown = days !== null && look === null;
    return isUnknown || isBelow(CLEAR_PERCENT) || isWithin(CLEAR_DAYS) ? 'keep' : 'clear';
  },
  over: (name) => `${name}: the battery is not low any more`,
});
