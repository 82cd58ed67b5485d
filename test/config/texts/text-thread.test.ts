/** Texts are read and edited in a thread as they are here, and what goes wrong there ends nothing else. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { editConfig, readConfig, replaceConfig } from '../../../src/config/texts/config-ops.ts';
import { withSameParts } from '../../../src/config/texts/loaded-config.ts';
import { TextGivenUpError, type TextOp } from '../../../src/config/texts/text-op.ts';
import { TextSession } from '../../../src/config/texts/text-session.ts';
import { TextThread, type TextThreadOptions } from '../../../src/config/texts/text-thread.ts';
import { textsAside } from '../../../src/config/texts/texts.ts';
import { ok } from '../../../src/platform/base/result.ts';
import { runAtOnce } from '../../../src/platform/base/turns.ts';
import { randomNumbers } from '../../support/random.ts';
import { until } from '../../support/waiting.ts';

const LABEL = 'config.yaml';

function threadFor(t: TestContext, options: Partial<TextThreadOptions> = {}): TextThread {
  const thread = new TextThread({ label: LABEL, ...options });
  t.after(() => thread.stop());
  return thread;
}

const mac = (at: number): string =>
  (at.toString(16).toUpperCase().padStart(12, '0').match(/../g) ?? []).join(':');

/** A config with something of everything: groups, merge keys, anchors, mistakes, secrets. */
function fleetText(count: number): string {
  const devices = Array.from({ length: count }, (_, at) => {
    if (at % 7 === 3) return `  "${mac(at)}": { <<: *base, name: M${at} }\n`;
    if (at % 11 === 5) return `  "${mac(at)}":\n    screen: plain\n    refrsh: 3 # wrong\n`;
    return `  "${mac(at)}":\n    screen: local/s${at % 5}\n    params: { city: "C ${at}", __proto__: 1 }\n`;
  });
  return `# fleet\nadmin: { token: ${'t'.repeat(40)} }\ngroups:\n  all:\n    match: { tag: x* }\n    screen: plain\nx-base: &base { screen: plain, refresh: 60 }\ndevices:\n${devices.join('')}`;
}

/** What is asked for is done here and there. */
async function both<Q, A>(
  thread: TextThread,
  session: TextSession,
  op: TextOp<Q, A>,
  question: Q,
): Promise<A> {
  const here = op.run(session, question);
  assert.deepEqual(await thread.ask(op, question), here);
  return here;
}

