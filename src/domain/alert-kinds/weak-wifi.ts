/** Alerts of devices with a weak signal. */
import { alertKind } from './kind.ts';
import { lengthText } from './words.ts';

/** A signal has to be so many dB better before it counts as such: readings go up and down. */
const CLEAR_DB = 3;

export const WEAK_WIFI = alertKind({
  subject: 'device',
  numbers: {
    below: {
      field: 'below',
      kind: 'number',
      min: -120,
      max: -1,
      fallback: -80,
      about: 'dBm, -120 to -1',
    },
    for: {
      field: 'forMs',
      kind: 'time',
      min: '1h',
      max: '7d',
      fallback: '12h',
      about: 'the time whose median counts, `1h` to `7d`',
    },
  },
  fires: 'a device whose median signal of the time `for` is below `below` dBm',
  ends: '3 dB above',
  asks: ({ below, forMs }) => ({ signal: { below, forMs } }),
  judge({ below, forMs }, { look }) {
    const median = look?.signals.get(forMs);
    if (median === undefined) return 'keep';
    if (median === null) return 'clear';
    if (median >= below) return median < below + CLEAR_DB ? 'keep' : 'clear';
    return {
      sinceMs: null,
      facts: { rssi: median },
      text: (name) => `${name}: weak Wi-Fi, ${median} dBm in the median of ${lengthText(forMs / 1000)}`,
    };
  },
  over: (name) => `${name}: the Wi-Fi is not weak any more`,
});
