/** Reads every record on the shelves of memory or a folder, and says which are damaged, and why. */
import { isPlainObject } from '../../platform/base/plain.ts';
import { unreadLines } from '../journal-lines.ts';
import { EXPIRING, type ExpiringKind, JOURNALS, type JournalKind, RECORD_KINDS } from '../kinds.ts';
import { isRevisionInfo, unpackText } from '../pack-text.ts';
import type { CheckedRecord } from '../state.ts';
import { isDamage } from '../unreadable.ts';
import type { Backing } from './backing.ts';
import type { LocalDevices } from './local-devices.ts';
import { isFenced, isLease } from './local-servers.ts';

/** What a record of a shelf must be; the text says what it is not. */
const FORMS: readonly (readonly [string, (value: unknown) => string | null | Promise<string | null>])[] = [
  ['codes', (value) => (isTexts(value) ? null : 'it is no list of devices')],
  ['config', (value) => (isRevisions(value) ? null : 'it is no list of revisions')],
  ['config-texts', (value) => textProblem(value)],
  ...RECORD_KINDS.map(
    (kind) =>
      [kind, (value: unknown) => (isFenced(value) ? null : 'it is no record with its fence')] as const,
  ),
  ['leases', (value) => (isLease(value) ? null : 'it is no lease')],
  ['secrets', (value) => (typeof value === 'string' ? null : 'it is no text')],
];

export async function* checkLocal(backing: Backing, devices: LocalDevices): AsyncIterable<CheckedRecord> {
  for await (const id of devices.ids())
    yield { kind: 'device', key: id, problem: await problemOf(() => devices.get(id)) };
  for (const [kind, problemIn] of FORMS) {
    const shelf = backing.shelf(kind);
    for (const key of shelf.keys()) {
      const problem = await problemOf(async () => problemIn(shelf.get(key)));
      if (problem !== null) backing.setAside.note(kind, key);
      yield { kind, key, problem };
    }
  }
  for (const kind of Object.keys(EXPIRING) as ExpiringKind[])
    for (const [key, value] of backing.expiring(kind).all())
      yield { kind, key, problem: value === null ? 'it has lost its time' : lineProblem(kind, value) };
}

/** What is wrong with what is read, or with reading it. */
async function problemOf(read: () => Promise<unknown>): Promise<string | null> {
  try {
    const problem = await read();
    return typeof problem === 'string' ? problem : null;
  } catch (error) {
    if (isDamage(error)) return 'it cannot be read';
    throw error;
  }
}

function lineProblem(kind: ExpiringKind, value: Buffer): string | null {
  if (!(kind in JOURNALS)) return null;
  const { lines, unread } = unreadLines(value, kind as JournalKind);
  return unread === 0 ? null : `${unread} of ${lines} lines cannot be read`;
}

async function textProblem(value: unknown): Promise<string | null> {
  if (!Buffer.isBuffer(value)) return 'it is no text of a config';
  await unpackText(value);
  return null;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRevisions(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isPlainObject(one) && isRevisionInfo(one));
}
