/** Logs, events, trails and history of devices, and the audit trail. */

import { checkPoint, hourPlace, monthEndsMs, monthsBetween, pointsOf } from '../history-months.ts';
import { appendLines, freshLines, splitLines, writeLines } from '../journal-lines.ts';
import { JOURNALS, type JournalKind } from '../kinds.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { HistoryState, JournalState } from '../state.ts';
import { checkKey } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing } from './backing.ts';

/** What a device forgets when it is forgotten. */
export interface ForgettingDevice {
  /** Within a change. */
  forget(id: string): void;
}

export function localJournal(
  backing: Backing,
  watch: MethodTimer,
  kind: JournalKind,
): JournalState & ForgettingDevice {
  const shelf = backing.expiring(kind);
  const bounds = JOURNALS[kind];
  return {
    append: (id, texts, nowMs) =>
      watch(`${kind}.append`, async () => {
        checkKey(id);
        const lines = writeLines(texts, nowMs, bounds);
        if (lines.length === 0) return;
        await backing.change(
          () => shelf.put(id, appendLines(shelf.get(id), lines, bounds), nowMs + bounds.ms),
          // A journal is written as a whole.
          bounds.bytes,
        );
      }),
    list: (id, nowMs) => watch(`${kind}.list`, () => freshLines(splitLines(shelf.get(id)), nowMs, bounds)),
    forget: (id) => shelf.remove(id),
  };
}

export function localHistory(backing: Backing, watch: MethodTimer): HistoryState & ForgettingDevice {
  const shelf = backing.expiring('history');
  return {
    put: (id, atMs, point) =>
      watch('history.put', () => {
        checkKey(id);
        checkPoint(point);
        const { month, offset } = hourPlace(atMs);
        return backing.change(() => {
          const before = shelf.get(keyOf(id, month));
          const bytes = Buffer.alloc(Math.max(before?.length ?? 0, offset + STATE_LIMITS.historyPointBytes));
          before?.copy(bytes);
          point.copy(bytes, offset);
          shelf.put(keyOf(id, month), bytes, monthEndsMs(month));
        });
      }),
    list: (id, fromMs, toMs) =>
      watch('history.list', () =>
        monthsBetween(fromMs, toMs).flatMap((month) => {
          const bytes = shelf.get(keyOf(id, month));
          return bytes === null ? [] : pointsOf(month, bytes, fromMs, toMs);
        }),
      ),
    forget: (id) => {
      const nowMs = backing.nowMs();
      for (const month of monthsBetween(nowMs - STATE_LIMITS.historyMs, nowMs))
        shelf.remove(keyOf(id, month));
    },
  };
}

function keyOf(id: string, month: string): string {
  return `${month} ${id}`;
}
