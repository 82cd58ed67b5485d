/** The lines of an export: what each holds, and whether a text is one. */
import { STATE_VERSION } from './limits.ts';
import type { ConfigRevision, JournalLine, StoredDevice } from './state.ts';
import { StateError } from './state-error.ts';

export const EXPORT_FORMAT = 'stipple-state';

export interface DeviceLine extends StoredDevice {
  readonly logs: readonly JournalLine[];
  readonly events: readonly JournalLine[];
  /** These two are absent in exports of earlier versions. */
  readonly unproven?: readonly JournalLine[];
  readonly trail?: readonly JournalLine[];
  /** Hours, in ms since 1970, with their points as base64. */
  readonly history: readonly (readonly [number, string])[];
}

/** The first line. */
export interface ExportHead {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly exportedMs: number;
}

export type ExportLine =
  | { readonly config: readonly ConfigRevision[] }
  | { readonly repo: string; readonly record: string }
  | { readonly sensitive: string; readonly record: string }
  | { readonly urlSecret: string }
  | { readonly audit: readonly JournalLine[] }
  | { readonly device: DeviceLine };

/**
 * Read the first line.
 * @throws {StateError} unusable: another text, or a newer version
 */
export function checkExportHead(text: string): void {
  const head = parse(text);
  if (head?.['format'] !== EXPORT_FORMAT || !isCount(head['version'])) {
    throw new StateError(
      'unusable',
      `Expected an export of the state, whose line 1 names the format ${EXPORT_FORMAT}.`,
    );
  }
  if (head['version'] <= STATE_VERSION) return;
  throw new StateError(
    'unusable',
    `The export was written by a newer version of Stipple (layout ${head['version']}, this one reads ${STATE_VERSION}).`,
  );
}

/**
 * Read a line after the first.
 * @param number  of the line, for the message
 * @throws {StateError} unusable
 */
export function readExportLine(text: string, number: number): ExportLine {
  const line = parse(text);
  if (line !== null && isExportLine(line)) return line as unknown as ExportLine;
  throw new StateError('unusable', `Line ${number} is not one of an export of the state.`);
}

type Fields = Readonly<Record<string, unknown>>;

function isExportLine(line: Fields): boolean {
  if ('device' in line) return isFields(line['device']) && isDevice(line['device']);
  if ('config' in line) return isListOf(line['config'], isRevision);
  if ('audit' in line) return isListOf(line['audit'], isJournalLine);
  if ('urlSecret' in line) return isText(line['urlSecret']);
  if ('sensitive' in line) return isText(line['sensitive']) && isText(line['record']);
  return isText(line['repo']) && isText(line['record']);
}

function isDevice({
  id,
  identity,
  revision,
  codes,
  contact,
  seenMs,
  logs,
  events,
  unproven = [],
  trail = [],
  history,
}: Fields): boolean {
  return (
    isText(id) &&
    isText(identity) &&
    isCount(revision) &&
    Array.isArray(codes) &&
    codes.every(isText) &&
    (contact === null || isText(contact)) &&
    Number.isFinite(seenMs) &&
    isListOf(logs, isJournalLine) &&
    isListOf(events, isJournalLine) &&
    isListOf(unproven, isJournalLine) &&
    isListOf(trail, isJournalLine) &&
    Array.isArray(history) &&
    history.every(isHistoryPoint)
  );
}

function isRevision({ revision, savedMs, note, text }: Fields): boolean {
  return isCount(revision) && Number.isFinite(savedMs) && isText(note) && isText(text);
}

function isJournalLine({ atMs, text }: Fields): boolean {
  return Number.isFinite(atMs) && isText(text);
}

function isHistoryPoint(pair: unknown): boolean {
  return Array.isArray(pair) && Number.isFinite(pair[0]) && isText(pair[1]);
}

function isListOf(value: unknown, isItem: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isFields(item) && isItem(item));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): Fields | null {
  try {
    const line: unknown = JSON.parse(text);
    return isFields(line) ? line : null;
  } catch {
    return null;
  }
}
