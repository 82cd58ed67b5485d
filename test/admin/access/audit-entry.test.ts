import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AuditEntry, auditText, readAuditEntry } from '../../../src/admin/access/audit-entry.ts';
import { JOURNALS } from '../../../src/state/kinds.ts';

const ENTRY: AuditEntry = {
  ...{ id: '5f0c2a9be1d4', atMs: 1_000, who: 'anna', role: 'admin', address: '192.0.2.7', requestId: 'r' },
  ...{ action: 'PATCH /api/admin/devices/x', status: 200, count: 2, sinceMs: 900, devices: ['x'], more: 1 },
  changes: [{ path: 'a', before: 1, after: null }, { path: 'b' }],
};

it('an entry of the audit trail is read as it was written', () => {
  assert.deepEqual(readAuditEntry(auditText(ENTRY)), ENTRY);
  const command = { ...ENTRY, role: null, address: null, requestId: null, status: null };
  assert.deepEqual(readAuditEntry(auditText(command)), command);
});

it('an entry of the audit trail that is too large loses its last changes, and says how many', () => {
  const changes = Array.from({ length: 40 }, (_, i) => ({ path: `p${i}`, after: '😀'.repeat(100) }));
  const large = { ...ENTRY, action: 'x'.repeat(9_000), devices: Array.from({ length: 99 }, String), changes };
  const text = auditText(large);
  assert.ok(Buffer.byteLength(text) <= JOURNALS.audit.lineBytes);
  const read = readAuditEntry(text);
  assert.ok(read !== null && read.changes.length > 0);
  assert.equal(read.changes.length + read.more, 41);
  assert.deepEqual([read.devices.length, read.action.length], [50, 300]);
  const devices = Array.from({ length: 50 }, (_, i) => `${i} ${'x'.repeat(200)}`);
  assert.ok(Buffer.byteLength(auditText({ ...large, devices })) <= JOURNALS.audit.lineBytes);
});

it('a text that is no entry of the audit trail is none', () => {
  for (const text of ['', '[]', 'null', '{}', '{"id":"x"}', auditText({ ...ENTRY, atMs: Number.NaN })]) {
    assert.equal(readAuditEntry(text), null, text);
  }
  assert.equal(readAuditEntry(auditText({ ...ENTRY, count: -1 })), null);
});
