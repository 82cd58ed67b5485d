/** The form of an answer in the state store: a line of JSON, then the bytes of the body. */
import { isPlainObject, type PlainValue, readPlainObject } from '../../platform/base/plain.ts';
import type { GoodAnswer } from './request.ts';

/** An answer with what its age is judged by. */
export interface StoredAnswer {
  readonly answer: GoodAnswer;
  /** When it arrived, in ms since 1970 by the clock of the server that asked. */
  readonly atMs: number;
  /** How long the request took. */
  readonly tookMs: number;
}

const VERSION = 1;
const NEWLINE = 10;

/**
 * Pack an answer.
 * @param url  of the request: it may hold a secret, so it is not stored, and an answer from there does not repeat it
 */
export function packAnswer({ answer, atMs, tookMs }: StoredAnswer, url: string): Buffer {
  const { status, headers, body, finalUrl } = answer;
  const facts = {
    version: VERSION,
    status,
    headers,
    finalUrl: finalUrl === url ? null : finalUrl,
    atMs,
    tookMs,
    bodyBytes: body.length,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), body]);
}

/** Read an answer; null for anything that `packAnswer` does not make of a 2xx answer to a request with this URL. */
export function unpackAnswer(bytes: Buffer, url: string): StoredAnswer | null {
  const end = bytes.indexOf(NEWLINE);
  const facts = end === -1 ? null : readPlainObject(bytes.toString('utf8', 0, end));
  if (facts === null || facts['version'] !== VERSION) return null;
  const { status, headers, finalUrl, atMs, tookMs, bodyBytes } = facts as Record<string, PlainValue>;
  if (!isSuccess(status) || !isTime(atMs) || !isTime(tookMs) || !isTextTable(headers)) return null;
  if (finalUrl !== null && typeof finalUrl !== 'string') return null;
  if (bodyBytes !== bytes.length - end - 1) return null;
  // A copy: the bytes may be a part of a larger piece of memory.
  const body = Buffer.from(bytes.subarray(end + 1));
  const answer = { ok: true, status, headers, body, fromCache: false, finalUrl: finalUrl ?? url } as const;
  return { answer, atMs, tookMs };
}

function isSuccess(value: PlainValue | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) < 300;
}

function isTime(value: PlainValue | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isTextTable(value: PlainValue | undefined): value is Readonly<Record<string, string>> {
  return isPlainObject(value) && Object.values(value).every((text) => typeof text === 'string');
}
