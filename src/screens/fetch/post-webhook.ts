/**
 * Sends one call to a webhook of the operator. It may have a private address, never one that is link-local or of a cloud's
 * metadata; redirects are not followed, and what is answered beside the status is not read.
 */
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import type { WebhookAccess } from '../../domain/alert-rule.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { type LookupAll, lookupAll } from './guarded-connect.ts';
import { describeError } from './outbound-error.ts';
import { guardedConnector } from './screen-connector.ts';

interface WebhookCall {
  /** The same for each try, so that a receiver can drop doubles. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
  /** In ms since 1970. */
  readonly nowMs: number;
}

interface PostOptions {
  readonly timeoutMs: number;
  /** For `User-Agent`. */
  readonly version: string;
  readonly signal: AbortSignal;
  readonly lookup?: LookupAll;
}

/** What came of a call. */
export interface PostOutcome {
  /** Null without an answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Why it failed, without secrets; null for a status from 200 to 299. */
  readonly problem: string | null;
}

/** Send a call. Never rejects. */
export async function postWebhook(
  access: WebhookAccess,
  call: WebhookCall,
  { timeoutMs, version, signal, lookup = lookupAll }: PostOptions,
): Promise<PostOutcome> {
  const startMs = monotonicMs();
  const { origin, pathname, search } = new URL(access.url);
  const connect = guardedConnector(true, lookup, timeoutMs, 'webhooks');
  const pool = new Pool(origin, { connect, connections: 1, pipelining: 1 });
  const timeout = AbortSignal.timeout(timeoutMs);
  const took = (): number => Math.round(monotonicMs() - startMs);
  try {
    const { statusCode: status, body } = await pool.request({
      path: `${pathname}${search}`,
      method: 'POST',
      headers: headersOf(access, call, version).flat(),
      body: call.body,
      signal: AbortSignal.any([timeout, signal]),
    });
    // The connection ends with the pool.
    body.on('error', () => undefined).destroy();
    return { status, ms: took(), problem: problemOf(status) };
  } catch (error) {
    const late = `no answer within ${timeoutMs / 1000} s`;
    return { status: null, ms: took(), problem: timeout.aborted ? late : describeError(error) };
  } finally {
    await pool.destroy().catch(() => undefined);
  }
}

function headersOf(
  { secret, headers }: WebhookAccess,
  { id, body, nowMs }: WebhookCall,
  version: string,
): [string, string][] {
  const timestamp = String(Math.floor(nowMs / 1000));
  const own = headers.map(([name, value]): [string, string] => [name, value]);
  const hasAgent = own.some(([name]) => name.toLowerCase() === 'user-agent');
  return [
    ...own,
    ...(hasAgent ? [] : [['User-Agent', `stipple/${version}`] as [string, string]]),
    ['Content-Type', 'application/json'],
    ['X-Stipple-Delivery', id],
    ['X-Stipple-Timestamp', timestamp],
    ...(secret === null ? [] : [signatureOf(secret, timestamp, body)]),
  ];
}

function signatureOf(secret: string, timestamp: string, body: string): [string, string] {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return ['X-Stipple-Signature-256', `sha256=${signature}`];
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const hint = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return `the answer has status ${status}${hint}`;
}
