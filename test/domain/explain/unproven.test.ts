/** What calls without proof may change in an explanation: nothing, as long as the device calls as it should. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UNPROVEN_KINDS } from '../../../src/domain/event-kinds.ts';
import { explain } from '../../../src/domain/explain/explain.ts';
import type { ExplainFacts, IdentityFact } from '../../../src/domain/explain/facts.ts';
import { UNPROVEN_CALLS } from '../../../src/domain/explain/unproven.ts';
import { randomNumbers } from '../../support/random.ts';
import { NOW, pollOf } from '../trail/steps.ts';
import { eventOf, FETCHED, factsOf, RECORD } from './facts.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const REFRESH_MS = 900_000;
const DAY_MS = 86_400_000;

/** What weakens a device, or all of them. */
const WEAKENS = /\breset\b|\bforget\b|\bdelete\b|\bsecrets?\b|auth_mode|registration|re-?register|\berase/i;

/** Any calls without proof, of any time. */
function strangers(random: (below: number) => number, nowMs: number): readonly IdentityFact[] {
  return Array.from({ length: 1 + random(12) }, () => {
    const lastMs = nowMs - random(random(2) === 0 ? 60_000 : DAY_MS);
    const isUsual = [true, false, null][random(3)] ?? null;
    const address = random(4) === 0 ? null : `192.0.2.${random(3)}`;
    const detail = [
      null,
      'The token was empty: the device has lost its own.',
      'Ask the operator to reset it.',
    ][random(3)];
    const more = { isUsual, address, count: 1 + random(9_000), firstMs: lastMs - random(DAY_MS) };
    return eventOf(UNPROVEN_KINDS[random(UNPROVEN_KINDS.length)] ?? 'held_back', lastMs, {
      ...{ ...more, detail: detail ?? null, requestId: random(2) === 0 ? null : 'stranger' },
    });
  });
}

/** A device that calls as it should, in any state. */
function wellDevice(random: (below: number) => number): ExplainFacts {
  const nowMs = NOW + random(REFRESH_MS);
  const steps = [
    [FETCHED],
    [pollOf(NOW)],
    [FETCHED, pollOf(NOW + 1, { decision: 'same' })],
    [FETCHED, pollOf(NOW, { decision: 'overloaded', refreshSeconds: 900 })],
    [],
  ][random(5)];
  const report = { ...RECORD.report, percentCharged: random(101) };
  const isAssigned = random(2) === 0;
  return factsOf({ nowMs, isAssigned, steps: steps ?? [], record: { ...RECORD, report } });
}

describe('calls without proof', () => {
  it(`change nothing of a device that calls as it should but a remark (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    for (let turn = 0; turn < 3_000; turn++) {
      const facts = wellDevice(random);
      const identity = strangers(random, facts.nowMs);
      const without = explain(facts);
      const found = explain({ ...facts, identity });
      const message = `seed ${SEED}, turn ${turn}: ${JSON.stringify(identity)}`;
      assert.deepEqual(
        found.filter(({ code }) => code !== UNPROVEN_CALLS),
        without,
        message,
      );
      const remarks = found.filter(({ code }) => code === UNPROVEN_CALLS);
      assert.equal(remarks.length, 1, message);
      const [{ text, evidence }] = remarks as [(typeof remarks)[number]];
      const times = identity.reduce((sum, { count }) => sum + count, 0);
      assert.match(text, new RegExp(`^${times} calls? under its MAC address proves? nothing`), message);
      assert.doesNotMatch(JSON.stringify([text, evidence]), WEAKENS, message);
    }
  });

  it(`from elsewhere never come before the silence of a device, and advise nothing that weakens it (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    for (let turn = 0; turn < 3_000; turn++) {
      const nowMs = NOW + REFRESH_MS + 61_000 + random(9 * REFRESH_MS);
      const identity = strangers(random, nowMs).map((event) => ({ ...event, isUsual: false }));
      const facts = factsOf({ nowMs });
      const [first, ...others] = explain({ ...facts, identity });
      assert.deepEqual(first, explain(facts)[0]);
      for (const { text } of others) assert.doesNotMatch(text, WEAKENS, `seed ${SEED}, turn ${turn}`);
    }
  });

  it('from its usual address speak when the device does not call any more, and say both possibilities', () => {
    const lateMs = NOW + REFRESH_MS + 61_000;
    const said = (event: IdentityFact) => explain(factsOf({ nowMs: lateMs + 1, identity: [event] }))[0];
    const usual = { isUsual: true, address: '192.0.2.1' } as const;
    const token = said(eventOf('token_refused', lateMs, usual));
    assert.equal(token.code, 'wrong_token');
    assert.match(token.text, /from 192\.0\.2\.1, its usual address .*or something else there uses its MAC/);
    assert.match(token.text, /look at its panel before anything is reset here/);
    const setup = said(eventOf('setup_refused', lateMs, { ...usual, detail: 'Known here already.' }));
    assert.match(setup.text, /if its panel says "Known here already\.", it is the device/);
    const codes = ['held_back', 'signature_refused', 'call_repeated', 'key_handed_out'] as const;
    assert.deepEqual(
      codes.map((kind) => said(eventOf(kind, lateMs, usual)).code),
      ['held_back', 'signature_refused', 'clock_wrong', 'key_handed_out'],
    );
    const empty = eventOf('token_refused', lateMs, { isUsual: null, detail: 'The token was empty.' });
    assert.equal(said(empty).code, 'empty_token');
  });

  it('that came before its last good call say nothing of a device that went silent since', () => {
    const before = UNPROVEN_KINDS.map((kind) => eventOf(kind, NOW - 1, { isUsual: true }));
    const facts = factsOf({ nowMs: NOW + DAY_MS });
    const [first, ...others] = explain({ ...facts, identity: before });
    assert.equal(first.code, 'late');
    assert.deepEqual(
      [first, ...others].filter(({ code }) => code !== UNPROVEN_CALLS),
      explain(facts),
    );
  });

  it('are told apart from calls that only the device can sign', () => {
    const lateMs = NOW + REFRESH_MS + 61_000;
    const detail = 'X-Timestamp: expected a time within 60 seconds of 2, got 1; ask /api/time.';
    const signed = eventOf('signed_call_refused', lateMs, { detail });
    const said = (identity: readonly IdentityFact[], nowMs: number) => explain(factsOf({ nowMs, identity }));
    assert.equal(said([signed], lateMs + 1)[0].code, 'clock_wrong');
    assert.match(
      said([signed], lateMs + 1)[0].text,
      /the time in them is wrong, so its clock is\. Let it reach a time server/,
    );
    const older = { ...signed, detail: 'X-Signature-Version: expected 2, got 1.' };
    assert.equal(said([older], lateMs + 1)[0].code, 'signature_refused');
    const early = { ...signed, firstMs: NOW + 5_000, lastMs: NOW + 5_000 };
    assert.deepEqual(
      said([early], NOW + 10_000).map(({ code }) => code),
      ['shown'],
    );
  });

  it('of a device that has moved are found beside its silence', () => {
    const nowMs = NOW + DAY_MS;
    const [late, moved] = explain(factsOf({ nowMs, identity: [eventOf('token_refused', nowMs - 5)] }));
    assert.deepEqual([late.code, moved?.code], ['late', UNPROVEN_CALLS]);
    assert.match(moved?.text ?? '', /look(ed)? at its panel: .*moved to another network/);
  });
});
