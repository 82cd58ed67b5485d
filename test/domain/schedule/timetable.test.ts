/** Timetables over years of several zones, against a walk through all minutes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Schedule } from '../../../src/domain/schedule/schedule.ts';
import { Timetable } from '../../../src/domain/schedule/timetable.ts';
import { parseDates } from '../../../src/domain/schedule/words.ts';
import { rounds, someOf } from '../../support/rounds.ts';
import { walk } from './minute-walk.ts';
import { at, item, schedule, times, WORKDAYS, window } from './schedules.ts';
import { zoneTable } from './zone-table.ts';

const FROM_DAY = Date.UTC(2021, 0, 1) / 86_400_000;
/** Ten years in a long run. */
const YEARS = rounds(3_652, 10);
const TWO_YEARS = 730;

/** Zones with summer time at two, at midnight, by half an hour, and in Ramadan. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'],
  ...['Pacific/Apia', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut'],
];
/** Zones in which each year is as the one before. */
const STEADY_ZONES = ['UTC', 'Asia/Kolkata', '-03:30'];

/** Its windows begin and end where clocks are changed, overlap, and run over midnight and new year. */
const HARD = schedule({
  windows: [
    window('a', times(at(2, 30), at(2, 45))),
    window('b', times(at(22), at(6), { days: WORKDAYS })),
    window('c', times(0, at(24), { dates: [{ kind: 'yearly', from: 1224, to: 106 }] })),
    window('d', times(at(0, 15), at(2, 30), { days: 0b1000001 })),
    window(
      'e',
      times(at(1, 45), at(1, 45), { days: 0b0000001, dates: [{ kind: 'yearly', from: 301, to: 430 }] }),
    ),
    window('f', times(at(12), at(19), { days: 0b0010100 }), { playlist: [item('g', 150), item('h', 90)] }),
  ],
  playlist: [item('i', 420), item(null, 300), item('j', 240)],
  sleep: [times(at(23), at(2, 15)), times(at(2, 10), at(5), { days: WORKDAYS })],
});

const ROUND_OF_DAYS = schedule({
  windows: [window('a', times(at(0), at(0, 30)))],
  playlist: [item('b', 1_440), item('c', 2_880), item('d', 4_320)],
});

/** Holds the reported changes to the walk. @returns how many there are */
function compare(of: Schedule, zone: string, fromDay: number, days: number): number {
  const clock = zoneTable(zone, fromDay - 40, fromDay + days + 40);
  const { from, until, states, names } = walk(of, clock, fromDay, days);
  const timetable = new Timetable(of, clock);
  let changes = 0;
  let moment = from * 60;
  while (moment < until * 60) {
    const { showing, asleepUntil } = timetable.at(moment);
    const next = timetable.nextChange(moment);
    assert.ok(next === null || next > moment, `${zone}: ${next} follows ${moment}`);
    const end = Math.min(next ?? Infinity, until * 60);
    assert.equal(end % 60, 0);
    const name = `${showing.by} ${showing.window ?? -1} ${showing.item ?? '-'}${asleepUntil === null ? '' : ' asleep'}`;
    for (let minute = moment / 60; minute < end / 60; minute += 1) {
      const walked = names[states[minute - from] as number];
      if (walked !== name) assert.equal(name, walked, `${zone} ${new Date(minute * 60_000).toISOString()}`);
    }
    if (end < until * 60) {
      const isChange = states[end / 60 - from] !== states[end / 60 - 1 - from];
      assert.ok(isChange, `${zone}: no change at ${new Date(end * 1000).toISOString()}`);
      // A piece of a moment asked alone is the same as one that was come to.
      const middle = moment + Math.floor((end - moment) / 120) * 60;
      assert.deepEqual(timetable.showingAt(middle), showing);
    }
    changes += 1;
    moment = end;
  }
  return changes;
}

describe('a timetable over years', () => {
  for (const zone of someOf(ZONES)) {
    it(`says in ${zone} what a walk through all minutes says, and each change once`, () => {
      assert.ok(compare(HARD, zone, FROM_DAY, YEARS) > 5 * YEARS);
      assert.ok(compare(ROUND_OF_DAYS, zone, FROM_DAY, TWO_YEARS) > 1_400);
    });
  }

  for (const zone of STEADY_ZONES) {
    it(`says the same in ${zone}, where no clock is changed`, () => {
      assert.ok(compare(HARD, zone, FROM_DAY, TWO_YEARS) > 4_000);
      assert.ok(compare(ROUND_OF_DAYS, zone, FROM_DAY, TWO_YEARS) > 1_400);
    });
  }

  it('has no Friday in Apia where the calendar leapt over one', () => {
    assert.ok(compare(HARD, 'Pacific/Apia', Date.UTC(2011, 11, 1) / 86_400_000, 60) > 100);
  });
});

describe('a playlist of one item', () => {
  const FROM = Date.parse('2026-02-23T12:00:00Z') / 1000;
  const DAY = 86_400;
  const clock = zoneTable('Europe/Berlin', FROM / DAY - 5, FROM / DAY + 60);
  const alone = [item('news', 1)];

  it('hides no change that comes after it, be it weeks away', () => {
    for (const date of ['2026-02-24', '2026-03-10', '2026-03-26']) {
      const dates = parseDates(date);
      assert.ok(dates !== null, date);
      const one = schedule({
        playlist: alone,
        windows: [window('feast', times(at(10), at(12), { dates: [dates] }))],
      });
      const begins = Date.parse(`${date}T09:00:00Z`) / 1000;
      assert.equal(new Timetable(one, clock).nextChange(FROM), begins, date);
    }
  });

  it('ends with its window', () => {
    const one = schedule({ windows: [window(null, times(at(8), at(6)), { playlist: alone })] });
    assert.equal(new Timetable(one, clock).nextChange(FROM), Date.parse('2026-02-24T05:00:00Z') / 1000);
  });

  it('never changes where nothing else is shown', () => {
    assert.equal(new Timetable(schedule({ playlist: alone }), clock).nextChange(FROM), null);
  });
});
