/** For how long a reading of the clock stays the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  beginningOf,
  CLOCK_UNITS,
  clockWindow,
  finestUnit,
} from '../../../src/platform/time/clock-window.ts';
import { formatTime } from '../../../src/platform/time/strftime.ts';
import { randomNumbers } from '../../support/random.ts';
import { rounds, someOf } from '../../support/rounds.ts';

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia'],
  ...['America/Havana', 'Asia/Beirut', 'America/Asuncion', 'Africa/Cairo', '+05:30', 'Asia/Gaza'],
];

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));

/** Times of 1990 to 2040, each in one of some zones. */
function randomTimes(count: number, zones: readonly string[]): (readonly [time: number, zone: string])[] {
  const random = randomNumbers(SEED);
  return Array.from({ length: count }, () => [
    631_152_000 + random(1_577_836_800),
    zones[random(zones.length)] ?? 'UTC',
  ]);
}

/** Times at which the offset of a zone changes, within some years. */
function changesOf(zone: string): number[] {
  const found: number[] = [];
  for (let time = 1_262_304_000; time < 1_420_070_400; time += 3_600) {
    const [before, after] = [time - 3_600, time].map((at) => formatTime(at, '%z', { zone }));
    if (before !== after) found.push(time);
  }
  return found;
}

describe('the finest unit of a format', () => {
  const cases: Readonly<Record<string, string>> = {
    '%H:%M': 'minute',
    '%-H:%M Uhr': 'minute',
    '%H:%M:%S': 'second',
    '%c': 'second',
    '%s': 'second',
    '%X': 'second',
    '%r': 'second',
    '%T': 'second',
    '%EX': 'second',
    '%R': 'minute',
    '%Z': 'minute',
    '%:z': 'minute',
    '%I %p': 'hour',
    '%_3d %^B': 'day',
    '%A, %d. %B %Y': 'day',
    '%G-W%V-%u': 'day',
    '100 %%': 'day',
    'no directive': 'day',
    '%Q': 'second',
    '%': 'day',
  };
  for (const [format, unit] of Object.entries(cases)) {
    it(`is the ${unit} in ${JSON.stringify(format)}`, () => {
      assert.equal(finestUnit(format), unit);
    });
  }
});

/** A format that shows each unit with all coarser ones. */
const FORMATS = { second: '%F %T', minute: '%F %H:%M %z', hour: '%F %H %p', day: '%F %A %j %V' };

/** Zones without clock changes in the years that are searched. */
const UNCHANGED = new Set(['UTC', 'Asia/Kathmandu', '+05:30']);

/** The windows around a time hold it, and show one text all along. */
function checkWindows(time: number, zone: string): void {
  for (const unit of CLOCK_UNITS) {
    const { from, until } = clockWindow(time, unit, zone);
    assert.ok(from <= time && time < until, `${zone} ${unit} ${time}`);
    const text = formatTime(time, FORMATS[unit], { zone });
    for (let at = from; at < until; at += Math.max(1, Math.floor((until - from) / 8))) {
      assert.equal(formatTime(at, FORMATS[unit], { zone }), text, `${zone} ${unit} ${time} ${at}`);
    }
  }
}

describe('a window', () => {
  it(`holds the instant, and shows the same text from its first second to its last (seed ${SEED})`, () => {
    for (const [time, zone] of randomTimes(rounds(1_000), ZONES)) checkWindows(time, zone);
  });

  for (const zone of someOf(ZONES)) {
    it(`is right around the clock changes of ${zone}`, () => {
      const changes = changesOf(zone);
      for (const change of changes) {
        for (let step = -100; step <= 100; step++) checkWindows(change + step * 900 + 7, zone);
      }
      assert.ok(changes.length > 0 || UNCHANGED.has(zone));
    });
  }

  it('is as long as its unit on an ordinary day', () => {
    const noon = 1_700_000_000;
    const lengths = CLOCK_UNITS.map((unit) => {
      const { from, until } = clockWindow(noon, unit, 'Asia/Kathmandu');
      return until - from;
    });
    assert.deepEqual(lengths, [1, 60, 3_600, 86_400]);
  });

  it('refuses a zone that is not known', () => {
    assert.throws(() => clockWindow(0, 'day', 'Europe/Atlantis'), RangeError);
  });
});

describe('the beginning of a unit', () => {
  it(`is on the full unit of the local clock (seed ${SEED})`, () => {
    for (const [time, zone] of randomTimes(rounds(1_000), [
      'UTC',
      'Europe/Berlin',
      'Asia/Kathmandu',
      '-03:30',
    ])) {
      const shown = (unit: 'minute' | 'hour') => formatTime(beginningOf(time, unit, zone), '%M:%S', { zone });
      assert.match(shown('minute'), /:00$/);
      assert.equal(shown('hour'), '00:00');
      const day = beginningOf(time, 'day', zone);
      assert.equal(formatTime(day, '%F', { zone }), formatTime(time, '%F', { zone }));
      assert.equal(formatTime(day, '%T', { zone }), '00:00:00');
    }
  });
});
