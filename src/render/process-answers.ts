/** How the result of a job travels from a confined process: as plain data, its picture as bytes beside it. */
import type { Result } from '../base/result.ts';
import type { ReadyHeader } from '../isolation/protocol.ts';
import type { SendMessage } from '../isolation/serve-parent.ts';

/** A message from a process of a pool. */
export type AnswerHeader =
  | ReadyHeader
  | {
      readonly kind: 'answer';
      readonly result: Result<Readonly<Record<string, unknown>>>;
      /** The property of the value that the bytes are; null when there are none. */
      readonly bytesKey: string | null;
      /** Resident memory of the process after the job. */
      readonly rssBytes: number;
    };

/** Send the result of a job. At most one property of its value may be bytes. */
export function sendAnswer(send: SendMessage, result: Result<object>): void {
  const value: Readonly<Record<string, unknown>> = result.ok ? { ...result.value } : {};
  const bytesKey = Object.keys(value).find((key) => value[key] instanceof Uint8Array) ?? null;
  const bytes = bytesKey === null ? undefined : (value[bytesKey] as Uint8Array);
  const rest = bytesKey === null ? value : { ...value, [bytesKey]: undefined };
  const plain = result.ok ? { ok: true, value: rest } : result;
  send({ kind: 'answer', result: plain, bytesKey, rssBytes: process.memoryUsage.rss() }, bytes);
}

/** Put a result together again. */
export function joinAnswer<Answer>(
  { result, bytesKey }: Extract<AnswerHeader, { kind: 'answer' }>,
  bytes: Buffer,
): Result<Answer> {
  if (!result.ok || bytesKey === null) return result as Result<Answer>;
  return { ok: true, value: { ...result.value, [bytesKey]: bytes } as Answer };
}
