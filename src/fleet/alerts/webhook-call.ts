/** What a webhook is sent: all that is new for it in one call, for programs and for people. */
import { randomUUID } from 'node:crypto';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { VERSION } from '../../platform/base/version.ts';
import { type KeptAlert, resolvedText } from './alert.ts';
import type { News } from './alert-book.ts';

/** A call that is ready to be sent. */
export interface WebhookCall {
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

interface Line {
  readonly list: 'firing' | 'resolved';
  readonly item: PlainObject;
  readonly text: string;
}

/** Make the call with what a webhook has not been told. */
export function makeWebhookCall({ firing, reminders, resolved, beyond }: News, nowMs: number): WebhookCall {
  const lines = [
    ...newestFirst(firing).map((alert) => lineOf(alert, { reminder: false }, alert.text)),
    ...newestFirst(resolved).map((alert) => lineOf(alert, { reminder: false }, resolvedText(alert))),
    ...newestFirst(reminders).map((alert) => lineOf(alert, { reminder: true }, `Still: ${alert.text}`)),
  ];
  const listed = withinBytes(lines.slice(0, ALERT_LIMITS.listed));
  const more = lines.length - listed.length + beyond;
  const texts = listed.map(({ text }) => text);
  return sealed(listed, more, messageOf(texts, lines.length + beyond), nowMs, {});
}

/** Make a call that only says that calls arrive. */
export function testCall(webhook: string, nowMs: number): WebhookCall {
  const text = `A test of the webhook ${webhook}: alerts arrive here`;
  return sealed([], 0, text, nowMs, { test: true });
}

function sealed(
  listed: readonly Line[],
  more: number,
  text: string,
  nowMs: number,
  mark: PlainObject,
): WebhookCall {
  const id = randomUUID();
  const itemsOf = (list: Line['list']): readonly PlainObject[] =>
    listed.filter((line) => line.list === list).map(({ item }) => item);
  const sentAt = new Date(nowMs).toISOString();
  const head = { id, server: `stipple/${VERSION}`, sent_at: sentAt, ...mark, text };
  const body = { ...head, firing: itemsOf('firing'), resolved: itemsOf('resolved'), more };
  return { id, body: JSON.stringify(body) };
}

function newestFirst(alerts: readonly KeptAlert[]): readonly KeptAlert[] {
  return alerts.toSorted((a, b) => b.sinceMs - a.sinceMs);
}

function lineOf(alert: KeptAlert, { reminder }: { readonly reminder: boolean }, text: string): Line {
  const { rule, when, subject, sinceMs, resolvedMs, facts } = alert;
  const item = {
    rule,
    when,
    subject: { ...subject },
    since: new Date(sinceMs).toISOString(),
    text,
    facts,
    ...(resolvedMs === null ? { reminder } : { resolved_at: new Date(resolvedMs).toISOString() }),
  };
  return { list: resolvedMs === null ? 'firing' : 'resolved', item, text };
}

function withinBytes(lines: readonly Line[]): readonly Line[] {
  let bytes = 0;
  const end = lines.findIndex(({ item }) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > ALERT_LIMITS.bodyBytes - 4 * ALERT_LIMITS.messageCharacters;
  });
  return end === -1 ? lines : lines.slice(0, end);
}

/** Joins as many lines as a chat takes. @param count  of all alerts that there are */
function messageOf(texts: readonly string[], count: number): string {
  let message = '';
  for (const [index, text] of texts.entries()) {
    const rest = count - index - 1;
    const ending = rest === 0 ? '' : `\n… and ${rest} more`;
    const longer = message === '' ? text : `${message}\n${text}`;
    if (longer.length + ending.length > ALERT_LIMITS.messageCharacters)
      return `${message}\n… and ${rest + 1} more`;
    message = longer;
  }
  const left = count - texts.length;
  return left === 0 ? message : `${message}\n… and ${left} more`;
}
