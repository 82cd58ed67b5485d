import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idleParts } from '../../../src/domain/schedule/idle-parts.ts';
import { Timetable } from '../../../src/domain/schedule/timetable.ts';
import { randomNumbers } from '../../support/random.ts';
import { item, schedule, times, window } from './schedules.ts';
import { zoneTable } from './zone-table.ts';

const SEED = 12;
const RUNS = 300;
const DAY = 86_400;
/** A Monday without a change of the clock. */
const MONDAY = Date.parse('2026-02-23T00:00:00Z') / 1000;

/** The items of windows that are shown in some minute of two days. */
function itemsSeen(timetable: Timetable): ReadonlySet<number | null> {
  const minutes = Array.from({ length: (2 * DAY) / 60 }, (_, n) => timetable.showingAt(MONDAY + n * 60));
  return new Set(minutes.filter(({ by }) => by === 'window').map(({ item: shown }) => shown));
}

describe('the parts of a schedule that are never seen', () => {
  it('are the items of a playlist which no minute of its window shows, whatever the offset', () => {
    const random = randomNumbers(SEED);
    const clock = zoneTable('UTC', MONDAY / DAY - 5, MONDAY / DAY + 5);
    let [idle, offset] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const items = Array.from({ length: 1 + random(5) }, (_, n) => item(`s${n}`, 1 + random(90)));
      const begin = random(20) * 3_600;
      const minutes = 1 + random(150);
      const offsetSeconds = random(2) * random(400) * 60;
      const one = schedule({
        ...{ zone: 'UTC', offsetSeconds },
        windows: [window(null, times(begin, begin + minutes * 60), { playlist: items })],
      });
      const seen = itemsSeen(new Timetable(one, clock));
      const first = items.findIndex((_, n) => !seen.has(n));
      const told = idleParts(one).map(({ field }) => field);
      const expected = first < 0 ? [] : [`schedule.windows.0.playlist.${first}`];
      assert.deepEqual(told, expected, `seed ${SEED}, run ${run}: ${JSON.stringify(one)}`);
      idle += Number(first >= 0);
      offset += Number(first >= 0 && offsetSeconds > 0);
    }
    assert.ok(
      idle > RUNS / 10 && offset > RUNS / 20 && idle < RUNS,
      `${idle} of ${RUNS} runs with an idle item`,
    );
  });
});
