/** How the result of a job travels from a confined process: as plain data, its picture as bytes beside it. */

import type { ReadyHeader } from '../../pictures/isolation/protocol.ts';
import type { SendMessage } from '../../pictures/isolation/serve-parent.ts';
import { residentBytes } from '../../pictures/native/confine.ts';
import type { Answered } from '../../platform/base/stages.ts';

/** A message from a process of a pool. */
export type AnswerHeader =
  | ReadyHeader
  | {
      readonly kind: 'answer';
      readonly result: Answered<Readonly<Record<string, unknown>>>;
      /** The property of the value that the bytes are; null when there are none. */
      readonly bytesKey: string | null;
      /** Resident memory of the process after the job. */
      readonly rssBytes: number;
    };

/** Send the result of a job. At most one property of its value may be bytes. */
export function sendAnswer(send: SendMessage, result: Answered<object>): void {
  const value: Readonly<Record<string, unknown>> = result.ok ? { ...result.value } : {};
  const bytesKey = Object.keys(value).find((key) => value[key] instanceof Uint8Array) ?? null;
  const bytes = bytesKey === null ? undefined : (value[bytesKey] as Uint8Array);
  const rest = bytesKey === null ? value : { ...value, [bytesKey]: undefined };
  const plain = result.ok ? { ...result, value: rest } : result;
  send({ kind: 'answer', result: plain, bytesKey, rssBytes: residentBytes() }, bytes);
}

/** Put a result together again. */
export function joinAnswer<Answer>(
  { result, bytesKey }: Extract<AnswerHeader, { kind: 'answer' }>,
  bytes: Buffer,
): Answered<Answer> {
  if (!result.ok || bytesKey === null) return result as Answered<Answer>;
  return { ...result, value: { ...result.value, [bytesKey]: bytes } as Answer };
}
