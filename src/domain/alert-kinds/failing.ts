/** Alerts of screens that fail: one for all devices that show it. */
import { plural } from '../../platform/base/words.ts';
import { alertKind } from './kind.ts';
import { minuteText } from './words.ts';

export const FAILING = alertKind({
  subject: 'screen',
  numbers: {
    for: {
      field: 'forMs',
      kind: 'time',
      min: '0',
      max: '365d',
      fallback: '30m',
      about: 'how long it has to last, 0 to `365d`',
    },
  },
  fires:
    'a screen that has failed for a device `for` so long: one alert for all its devices, with the newest reason',
  ends: 'when it works on all of them. Devices that do not call any more do not count',
  judge({ forMs }, { devices, sinceMs, reason, nowMs }) {
    if (nowMs - sinceMs < forMs) return 'clear';
    const on = plural(devices, 'device');
    return {
      sinceMs,
      facts: { devices, reason },
      text: (name) => `Screen ${name} fails on ${on} since ${minuteText(sinceMs)}: ${reason}`,
    };
  },
  over: (name) => `Screen ${name} does not fail any more`,
});
