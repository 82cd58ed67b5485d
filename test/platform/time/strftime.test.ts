import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatTime, parseTime } from '../../../src/platform/time/strftime.ts';

/** 2023-11-05 06:07:08 UTC, a Sunday. */
const T = 1_699_164_428;
const UTC = { zone: 'UTC' };

function all(seconds: number, formats: string, options = {}): string {
  return formatTime(seconds, formats, { ...UTC, ...options });
}

describe('formatTime', () => {
  it('knows the directives of glibc', () => {
    const cases: Record<string, string> = {
      '%a %A %b %h %B': 'Sun Sunday Nov Nov November',
      '%C %d %e %j %m %y %Y': '20 05  5 309 11 23 2023',
      '%D %F %T %R %r': '11/05/23 2023-11-05 06:07:08 06:07 06:07:08 AM',
      '%H %I %k %l %M %S %p %P': '06 06  6  6 07 08 AM am',
      '%c|%x|%X': 'Sun Nov  5 06:07:08 2023|11/05/23|06:07:08',
      '%u %w %U %W %V %G %g': '7 0 45 44 44 2023 23',
      '%s %z %:z %::z %Z': '1699164428 +0000 +00:00 +00:00:00 UTC',
      '[%n%t%%]': '[\n\t%]',
      '%Ey %Om %Q %': '23 11 %Q %',
    };
    for (const [format, text] of Object.entries(cases)) assert.equal(all(T, format), text, format);
  });

  it('obeys flags and widths', () => {
    const cases: Record<string, string> = {
      '%-d %-m %-H %-j %-I': '5 11 6 309 6',
      '%_d %_H %_5m': ' 5  6    11',
      '%0e %03d %010Y': '05 005 0000002023',
      '%^a %^B %#p %#a %#Z': 'SUN NOVEMBER am SUN utc',
      '%5a|%-5a|%12B': '  Sun|Sun|    November',
    };
    for (const [format, text] of Object.entries(cases)) assert.equal(all(T, format), text, format);
    assert.equal(all(T, '%99999999d').length, 255);
  });

  it('counts weeks at the turns of years as ISO 8601 and C do', () => {
    const cases: [date: string, weeks: string][] = [
      ['2021-01-03', '2020-53 01 00'],
      ['2021-01-04', '2021-01 01 01'],
      ['2019-12-30', '2020-01 52 52'],
      ['2018-01-01', '2018-01 00 01'],
      ['2016-12-31', '2016-52 52 52'],
      ['2012-01-01', '2011-52 01 00'],
    ];
    for (const [date, weeks] of cases) {
      const seconds = Date.parse(date) / 1000;
      assert.equal(all(seconds, '%G-%V %U %W'), weeks, date);
    }
  });

  it('follows a zone through summer and winter time', () => {
    const berlin = { zone: 'Europe/Berlin' };
    assert.equal(formatTime(1_711_846_799, '%T %z %Z', berlin), '01:59:59 +0100 CET');
    assert.equal(formatTime(1_711_846_800, '%T %:z %Z', berlin), '03:00:00 +02:00 CEST');
    assert.equal(formatTime(1_729_990_799, '%T %Z', berlin), '02:59:59 CEST');
    assert.equal(formatTime(1_729_990_800, '%T %Z', berlin), '02:00:00 CET');
    assert.equal(formatTime(T, '%T %Z', { zone: 'America/New_York' }), '01:07:08 EST');
    assert.equal(formatTime(T, '%T %z', { zone: 'Asia/Kolkata' }), '11:37:08 +0530');
    assert.equal(formatTime(T, '%T %z %Z', { zone: '-03:30' }), '02:37:08 -0330 -03:30');
  });

  it('speaks German', () => {
    assert.equal(all(T, '%a %A %b %B', { locale: 'de' }), 'So Sonntag Nov November');
    assert.equal(all(1_709_467_200, '%x %X %b %B', { locale: 'de' }), '03.03.2024 12:00:00 Mär März');
    assert.equal(all(T, '%c', { locale: 'de' }), 'So 05 Nov 2023 06:07:08 UTC');
  });

  it('uses the zone of the process by default', () => {
    const date = new Date(T * 1000);
    const pad = (value: number) => String(value).padStart(2, '0');
    assert.equal(formatTime(T, '%H:%M'), `${pad(date.getHours())}:${pad(date.getMinutes())}`);
  });

  it('handles times before 1970, far away ones and fractions', () => {
    assert.equal(all(-1, '%F %T'), '1969-12-31 23:59:59');
    assert.equal(all(-0.5, '%F %T %s'), '1969-12-31 23:59:59 -1');
    assert.equal(all(253_402_300_800, '%Y'), '10000');
    assert.equal(all(-62_198_755_200, '%Y %C %y'), '-1 -1 99');
  });

  it('refuses zones, locales and times that do not exist', () => {
    assert.throws(
      () => formatTime(0, '%Y', { zone: 'Mars/Base' }),
      /^RangeError: unknown time zone 'Mars\/Base'/,
    );
    assert.throws(() => all(0, '%Y', { locale: 'fr' }), /unknown locale 'fr', expected one of: en, de/);
    assert.throws(() => all(0, '%Y', { locale: '__proto__' }), /unknown locale/);
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e14])
      assert.throws(() => all(bad, '%Y'), RangeError);
  });
});

