/** Schedules of the config: what is read, and what is left out with a warning. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseConfig } from '../../../src/config/read/parse.ts';
import type { Schedule } from '../../../src/domain/schedule/schedule.ts';

function read(lines: string): { schedule: Schedule | undefined; warnings: readonly string[] } {
  const parsed = parseConfig(`devices:\n  DEFAULT:\n    screen: a\n    schedule:${lines}\n`, 'config.yaml');
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const { snapshot, warnings } = parsed.value;
  return {
    schedule: snapshot.devices.get('DEFAULT')?.schedule,
    warnings: warnings.map(({ message }) => message.replace('devices.DEFAULT.', '')),
  };
}

describe('schedule', () => {
  it('is read in full', () => {
    const { schedule, warnings } = read(`
      zone: Europe/Berlin
      windows:
        - { days: [mon, wed-thu], dates: 12-24..01-06, from: 22:00, to: "06:00", screen: local/b, params: { x: 1 }, refresh: 5m }
        - { playlist: [{ screen: c, for: 30m }, { for: 1h }] }
        - { playlist: [{ screen: f, for: 30m, refresh: 1m }, { screen: g, for: 1h }], refresh: 10m }
      playlist: { screen: d, for: 60 }
      offset: 10m
      sleep: { from: "23:00", to: "06:00" }
      battery: [{ below: 30, refresh_times: 2 }, { below: 15, refresh: 4h }]
      pin: { screen: e, until: 2026-12-01T10:00:00+01:00 }`);
    assert.deepEqual(warnings, []);
    const { windows, sleep, battery, pin, written, ...rest } = schedule as Schedule;
    assert.deepEqual(windows[0], {
      ...{
        days: 26,
        dates: [{ kind: 'yearly', from: 1224, to: 106 }],
        from: 79_200,
        to: 108_000,
        playlist: [],
      },
      shows: { screen: 'local/b', params: { x: 1 }, refreshSeconds: 300 },
    });
    assert.deepEqual([windows[1]?.from, windows[1]?.to, windows[1]?.playlist.length], [0, 86_400, 2]);
    assert.deepEqual(sleep, [{ days: 127, dates: null, from: 82_800, to: 108_000 }]);
    assert.deepEqual(
      battery.map(({ below }) => below),
      [15, 30],
    );
    assert.equal(pin?.until, Date.UTC(2026, 11, 1, 9) / 1000);
    const playlist = [{ screen: 'd', params: {}, refreshSeconds: null, seconds: 60 }];
    assert.deepEqual(rest, { zone: 'Europe/Berlin', playlist, offsetSeconds: 600 });
    assert.equal(written['offset'], '10m');
  });

  it('does without what is wrong, and says so', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [' 5', /^schedule: expected a map/],
      [' { zone: Berlin }', /^schedule\.zone: unknown time zone "Berlin"; did you mean Europe\/Berlin/],
      [' { windows: [3] }', /^schedule\.windows\.0: expected a map, got 3; it is left out/],
      [' { windows: { days: moo, screen: a } }', /^schedule\.windows\.0\.days: expected days .* got "moo"/],
      [' { windows: { dates: 2026-02-30, screen: a } }', /^schedule\.windows\.0\.dates: expected dates/],
      [
        ' { windows: { from: "24:00", screen: a } }',
        /^schedule\.windows\.0\.from: expected a time before 24:00/,
      ],
      [' { windows: { days: mon } }', /^schedule\.windows\.0: expected a `screen` or a `playlist`, got none/],
      [
        ' { windows: { screen: a, playlist: { for: 1h } } }',
        /^schedule\.windows\.0: expected a screen or a playlist, got a playlist and screen; /,
      ],
      [' { playlist: { screen: a } }', /^schedule\.playlist\.0: expected `for`/],
      [' { playlist: { screen: a, for: 5s } }', /^schedule\.playlist\.0\.for: expected a time such as 30m/],
      [' { battery: { below: 30 } }', /^schedule\.battery\.0: expected `below` with/],
      [' { pin: { screen: a } }', /^schedule\.pin: expected `until`/],
      [' { pin: { screen: a, until: soon } }', /^schedule\.pin\.until: expected a time with its offset/],
      [' { wndows: [] }', /unknown key `devices\.DEFAULT\.schedule\.wndows`|unknown key `schedule\.wndows`/],
    ];
    for (const [lines, expected] of cases) {
      const { schedule, warnings } = read(lines);
      assert.equal(warnings.length, 1, `${lines}: ${warnings.join('\n')}`);
      assert.match(warnings[0] ?? '', expected);
      const { playlist = [], sleep = [], battery = [], pin = null, windows = [] } = schedule ?? {};
      assert.deepEqual([playlist, sleep, battery, pin], [[], [], [], null], lines);
      // So that the others keep their numbers.
      assert.ok(
        windows.every(({ days }) => days === 0),
        lines,
      );
    }
  });
});
