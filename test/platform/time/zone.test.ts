import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { isZone } from '../../../src/platform/time/zone.ts';

/** What a process prints whose environment has this `TZ`. `body` may use everything of the two modules. */
function inZone(zone: string, body: string): string {
  const [time, names] = ['zone.js', 'zone-names.js'].map(
    (file) => new URL(`../../../src/platform/time/${file}`, import.meta.url).href,
  );
  const code = `import { zoneOf } from '${time}'; import { processZoneProblem } from '${names}'; console.log(${body});`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], TZ: zone },
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trim();
}

describe('the zone of the process', () => {
  it('has the abbreviations of the zone in TZ', () => {
    const body = '[1.72e9, 1.735e9].map((at) => zoneOf(undefined).abbreviation(at)).join()';
    assert.equal(inZone('Europe/Berlin', body), 'CEST,CET');
    assert.equal(inZone('UTC', body), 'UTC,UTC');
  });

  it('is UTC, or what the system understands, where TZ names no zone', () => {
    const body = 'zoneOf(undefined).offsetSeconds(1.72e9) + " " + zoneOf(undefined).abbreviation(1.72e9)';
    assert.match(inZone('Europe/Berln', body), /^-?0 UTC$/);
    assert.match(inZone('europe/berlin', body), /^-?0 UTC$/);
    assert.match(inZone('UTC+2', body), /^(?:-7200 -02|-?0 UTC)$/);
  });
});

describe('processZoneProblem', () => {
  const problemIn = (zone: string): string => inZone(zone, `processZoneProblem(${JSON.stringify(zone)})`);

  it('finds nothing wrong with names of zones', () => {
    for (const zone of [
      'Europe/Berlin',
      ':Europe/Berlin',
      'UTC',
      'Etc/UTC',
      'GMT',
      'Asia/Kolkata',
      'EST5EDT',
    ])
      assert.equal(problemIn(zone), 'null', zone);
  });

  it('says what was probably meant, and in which zone the times are', () => {
    const berlin = '"; did you mean Europe/Berlin? Times are in UTC.';
    for (const zone of ['Europe/Berln', 'Berlin', 'europe/berlin'])
      assert.equal(problemIn(zone), `TZ: unknown time zone "${zone}${berlin}`);
    assert.equal(
      problemIn('nonsense'),
      'TZ: unknown time zone "nonsense", expected a name such as Europe/Berlin. Times are in UTC.',
    );
  });
});

describe('isZone', () => {
  it('is true for names, UTC and offsets', () => {
    for (const name of ['Europe/Berlin', 'UTC', 'Z', '+02:00', '-0330']) assert.ok(isZone(name), name);
    for (const name of ['', 'Berlin', 'Europe/', '+2', 'x'.repeat(5_000)]) assert.ok(!isZone(name), name);
  });
});
