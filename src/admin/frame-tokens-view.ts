/** What the admin API shows of an entry whose picture can be fetched at an address of its own. */
import { z } from 'zod';
import type { FrameId } from '../domain/frame.ts';
import type { MappingEntry } from '../domain/mapping.ts';
import type { FrameRecords } from '../store/frame-records.ts';
import { timeText } from './view.ts';

export const frameTokensSchema = z
  .record(z.string(), z.string())
  .nullable()
  .describe('SHA-256 digests of its tokens, by their names');

/** The digests of an entry; null where there are none. */
export function frameTokensView(mapping: MappingEntry | null): Readonly<Record<string, string>> | null {
  return mapping?.frameTokens === undefined ? null : Object.fromEntries(mapping.frameTokens);
}

/** When a picture was last fetched; null where that was not since the start. */
export function fetchedOf({ frames }: { readonly frames: FrameRecords }, id: FrameId | null): string | null {
  const record = id === null ? null : frames.get(id);
  return record === null ? null : timeText(record.fetchedMs);
}
