import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { NewAuditEntry } from '../../../src/admin/access/audit-entry.ts';
import { AuditTrail } from '../../../src/admin/access/audit-trail.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { memoryState } from '../../../src/state/memory/memory-backing.ts';
import type { JournalState } from '../../../src/state/state.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

function entry(more: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    ...{ atMs: Date.now(), who: 'anna', role: 'viewer', address: '192.0.2.7', requestId: null },
    ...{ action: 'PATCH /x', status: 403, devices: [], changes: [], more: 0 },
    ...more,
  };
}

function trail(journal: JournalState = memoryState().audit): { audit: AuditTrail; logs: LogLines } {
  const logs: LogLines = [];
  return { audit: new AuditTrail(journal, createLogger('debug', logInto(logs))), logs };
}

describe('the audit trail', () => {
  it('lists the newest first, each with an id of its own', async () => {
    const { audit } = trail();
    const nowMs = Date.now();
    for (const [agoMs, action] of [
      [2, 'b'],
      [3, 'a'],
      [0, 'd'],
      [0, 'e'],
    ] as const) {
      audit.add(entry({ atMs: nowMs - agoMs, action }));
    }
    const listed = await audit.list(nowMs);
    assert.deepEqual(
      listed?.map(({ action }) => action),
      ['e', 'd', 'b', 'a'],
    );
    assert.equal(new Set(listed?.map(({ id }) => id)).size, 4);
  });

  it('is not filled by who repeats a call: repeats are counted, of each caller and call', async () => {
    const { audit } = trail();
    const nowMs = Date.now();
    audit.add(entry({ atMs: nowMs - 1, action: 'first' }));
    for (let i = 0; i < 5_000; i++) audit.addRepeated(entry({ atMs: nowMs }));
    audit.addRepeated(entry({ atMs: nowMs, who: 'bert' }));
    const listed = (await audit.list(nowMs)) ?? [];
    assert.equal(listed.length, 1 + 13 + 1);
    assert.deepEqual([listed[0]?.who, listed[0]?.count, listed[1]?.count], ['bert', 1, 4_096]);
    assert.equal(listed.at(-1)?.action, 'first');
  });

  it('begins to count anew after an hour', async () => {
    const { audit } = trail();
    const nowMs = Date.now();
    for (const agoMs of [7_200_002, 3_600_001, 3_600_000, 0])
      audit.addRepeated(entry({ atMs: nowMs - agoMs }));
    const counts = ((await audit.list(nowMs)) ?? []).map(({ count }) => count);
    assert.deepEqual(counts, [1, 2, 1, 1]);
  });

  it('keeps entries for a store that is away, as many as may wait, and says so in the log', async () => {
    const journal = memoryState().audit;
    let isAway = true;
    const away = new StateError('unavailable', 'away');
    const { audit, logs } = trail({
      append: async (...line) => (isAway ? Promise.reject(away) : journal.append(...line)),
      list: async (...line) => (isAway ? Promise.reject(away) : journal.list(...line)),
    });
    for (let i = 0; i < 1_200; i++) audit.add(entry({ action: `call ${i}` }));
    assert.equal(await audit.list(Date.now()), null);
    assert.match(JSON.stringify(logs), /entries wait for the state store/);
    isAway = false;
    audit.add(entry({ action: 'last' }));
    const listed = (await audit.list(Date.now())) ?? [];
    assert.deepEqual([listed.length, listed[0]?.action], [1_000, 'last']);
    isAway = true;
    audit.add(entry({ action: 'at the end' }));
    await audit.list(Date.now());
    isAway = false;
    await audit.close();
    assert.equal((await audit.list(Date.now()))?.[0]?.action, 'at the end');
  });

  it('counts wrong tokens and keeps none of them', async () => {
    const { audit } = trail();
    assert.deepEqual(audit.wrongTokens, { count: 0, lastMs: null });
    audit.countWrong(5);
    audit.countWrong(7);
    assert.deepEqual(audit.wrongTokens, { count: 2, lastMs: 7 });
    assert.deepEqual(await audit.list(Date.now()), []);
  });
});
