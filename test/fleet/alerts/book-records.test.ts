import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ALERT_LIMITS } from '../../../src/domain/alert-limits.ts';
import type { KeptAlert } from '../../../src/fleet/alerts/alert.ts';
import {
  bookRecords,
  EMPTY_HEAD,
  readBook,
  readWebhookQueue,
} from '../../../src/fleet/alerts/book-records.ts';
import { macOf, NOW } from '../../support/alerts/fleet.ts';
import { openMemory } from '../../support/state/memory.ts';

function kept(number: number, name = 'Hall'): KeptAlert {
  return {
    ...{ rule: 'late', when: 'late', sinceMs: NOW, text: `${name} is late`, facts: { refresh: 900 } },
    ...{ firedMs: NOW, resolvedMs: null, told: { ops: NOW } },
    subject: { kind: 'device', key: macOf(number), name },
  };
}

describe('the records of alerts', () => {
  it('come back as they were, in pieces that the store takes', async (t) => {
    const { alerts: records } = await openMemory(t);
    const name = '名'.repeat(ALERT_LIMITS.nameCharacters);
    const alerts = Array.from({ length: ALERT_LIMITS.kept }, (_, n) => kept(n, name));
    const head = {
      ...EMPTY_HEAD,
      lookedMs: NOW,
      outages: [[1, 2]] as const,
      offline: { garden: 5 },
      calls: { ops: 'x' },
    };
    let pieces = 0;
    for (const [key, record] of bookRecords({ head, alerts })) {
      assert.equal(await records.put(key, record, 1), true);
      pieces += 1;
    }
    assert.ok(pieces > 10);
    const book = await readBook(records);
    assert.deepEqual(book.head, head);
    assert.deepEqual(book.alerts, alerts);
  });

  it('are shorter when less fires: what is left behind does not count', async (t) => {
    const { alerts: records } = await openMemory(t);
    const many = Array.from({ length: 1_000 }, (_, n) => kept(n));
    for (const [key, record] of bookRecords({ head: EMPTY_HEAD, alerts: many }))
      await records.put(key, record, 1);
    for (const [key, record] of bookRecords({ head: EMPTY_HEAD, alerts: [kept(7)] }))
      await records.put(key, record, 1);
    assert.deepEqual((await readBook(records)).alerts, [kept(7)]);
  });

  it('count as absent where they have another form', async (t) => {
    const { alerts: records } = await openMemory(t);
    assert.deepEqual(await readBook(records), { head: EMPTY_HEAD, alerts: [] });
    await records.put('head', '{"lookedMs":"x","outages":[[1],7],"beyond":{"a":"b"},"calls":[]}', 1);
    const odd = [
      null,
      7,
      {},
      { ...kept(1), when: 'other' },
      { ...kept(1), told: { ops: 'x' } },
      { ...kept(1), subject: null },
    ];
    await records.put('alerts/0', JSON.stringify({ isLast: true, alerts: [...odd, kept(2)] }), 1);
    await records.put('call/ops', '{"call":{"id":7},"last":[]}', 1);
    assert.deepEqual(await readBook(records), { head: EMPTY_HEAD, alerts: [kept(2)] });
    assert.deepEqual(await readWebhookQueue(records, 'ops'), { call: null, last: null });
    await records.put('head', 'no JSON', 1);
    assert.deepEqual((await readBook(records)).alerts, []);
  });
});
