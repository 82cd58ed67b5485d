/**
 * What the state store has of the alerts: records of bounded size. What has another form counts as absent, since a server
 * of another version may have written it.
 */
import { ALERT_KINDS } from '../../domain/alert-kinds/kinds.ts';
import type { Outage } from '../../domain/alert-kinds/outages.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import {
  isCount,
  isPlainObject,
  ownValue,
  type PlainObject,
  readPlainObject,
} from '../../platform/base/plain.ts';
import type { RecordState } from '../../state/state.ts';
import { type KeptAlert, SUBJECT_KINDS } from './alert.ts';
import type { Beyond } from './alert-book.ts';
import type { OfflineSince } from './offline-repos.ts';

/** What is known besides the alerts themselves. */
export interface BookHead {
  /** When all devices were looked at last, in ms since 1970; 0 for never. */
  readonly lookedMs: number;
  readonly outages: readonly Outage[];
  readonly offline: OfflineSince;
  readonly beyond: Beyond;
  /** The last call that was made for each webhook: another one in the store was not finished. */
  readonly calls: Readonly<Record<string, string>>;
}

export interface StoredBook {
  readonly head: BookHead;
  readonly alerts: readonly KeptAlert[];
}

/** A call that a webhook has to be given, and how the last one went. */
export interface StoredQueue {
  readonly call: StoredCall | null;
  readonly last: LastCall | null;
}

export interface StoredCall {
  readonly id: string;
  readonly body: string;
  readonly tries: number;
  readonly nextMs: number;
}

export interface LastCall {
  readonly atMs: number;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Why it failed, without secrets; null when it did not. */
  readonly problem: string | null;
}

export const EMPTY_HEAD: BookHead = { lookedMs: 0, outages: [], offline: {}, beyond: {}, calls: {} };

const HEAD = 'head';

function chunkName(index: number): string {
  return `alerts/${index}`;
}

function queueName(webhook: string): string {
  return `call/${webhook}`;
}

/**
 * The records of alerts and head by their names, each made when it is asked for. The head is first: what it says of calls
 * counts before alerts are told.
 */
export function* bookRecords({
  head,
  alerts,
}: StoredBook): Iterable<readonly [name: string, record: string]> {
  yield [HEAD, JSON.stringify(head)];
  let index = 0;
  let texts: string[] = [];
  let bytes = 0;
  for (const alert of alerts) {
    const text = JSON.stringify(alert);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > ALERT_LIMITS.chunkBytes) {
      yield chunkRecord(index++, texts, false);
      if (index >= ALERT_LIMITS.chunks) return;
      texts = [];
      bytes = Buffer.byteLength(text) + 1;
    }
    texts.push(text);
  }
  yield chunkRecord(index, texts, true);
}

function chunkRecord(index: number, texts: readonly string[], isLast: boolean): readonly [string, string] {
  return [chunkName(index), `{"isLast":${isLast},"alerts":[${texts.join()}]}`];
}

export function queueRecord(webhook: string, queue: StoredQueue): readonly [name: string, record: string] {
  return [queueName(webhook), JSON.stringify(queue)];
}

/**
 * Read what the store has.
 * @throws {StateError}
 */
export async function readBook(records: RecordState): Promise<StoredBook> {
  const stored = readPlainObject((await records.get(HEAD)) ?? '');
  if (stored === null) return { head: EMPTY_HEAD, alerts: [] };
  const alerts: KeptAlert[] = [];
  for (let index = 0; index < ALERT_LIMITS.chunks; index++) {
    const chunk = readPlainObject((await records.get(chunkName(index))) ?? '');
    const list = chunk?.['alerts'];
    if (Array.isArray(list)) alerts.push(...list.filter(isKeptAlert));
    if (chunk?.['isLast'] !== false) break;
  }
  return { head: readHead(stored), alerts };
}

/**
 * Read what the store has of a webhook.
 * @throws {StateError}
 */
export async function readWebhookQueue(records: RecordState, webhook: string): Promise<StoredQueue> {
  const stored = readPlainObject((await records.get(queueName(webhook))) ?? '');
  const { call = null, last = null } = stored ?? {};
  return { call: isCall(call) ? call : null, last: isLast(last) ? last : null };
}

function readHead(stored: PlainObject): BookHead {
  const { lookedMs, outages, offline, beyond, calls } = stored;
  return {
    lookedMs: isCount(lookedMs) ? lookedMs : 0,
    outages: Array.isArray(outages) ? outages.filter(isOutage) : [],
    offline: isMapOf(offline, isCount) ? offline : {},
    beyond: isMapOf(beyond, isCount) ? beyond : {},
    calls: isMapOf(calls, isText) ? calls : {},
  };
}

function isKeptAlert(value: unknown): value is KeptAlert {
  if (!isPlainObject(value)) return false;
  const { rule, when, subject, sinceMs, text, facts, firedMs, resolvedMs, told } = value;
  if (!isText(rule) || !isText(text) || !isPlainObject(facts) || !isMapOf(told, isCount)) return false;
  if (!ALERT_KINDS.some((kind) => kind === when) || !isCount(sinceMs) || !isCount(firedMs)) return false;
  if (!(resolvedMs === null || isCount(resolvedMs)) || !isPlainObject(subject)) return false;
  return (
    SUBJECT_KINDS.some((kind) => kind === subject['kind']) &&
    isText(subject['key']) &&
    isText(subject['name'])
  );
}

function isCall(value: unknown): value is StoredCall {
  if (!isPlainObject(value)) return false;
  const { id, body, tries, nextMs } = value;
  return isText(id) && isText(body) && isCount(tries) && isCount(nextMs);
}

function isLast(value: unknown): value is LastCall {
  if (!isPlainObject(value)) return false;
  const { atMs, status, ms, problem } = value;
  return (
    isCount(atMs) &&
    isCount(ms) &&
    (status === null || isCount(status)) &&
    (problem === null || isText(problem))
  );
}

function isOutage(value: unknown): value is Outage {
  return Array.isArray(value) && value.length === 2 && value.every(isCount);
}

function isMapOf<Value>(
  value: unknown,
  fits: (item: unknown) => item is Value,
): value is Record<string, Value> {
  return isPlainObject(value) && Object.keys(value).every((key) => fits(ownValue(value, key)));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
