import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServedState } from '../../../../src/screens/repos/served-state.ts';
import {
  isRecordFor,
  readRecord,
  recordText,
  standingBy,
} from '../../../../src/screens/repos/shared/repo-record.ts';
import { parsedEntry } from '../../../support/repos/shared-servers.ts';

const SHA = 'a'.repeat(40);
const REPO = 'https://example.org/garden.git';
const COMMIT: ServedState = {
  ...{ repo: REPO, pin: 'main', pinKind: 'branch', sha: SHA },
  ...{ lastFetched: '2026-01-01T00:00:00.000Z', screenCount: 2 },
};
const ATTEMPT = { atMs: 1_000, problem: 'not reached', refusedSha: SHA, failures: 3, final: true };
const RECORD = { repo: REPO, pin: 'main', isJudged: true, commit: COMMIT, attempt: ATTEMPT };

/** The record with other values in it. */
function changed(values: object, commit: object = {}, attempt: object = {}): string {
  return JSON.stringify({
    ...RECORD,
    commit: { ...COMMIT, ...commit },
    attempt: { ...ATTEMPT, ...attempt },
    ...values,
  });
}

describe('the record of a repo', () => {
  it('comes back as it was written', () => {
    const entry = parsedEntry(REPO, 'main');
    const served = { ...COMMIT, checkout: { manifest: {}, roots: ['/cache'] } } as never;
    const record = readRecord(JSON.stringify(RECORD));
    assert.ok(record !== null && isRecordFor(record, entry));
    const standing = standingBy(entry, record, served);
    assert.deepEqual([standing.error, standing.refused?.sha], ['not reached', SHA]);
    assert.deepEqual(standing.attempt, { atMs: 1_000, failures: 3, final: true, mutable: true });
    const text = recordText(entry, standing, true);
    assert.deepEqual(readRecord(text), RECORD);
    assert.ok(!text.includes('/cache'), 'nothing of this machine');
  });

  it('keeps the commit of the others, where a server has none for the entry', () => {
    const standing = { served: null, error: 'no', refused: null, attempt: null };
    const entry = parsedEntry(REPO, 'main');
    assert.deepEqual(readRecord(recordText(entry, standing, false, COMMIT))?.commit, COMMIT);
    assert.equal(readRecord(recordText(entry, standing, false))?.commit, null);
  });

  it('may have more in it than this version knows', () => {
    assert.deepEqual(readRecord(changed({ later: 1 })), RECORD);
  });

  it('counts as absent in any other form', () => {
    for (const text of [
      ...[null, '', '{', '[]', 'null', '7', '"x"'],
      ...[changed({ repo: 7 }), changed({ pin: 7 }), changed({ isJudged: 'yes' }), changed({ commit: [] })],
      ...[changed({ attempt: null }), changed({ attempt: undefined }), changed({ commit: undefined })],
      ...[changed({}, { sha: 'zz' }), changed({}, { pinKind: 'twig' }), changed({}, { lastFetched: 'then' })],
      ...[changed({}, {}, { atMs: -1 }), changed({}, {}, { atMs: '1' }), changed({}, {}, { failures: 1.5 })],
      ...[changed({}, {}, { problem: 7 }), changed({}, {}, { problem: 'x'.repeat(10_000) })],
      ...[changed({}, {}, { refusedSha: 'x' }), changed({}, {}, { final: 0 })],
    ]) {
      assert.equal(readRecord(text), null, text ?? 'null');
    }
  });

  it('leads to no other repository, and past no pin that names a commit', () => {
    assert.equal(readRecord(changed({}, { repo: 'https://elsewhere.example/x.git' })), null);
    assert.equal(readRecord(changed({}, { pin: 'other' })), null);
    const other = 'b'.repeat(40);
    assert.equal(readRecord(changed({ pin: other }, { pin: other })), null);
    assert.notEqual(readRecord(changed({ pin: SHA }, { pin: SHA })), null);
  });

  it('is for one repo and pin', () => {
    const record = readRecord(changed({}));
    assert.ok(record !== null);
    assert.equal(isRecordFor(record, parsedEntry(REPO, 'v1')), false);
    assert.equal(isRecordFor(record, parsedEntry(REPO, null)), false);
    assert.equal(isRecordFor(record, parsedEntry(`${REPO}/`, 'main')), false);
  });
});
