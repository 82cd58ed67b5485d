/** Compose jobs on their way to a thread. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { ComposeJob } from '../../../src/engine/jobs/jobs.ts';
import { ComposeReceiver, postedCompose } from '../../../src/engine/jobs/posted-compose.ts';
import { ScriptClock } from '../../../src/engine/scheduling/script-clock.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';

const JOB: ComposeJob = {
  jobId: 7,
  screen: {
    ref: 'local/a',
    roots: ['/screens', '/more'],
    dir: 'a',
    scriptFile: 'a/script.lua',
    templateFile: 'a/screen.svg',
  },
  params: { line: 4, stops: ['x'] },
  device: { name: 'Hall', battery_voltage: 4.05 },
  layout: { width: 800, colors: ['#000000', '#ffffff'] },
  hasPrevious: true,
  nowMs: 1_800_000_000_000,
  askedMs: 12.5,
  placeMs: 3,
  deadline: { atMs: 20 } as unknown as ComposeJob['deadline'],
  clock: new ScriptClock().memory,
};

/** Through the channel between two threads. */
function sent(job: ComposeJob, receiver = new ComposeReceiver()): ComposeJob {
  return receiver.receive(structuredClone(postedCompose(job)));
}

/** Values as YAML may have them, odd numbers and names included. */
const tables = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', '')),
  fc.jsonValue().map((value) => value as never),
) as fc.Arbitrary<PlainObject>;

it('arrive as they were sent', () => {
  fc.assert(
    fc.property(tables, tables, (params, facts) => {
      // Of a device there is nothing that JSON cannot write.
      const device = JSON.parse(JSON.stringify(facts)) as PlainObject;
      const job = { ...JOB, params, device };
      const { clock, ...rest } = sent(job);
      const { clock: _, ...expected } = job;
      // Through the same channel, as prototypes do not travel.
      assert.deepEqual(rest, structuredClone(expected));
      assert.equal(clock.byteLength, job.clock.byteLength);
    }),
  );
});

it('keep numbers that JSON cannot write', () => {
  for (const odd of [Number.NaN, Infinity, -Infinity, -0]) {
    for (const params of [{ odd }, { deep: [{ odd }] }] satisfies PlainObject[]) {
      assert.deepEqual(sent({ ...JOB, params }).params, params);
    }
  }
});

it('take some hundred bytes, however much is known of the screen', () => {
  const screen = { ...JOB.screen, params: Array.from({ length: 500 }, (_, n) => ({ name: `param ${n}` })) };
  assert.ok(JSON.stringify(postedCompose({ ...JOB, screen })).length < 800);
});

it('share what is the same, which nobody can change', () => {
  const receiver = new ComposeReceiver();
  const [first, second] = [sent(JOB, receiver), sent({ ...JOB, device: {} }, receiver)];
  assert.equal(first.params, second.params);
  assert.equal(first.layout, second.layout);
  assert.equal(first.screen, second.screen);
  assert.throws(() => Object.assign(first.params, { line: 5 }), TypeError);
  assert.throws(() => (first.layout['colors'] as string[]).push('#ff0000'), TypeError);
});