describe('the thread of texts', () => {
  const seed = 3_107;
  it(`reads, edits and refuses as this thread does: seed ${seed}`, async (t) => {
    const random = randomNumbers(seed);
    const thread = threadFor(t);
    const session = new TextSession(LABEL);
    let text = fleetText(300);
    assert.ok((await both(thread, session, readConfig, { text })).ok);
    for (let round = 0; round < 25; round++) {
      const key = mac(random(320));
      const path = ['devices', key];
      const edits = [
        { kind: 'set', path: [...path, 'name'], value: `N${round}` },
        { kind: 'set', path, value: { screen: 'plain', tags: ['x', 'y'] } },
        { kind: 'remove', path },
        { kind: 'set', path: ['devices'], value: 3 },
        { kind: 'set', path: ['default_screen'], value: `s${round}` },
      ] as const;
      const edit = edits[random(edits.length)];
      assert.ok(edit !== undefined);
      const made = await both(thread, session, editConfig, { text, edits: [edit] });
      if (made.ok && made.value !== null) ({ text } = made.value);
    }
    await both(thread, session, replaceConfig, { before: text, text: fleetText(20) });
    await both(thread, session, readConfig, { text: `${text}\ndevices: [` });
    await both(thread, session, readConfig, { text: '[],'.repeat(2_000) });
  });

  it('gives entries that are not edited as the same objects, also after it was replaced', async (t) => {
    const thread = threadFor(t);
    const text = fleetText(100);
    const first = await thread.ask(readConfig, { text });
    assert.ok(first.ok);
    const edits = [{ kind: 'set', path: ['devices', mac(1), 'name'], value: 'new' }] as const;
    const next = await thread.ask(editConfig, { text, edits });
    assert.ok(next.ok && next.value !== null);
    const [old, now] = [first.value.snapshot.devices, next.value.snapshot.devices];
    assert.equal(now.get(mac(2)), old.get(mac(2)));
    assert.notEqual(now.get(mac(1)), old.get(mac(1)));
    const other = await threadFor(t).ask(editConfig, { text, edits });
    assert.ok(other.ok && other.value !== null);
    const same = runAtOnce(withSameParts(first.value, other.value));
    assert.deepEqual(same, next.value);
    for (const [key, entry] of same.snapshot.devices)
      assert.equal(entry === old.get(key), key !== mac(1), key);
    assert.equal(same.snapshot.groups, first.value.snapshot.groups);
    assert.equal(same.snapshot.panels, first.value.snapshot.panels);
  });

  it('is given up when it takes too long, which the caller is told; the next question gets another', async (t) => {
    const lost: string[] = [];
    const thread = threadFor(t, { limits: { questionMs: 300 }, onLost: (reason) => lost.push(reason) });
    const hostile = { text: `a: [${'[],'.repeat(330_000)}]` };
    const both = await Promise.allSettled([thread.ask(readConfig, hostile), thread.ask(readConfig, hostile)]);
    for (const one of both) {
      assert.ok(one.status === 'rejected' && one.reason instanceof TextGivenUpError);
      assert.equal(one.reason.message, 'it took longer than 0.3 s');
    }
    assert.deepEqual(lost, ['it took longer than 0.3 s', 'it took longer than 0.3 s']);
  });

  it('is given up when it takes too much memory', async (t) => {
    const thread = threadFor(t, { limits: { heapMb: 24 } });
    await assert.rejects(
      thread.ask(readConfig, { text: `a: [${'[],'.repeat(330_000)}]` }),
      new TextGivenUpError('it took more than 24 MiB of memory'),
    );
    const answer = await thread.ask(readConfig, { text: 'default_screen: x\n' });
    assert.ok(answer.ok);
  });

  it('ends when nobody asks it, and is started again', async (t) => {
    const thread = threadFor(t, { limits: { quietMs: 20 } });
    assert.equal(thread.isRunning, false);
    for (let round = 0; round < 3; round++) {
      assert.ok((await thread.ask(readConfig, { text: 'default_screen: x\n' })).ok);
      await until(() => !thread.isRunning);
    }
  });

  it('answers nothing any more once it is stopped, also what it was asked before', async (t) => {
    const thread = threadFor(t);
    const asked = thread.ask(readConfig, { text: fleetText(5_000) });
    const refused = assert.rejects(asked, new TextGivenUpError('the server stops'));
    await thread.stop();
    await refused;
    await assert.rejects(thread.ask(readConfig, { text: '' }), new TextGivenUpError('the server stops'));
  });

  it('is not asked for small texts', async (t) => {
    const thread = threadFor(t);
    const texts = textsAside(LABEL, thread);
    assert.ok((await texts.ask(readConfig, { text: 'default_screen: x\n' })).ok);
    assert.equal(thread.isRunning, false);
    assert.ok((await texts.ask(readConfig, { text: fleetText(100) })).ok);
    assert.equal(thread.isRunning, true);
    const edits = Array.from({ length: 400 }, (_, at) => ({
      ...({ kind: 'set', path: ['devices', mac(at)] } as const),
      value: { screen: 'plain' },
    }));
    const made = await texts.ask(editConfig, { text: 'devices: {}\n', edits });
    assert.ok(made.ok && made.value?.snapshot.devices.size === 400);
    assert.deepEqual(await texts.ask(editConfig, { text: made.value.text, edits }), ok(null));
  });
});
