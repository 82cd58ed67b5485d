/** The offsets of a zone over some years, from a table: walks ask for millions of them. */
import type { ZoneClock } from '../../../src/domain/schedule/zone-clock.ts';
import { zoneOf } from '../../../src/platform/time/zone.ts';

const DAY = 86_400;
const QUARTER = 900;

/** The clock of a zone, from a day to another one (since 1970). */
export function zoneTable(name: string, fromDay: number, untilDay: number): ZoneClock {
  const zone = zoneOf(name);
  const offsets: Int32Array[] = [];
  let before = zone.offsetSeconds(fromDay * DAY);
  for (let day = fromDay; day < untilDay; day += 1) {
    const after = zone.offsetSeconds((day + 1) * DAY);
    const quarters = new Int32Array(DAY / QUARTER).fill(before);
    if (after !== before) {
      for (let n = 0; n < quarters.length; n += 1) quarters[n] = zone.offsetSeconds(day * DAY + n * QUARTER);
    }
    offsets.push(quarters);
    before = after;
  }
  return {
    offsetSeconds: (moment) => {
      const day = Math.floor(moment / DAY);
      const offset = offsets[day - fromDay]?.[Math.floor((moment - day * DAY) / QUARTER)];
      return offset ?? zone.offsetSeconds(moment);
    },
  };
}