describe('parseTime', () => {
  it('is the inverse of formatTime for formats that say everything', () => {
    const formats = [
      ...['%Y-%m-%d %H:%M:%S', '%F %T', '%s', '%c', '%A, %d %B %Y %I:%M:%S %p', '%a %b %e %l:%M:%S %P %Y'],
      ...[
        '%Y %j %T',
        '%G-W%V-%u %T',
        '%Y %U %w %T',
        '%Y %W %A %T',
        '%d.%m.%y %X',
        '%Y%m%d%H%M%S',
        '%C%y-%D %T',
      ],
      ...['%Y-%m-%dT%H:%M:%S%z', '%F %T %:z', '%e.%-m.%Y %-H:%-M:%-S', '%^A %^B %d %Y %T'],
    ];
    for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata']) {
      for (const locale of ['en', 'de'] as const) {
        for (const seconds of [
          0,
          T + 345_600,
          951_782_400,
          1_709_164_800,
          1_720_000_001,
          1_735_689_599,
          2_000_000_000,
        ]) {
          for (const format of formats) {
            const text = formatTime(seconds, format, { zone, locale });
            assert.equal(
              parseTime(text, format, { zone, locale }),
              seconds,
              `${zone} ${locale} ${format}: ${text}`,
            );
          }
        }
      }
    }
  });

  it('is lenient with case and spaces, and takes Z and offsets for %z', () => {
    assert.equal(parseTime('  5  NOVEMBER   2023', '%d %b %Y', UTC), 1_699_142_400);
    assert.equal(parseTime('2023-11-05T06:07:08Z', '%Y-%m-%dT%H:%M:%S%z', { zone: 'Asia/Tokyo' }), T);
    assert.equal(parseTime('2023-11-05 07:07:08 +01', '%F %T %z', UTC), T);
    assert.equal(parseTime('12:30 am', '%I:%M %p', UTC), 1800);
    assert.equal(parseTime('12:30 p.m.', '%I:%M %p', UTC), 45_000);
  });

  it('reads two-digit years as POSIX does', () => {
    assert.equal(parseTime('01/01/69', '%D', UTC), Date.UTC(1969, 0, 1) / 1000);
    assert.equal(parseTime('01/01/68', '%D', UTC), Date.UTC(2068, 0, 1) / 1000);
  });

  it('takes the first of two equal local times, and moves one that does not exist forward', () => {
    const berlin = { zone: 'Europe/Berlin' };
    assert.equal(parseTime('2024-10-27 02:30', '%F %R', berlin), 1_729_989_000);
    assert.equal(parseTime('2024-03-31 02:30', '%F %R', berlin), 1_711_848_600);
    assert.equal(parseTime('2024-11-03 01:30', '%F %R', { zone: 'America/New_York' }), 1_730_611_800);
  });

  it('gives null for what does not fit or does not exist', () => {
    const cases: [text: string, format: string][] = [
      ['2024-02-30', '%F'],
      ['2023-02-29', '%F'],
      ['2024-13-01', '%F'],
      ['2024-01-00', '%F'],
      ['25:00', '%R'],
      ['12:60', '%R'],
      ['13:00 PM', '%I:%M %p'],
      ['366 2023', '%j %Y'],
      ['2024-01-01x', '%F'],
      ['2024-01', '%F'],
      ['Foo 2024', '%b %Y'],
      ['', '%Y'],
      ['2024', '%Q'],
    ];
    for (const [text, format] of cases) assert.equal(parseTime(text, format, UTC), null, `${text} ${format}`);
    assert.equal(parseTime('366 2024', '%j %Y', UTC), Date.UTC(2024, 11, 31) / 1000);
  });
});
