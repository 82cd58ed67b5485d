/** The lines of an export: what each holds, and whether a text is one. */
import { z } from 'zod';
import { readPlainObject } from '../platform/base/plain.ts';
import {
  COMMON_JOURNAL_KINDS,
  type CommonJournalKind,
  DEVICE_JOURNAL_KINDS,
  type DeviceJournalKind,
  forEachKind,
  RECORD_KINDS,
  RECORDS,
  type RecordKind,
} from './kinds.ts';
import { STATE_VERSION } from './limits.ts';
import type { ConfigRevision, JournalLine, StoredDevice } from './state.ts';
import { StateError } from './state-error.ts';

export const EXPORT_FORMAT = 'stipple-state';

export interface DeviceLine
  extends StoredDevice,
    Readonly<Record<DeviceJournalKind, readonly JournalLine[]>> {
  /** Hours, in ms since 1970, with their points as base64. */
  readonly history: readonly (readonly [number, string])[];
}

/** What a line after the first holds. Journals and records stand there under the key that their row names. */
export type ExportLine =
  | { readonly config: readonly ConfigRevision[] }
  | { readonly urlSecret: string }
  | { readonly journal: CommonJournalKind; readonly lines: readonly JournalLine[] }
  | { readonly records: RecordKind; readonly name: string; readonly record: string }
  | { readonly device: DeviceLine };

const HEAD = z.object({ format: z.literal(EXPORT_FORMAT), version: z.int() });

const string = z.string();
const lines = z.array(z.object({ atMs: z.number(), text: string }));

const LINES = z.union([
  z.object({
    device: z.object({
      id: string,
      identity: string,
      revision: z.int(),
      codes: z.array(string),
      contact: string.nullable(),
      seenMs: z.number(),
      // Exports of earlier versions do not have all of them.
      ...forEachKind(DEVICE_JOURNAL_KINDS, () => lines.default([])),
      history: z.array(z.tuple([z.number(), string])),
    }),
  }),
  z.object({
    config: z.array(z.object({ revision: z.int(), savedMs: z.number(), note: string, text: string })),
  }),
  z.object({ urlSecret: string }),
  ...COMMON_JOURNAL_KINDS.map((journal) =>
    z.object({ [journal]: lines }).transform((line) => ({ journal, lines: line[journal] ?? [] })),
  ),
  ...RECORD_KINDS.flatMap((records) => {
    const key = RECORDS[records].exported?.key;
    if (key === undefined) return [];
    const line = z.object({ [key]: string, record: string });
    return [line.transform(({ [key]: name = '', record = '' }) => ({ records, name, record }))];
  }),
]);

/**
 * Read the first line.
 * @throws {StateError} unusable: another text, or a newer version
 */
export function checkExportHead(text: string): void {
  const head = HEAD.safeParse(readPlainObject(text));
  if (!head.success) {
    throw new StateError(
      'unusable',
      `Expected an export of the state, whose line 1 names the format ${EXPORT_FORMAT}.`,
    );
  }
  const { version } = head.data;
  if (version <= STATE_VERSION) return;
  throw new StateError(
    'unusable',
    `The export was written by a newer version of Stipple (layout ${version}, this one reads ${STATE_VERSION}).`,
  );
}

/**
 * Read a line after the first.
 * @param number  of the line, for the message
 * @throws {StateError} unusable
 */
export function readExportLine(text: string, number: number): ExportLine {
  const line = LINES.safeParse(readPlainObject(text));
  if (line.success) return line.data;
  throw new StateError('unusable', `Line ${number} is not one of an export of the state.`);
}
