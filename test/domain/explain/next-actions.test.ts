/** Each state in which an operator can do something says what. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain } from '../../../src/domain/explain/explain.ts';
import type { ExplainFacts } from '../../../src/domain/explain/facts.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { NOW, pollOf } from '../trail/steps.ts';
import { eventOf, FETCHED, factsOf, RECORD } from './facts.ts';

const HOUR = 3_600_000;
const said = (report: object): Partial<ExplainFacts> => ({
  record: { ...RECORD, report: { ...NO_REPORT, ...report } },
});
const scheduled = { pinnedUntilMs: null, asleepUntilMs: null, screen: 'clock', screenAtPoll: null };
const refused = {
  nowMs: NOW + 3 * HOUR,
  identity: [eventOf('setup_refused', NOW + 2 * HOUR, { detail: 'Registration is closed.', isUsual: true })],
};

const CASES: readonly (readonly [code: string, facts: Partial<ExplainFacts>, says: RegExp])[] = [
  [
    'pinned',
    { scheduled: { ...scheduled, pinnedUntilMs: NOW + HOUR } },
    /Remove the pin to end it earlier\.$/,
  ],
  [
    'asleep_by_schedule',
    { scheduled: { ...scheduled, asleepUntilMs: NOW + 600_000 } },
    /until \S+: nothing new is shown before\. Wake it by hand, or change `sleep` of its schedule\.$/,
  ],
  [
    'nothing_to_show',
    { scheduled: { ...scheduled, screenAtPoll: 'local/events' } },
    /"local\/events".*\(nothing_to_show\).*Preview that screen to see why, or take it out of the schedule\.$/,
  ],
  [
    'params',
    { problems: ['params.days: expected an integer'] },
    /params\.days.*Correct them where they are set\.$/,
  ],
  [
    'old_firmware',
    { ...said({ model: 'og', firmwareVersion: '1.5.2' }), newerFirmware: '1.8.15' },
    /"1\.5\.2" at \S+, and others of its model run "1\.8\.15"\. Update it\.$/,
  ],
  ['weak_signal', said({ rssi: -88 }), /-88 dBm.*Move it, or an access point, nearer\.$/],
  ['battery_low', said({ percentCharged: 7 }), /7 %.*Charge it\.$/],
  [
    'never_called',
    { record: null, steps: [], neighbour: 'AA:BB:CC:DD:EE:02' },
    /AA:BB:CC:DD:EE:02 waits for an entry.*correct the key of the entry\.$/,
  ],
  [
    'setup_refused',
    { ...refused, isClosed: true, isAssigned: false },
    /as registration is closed \(registration_enabled: false\) and it has no entry.*give it an entry, and reset it; if not/,
  ],
  [
    'pending',
    { isAssigned: false },
    /shows the default screen clock\. Give it an entry with the screen that it is to show\.$/,
  ],
  [
    'pending',
    { isAssigned: false, isClosed: true },
    /Registration is closed: without an entry it gets no key when it has lost its own\.$/,
  ],
  [
    'no_screen',
    { noScreen: 'no group selects its tags (hall)' },
    /\(hall\).*give it a tag that a group with a screen selects\.$/,
  ],
  [
    'repo_offline',
    { repo: { handle: 'shop', error: 'refused', lastFetched: '2026-02-21T09:00:00Z' } },
    /The repo shop.*2026-02-21.*Look at its address, token and pin\.$/,
  ],
  ...[
    [[], /"og" has 800 x 480.*says 600 x 448.*Set `panel` in its entry to the one that it has\.$/] as const,
    [['mine'], /the panel is another one\. Set `panel` in its entry to "mine"\.$/] as const,
    [['a', 'b', 'c', 'd'], /to the one that it has, such as "a", "b", "c"\.$/] as const,
  ].map(([fitting, says]) => {
    const size = { widthPx: 800, heightPx: 480 };
    const smaller = said({ size: { widthPx: 600, heightPx: 448 } });
    return ['panel_size', { ...smaller, panel: { name: 'og', size, fitting } }, says] as const;
  }),
  [
    'not_adopted',
    { waiting: { groups: ['mail'], needsSecret: true } },
    /mail \(adopted_only\).*Give it an entry \(`\{\}` will do\) to adopt it\.$/,
  ],
  [
    'screen_fails',
    {
      record: {
        ...RECORD,
        failing: {
          sinceMs: NOW,
          lastMs: NOW,
          tries: 2,
          code: 'script_failed',
          reason: 'boom',
          shown: 'error',
        },
      } as never,
    },
    /"boom"; it shows the error.*Preview it in the console or with `stipple render`, and mend it/,
  ],
  [
    'overloaded',
    { steps: [pollOf(NOW, { decision: 'overloaded' })] },
    /give the server more processors, or its devices longer refreshes\.$/,
  ],
  ['late', { nowMs: NOW + 3 * HOUR }, /See that it has power and reaches its Wi-Fi, and wake it by hand\.$/],
  ['late', { ...said({ percentCharged: 7 }), nowMs: NOW + 3 * HOUR }, /at its last contact\. Charge it\.$/],
  ['late', { ...said({ rssi: -88 }), nowMs: NOW + 3 * HOUR }, /Move it, or an access point, nearer\.$/],
  [
    'two_devices',
    { identity: [eventOf('claimed_by_code', NOW)] },
    /Give the other one an address of its own, or switch it off\.$/,
  ],
  [
    'reset',
    { identity: [eventOf('identity_reset', NOW), eventOf('registered', NOW + 1_000)] },
    /find what else calls under its address before you reset it again\.$/,
  ],
];

describe('the explanation of a state', () => {
  for (const [code, facts, says] of CASES) {
    it(`says what to do next: ${code}, ${says.source.slice(-40)}`, () => {
      const found = explain(factsOf(facts)).find((finding) => finding.code === code);
      assert.match(found?.text ?? 'not found', says);
    });
  }

  it('does not call the firmware old of a device that says none, or that runs what others run', () => {
    for (const facts of [said({ firmwareVersion: null }), said({ firmwareVersion: '1.8.15' }), {}]) {
      assert.ok(
        explain(factsOf({ ...facts, steps: [FETCHED] })).every(({ code }) => code !== 'old_firmware'),
      );
    }
  });

  it('does not speak of closed registration for a device with an entry', () => {
    const [first] = explain(factsOf({ ...refused, isClosed: true }));
    assert.equal(first.code, 'setup_refused');
    assert.doesNotMatch(first.text, /registration_enabled|give it an entry/);
  });
});
