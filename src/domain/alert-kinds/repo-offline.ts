/** Alerts of screen repos that cannot be fetched, or whose commit is held back. */
import { alertKind } from './kind.ts';
import { minuteText } from './words.ts';

export const REPO_OFFLINE = alertKind({
  subject: 'repo',
  numbers: {
    for: {
      field: 'forMs',
      kind: 'time',
      min: '0',
      max: '365d',
      fallback: '1h',
      about: 'how long it has to last, 0 to `365d`',
    },
  },
  fires:
    'a [screen repo](screen-repos.md) that could not be fetched, or whose commit is held back, `for` so long',
  ends: 'with the next good fetch',
  judge({ forMs }, { sinceMs, reason, nowMs }) {
    if (nowMs - sinceMs < forMs) return 'clear';
    return {
      sinceMs,
      facts: { reason },
      text: (name) => `Screen repo ${name} is not up to date since ${minuteText(sinceMs)}: ${reason}`,
    };
  },
  over: (name) => `Screen repo ${name} is up to date again`,
});
