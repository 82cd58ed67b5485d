/** Requests and answers in short form, for tests. */
import assert from 'node:assert/strict';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';

export type Answered = Extract<FetchAnswer, { ok: true }>;

export function get(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url,
    method: 'GET',
    headers: [],
    body: null,
    timeoutMs: 5_000,
    followRedirects: true,
    maxRedirects: 5,
    cacheTtlSeconds: 0,
    ...more,
  };
}

export function good(answer: FetchAnswer): Answered {
  if (!answer.ok) assert.fail(answer.error);
  return answer;
}

export function problem(answer: FetchAnswer): string {
  if (answer.ok) assert.fail(`expected an error, got status ${answer.status}`);
  return answer.error;
}

export function text(answer: FetchAnswer): string {
  return Buffer.from(good(answer).body).toString('utf8');
}
