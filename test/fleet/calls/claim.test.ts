import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigSnapshot } from '../../../src/domain/config-snapshot.ts';
import { longCode } from '../../../src/domain/registration-code.ts';
import { issueKey } from '../../../src/fleet/calls/authentication.ts';
import { adopt, claim, dropOtherTokens, hasOwn, judgeClaim, useBy } from '../../../src/fleet/calls/claim.ts';
import { proofOf } from '../../../src/fleet/calls/credential.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import { ID, MAC, NOW, namingToken, recordWith, snapshot, tokenOf } from './gate.ts';

const OPEN = snapshot();
const CLOSED = snapshot('registration_enabled: false\ndefault_screen: plain\n');
const NAMED_BY_MAC = snapshot(`registration_enabled: false\ndevices:\n  "${MAC}": { screen: plain }\n`);
const NAMED_BY_CODE = snapshot(namingToken('mine', 'registration_enabled: false\n'));
const NAMED_BY_LONG_CODE = snapshot(`devices:\n  ${longCode('mine')}: { screen: plain }\n`);

interface Judged {
  readonly verdict: string;
  /** What was counted as an attempt. */
  readonly counted: readonly string[];
}

function judged(
  config: ConfigSnapshot,
  record: DeviceRecord | null,
  token: string,
  isAllowed = true,
): Judged {
  const counted: string[] = [];
  const verdict = judgeClaim(config, ID, record, proofOf(tokenOf(token)), (kind) => {
    counted.push(kind);
    return isAllowed;
  });
  return { verdict, counted };
}

describe('judgeClaim', () => {
  it('takes a token that is accepted already, and never counts it', () => {
    assert.deepEqual(judged(CLOSED, recordWith('mine'), 'mine', false), { verdict: 'own', counted: [] });
  });

  it('refuses an empty token', () => {
    assert.equal(judged(OPEN, null, '').verdict, 'refused');
  });

  it('takes the first token of an unknown device where registration is open, and counts it', () => {
    assert.deepEqual(judged(OPEN, null, 'mine'), { verdict: 'first', counted: ['newDevices'] });
    assert.equal(judged(OPEN, null, 'mine', false).verdict, 'held_back');
    assert.equal(judged(CLOSED, null, 'mine').verdict, 'refused');
    assert.equal(judged(NAMED_BY_CODE, null, 'mine').verdict, 'first');
  });

  it('does not count devices that the config names by address or by long code, and those that were reset', () => {
    assert.deepEqual(judged(NAMED_BY_MAC, null, 'mine'), { verdict: 'first', counted: [] });
    assert.deepEqual(judged(NAMED_BY_LONG_CODE, null, 'mine'), { verdict: 'first', counted: [] });
    const reset = { ...newRecord(ID, NOW), isReset: true };
    assert.deepEqual(judged(CLOSED, reset, 'mine'), { verdict: 'first', counted: [] });
  });

  it('refuses another token under a known address, and counts it', () => {
    assert.deepEqual(judged(OPEN, recordWith('theirs'), 'mine'), {
      verdict: 'refused',
      counted: ['wrongTokens'],
    });
    assert.equal(judged(OPEN, recordWith('theirs'), 'mine', false).verdict, 'held_back');
  });

  it('lets a token claim a known address when the config names its code, but not an address that it names', () => {
    assert.equal(judged(NAMED_BY_CODE, recordWith('theirs'), 'mine').verdict, 'claim');
    assert.deepEqual(judged(NAMED_BY_LONG_CODE, recordWith('theirs'), 'mine'), {
      verdict: 'claim',
      counted: [],
    });
    assert.equal(judged(NAMED_BY_MAC, recordWith('theirs'), 'mine').verdict, 'refused');
  });
});

it('adopt takes a token for the only one, and ends a reset', () => {
  const record = { ...newRecord(ID, NOW), isReset: true };
  adopt(record, proofOf(tokenOf('mine')));
  assert.deepEqual([record.tokenDigests, record.isReset], [[proofOf(tokenOf('mine')).value], false]);
});

describe('claim', () => {
  it('removes the tokens, the key and the pinned key that the config does not name', () => {
    const record = recordWith('theirs');
    issueKey(record, NOW);
    record.publicKey = 'ab'.repeat(32);
    claim(NAMED_BY_CODE, record, proofOf(tokenOf('mine')));
    assert.deepEqual(record.tokenDigests, [proofOf(tokenOf('mine')).value]);
    assert.deepEqual([record.apiKey, record.publicKey], [null, null]);
  });

  it('keeps a few tokens whose codes the config names, the last ones', () => {
    const tokens = Array.from({ length: 6 }, (_, number) => `token ${number}`);
    const entries = tokens.map((token) => `  ${longCode(token)}: { screen: plain }\n`);
    const config = snapshot(`devices:\n${entries.join('')}`);
    const record = newRecord(ID, NOW);
    for (const token of tokens) claim(config, record, proofOf(tokenOf(token)));
    const digests = tokens.map((token) => proofOf(tokenOf(token)).value);
    assert.deepEqual(record.tokenDigests, digests.slice(-4));
  });
});

it('dropOtherTokens says whether it removed any', () => {
  const record = recordWith('theirs', 'mine');
  const mine = proofOf(tokenOf('mine'));
  assert.equal(dropOtherTokens(NAMED_BY_CODE, record, mine), true);
  assert.deepEqual(record.tokenDigests, [mine.value]);
  assert.equal(dropOtherTokens(NAMED_BY_CODE, record, mine), false);
});

it('useBy takes the pictures away from another user of the address, and from no one else', () => {
  const record = recordWith('mine');
  const shown = { lastContent: 'a', lastGood: 'a' } as unknown as Partial<DeviceRecord>;
  Object.assign(record, shown);
  useBy(record, longCode('mine'), NOW + 1);
  assert.deepEqual([record.lastContent, record.lastUsedMs, record.lastSeenMs], ['a', NOW + 1, NOW + 1]);
  useBy(record, longCode('theirs'), NOW + 2);
  assert.deepEqual([record.lastContent, record.lastGood, record.failing], [null, null, null]);
});

it('hasOwn is true for a device with a token or a pinned key that this server did not make', () => {
  const made = newRecord(ID, NOW);
  issueKey(made, NOW);
  assert.equal(hasOwn(made), false);
  assert.equal(hasOwn({ ...made, tokenDigests: [...made.tokenDigests, 'other'] }), true);
  assert.equal(hasOwn({ ...newRecord(ID, NOW), publicKey: 'ab'.repeat(32) }), true);
  assert.equal(hasOwn(recordWith('mine')), true);
});
