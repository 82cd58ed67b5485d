/** All that lasts as lines of JSON, and back, from any engine into any other. */
import { plural } from '../platform/base/words.ts';
import {
  checkExportHead,
  type DeviceLine,
  EXPORT_FORMAT,
  type ExportLine,
  readExportLine,
} from './export-lines.ts';
import {
  COMMON_JOURNAL_KINDS,
  COMMON_JOURNALS,
  DEVICE_JOURNAL_KINDS,
  type DeviceJournalKind,
  RECORD_KINDS,
  RECORDS,
} from './kinds.ts';
import { STATE_LIMITS, STATE_VERSION } from './limits.ts';
import type {
  ConfigRevision,
  HistoryPoint,
  JournalLine,
  JournalState,
  State,
  StoredDevice,
} from './state.ts';
import { StateError } from './state-error.ts';
import { unlessDamaged, unreadable } from './unreadable.ts';

/** Is told what is left out because it is damaged, besides devices, which `state.devices.unreadable` has. */
export type OnMissing = (what: string) => void;

/** Write all that lasts: one object a line, the version first. Devices that call meanwhile are as they are when it is their turn. */
export async function* exportState(
  state: State,
  nowMs: number,
  onMissing: OnMissing = () => {},
): AsyncIterable<string> {
  /** What is damaged is left out, and told. */
  const sound: Sound = async (what, read, instead) => {
    const found = await unlessDamaged(async () => ({ value: await read() }));
    if (found === null) onMissing(what);
    return found === null ? instead : found.value;
  };
  yield write({ format: EXPORT_FORMAT, version: STATE_VERSION, exportedMs: nowMs });
  const secret = await sound('the secret of addresses', () => state.urlSecret.get(), null);
  if (secret !== null) yield write({ urlSecret: secret });
  const config = await revisionsOf(state, sound);
  if (config.length > 0) yield write({ config });
  for (const kind of COMMON_JOURNAL_KINDS) {
    const lines = await sound(COMMON_JOURNALS[kind].title, () => state[kind].list(kind, nowMs), []);
    if (lines.length > 0) yield write({ [kind]: lines });
  }
  for (const kind of RECORD_KINDS) {
    const { exported } = RECORDS[kind];
    if (exported === null) continue;
    const records = await sound(exported.title, () => state[kind].all(), new Map<string, string>());
    for (const [name, record] of records) yield write({ [exported.key]: name, record });
  }
  for await (const batch of state.devices.all({ isThorough: true })) {
    const lines = await Promise.all(batch.map((device) => deviceLine(state, device, nowMs, sound)));
    yield* lines.map((device) => write({ device }));
  }
}

type Sound = <T>(what: string, read: () => Promise<T>, instead: T) => Promise<T>;

type Lines = AsyncIterable<string> | Iterable<string>;

/**
 * Look whether all lines can be read, and keep nothing.
 * @throws {StateError} unusable: not such a text, or of a newer version
 */
export async function checkExport(lines: Lines): Promise<void> {
  for await (const _line of readExport(lines));
}

/**
 * Read what `exportState` has written, into a state that is empty.
 * @returns how many devices there were
 * @throws {StateError} unusable: not such a text, of a newer version, or the state is not empty. Where something was
 *   imported before, the message says so
 */
export async function importState(state: State, lines: Lines): Promise<number> {
  await requireEmpty(state);
  let begun = false;
  let devices = 0;
  let pending: Promise<void>[] = [];
  try {
    for await (const line of readExport(lines)) {
      begun = true;
      if (!('device' in line)) {
        await importLine(state, line);
        continue;
      }
      pending.push(importDevice(state, line.device));
      devices++;
      if (pending.length < STATE_LIMITS.importBatch) continue;
      await Promise.all(pending);
      pending = [];
    }
    await Promise.all(pending);
  } catch (error) {
    // What is under way ends first, so that nothing is written after the message.
    await Promise.allSettled(pending);
    if (!begun || !(error instanceof StateError)) throw error;
    const advice = 'A part was imported: empty the state before you import again.';
    throw new StateError(error.kind, `${error.message} ${advice}`, error);
  }
  return devices;
}

async function* readExport(lines: Lines): AsyncIterable<ExportLine> {
  let number = 0;
  for await (const text of lines) {
    number++;
    if (number === 1) checkExportHead(text);
    else if (text.trim() !== '') yield readExportLine(text, number);
  }
  if (number === 0) throw new StateError('unusable', 'Expected an export of the state, got nothing.');
}

async function requireEmpty(state: State): Promise<void> {
  const devices = await state.devices.count();
  const config = await state.config.current();
  if (devices === 0 && config === null) return;
  const found = devices === 0 ? 'a config' : plural(devices, 'device');
  throw new StateError('unusable', `Expected an empty state to import into, got one with ${found}.`);
}

async function importLine(state: State, line: Exclude<ExportLine, { device: DeviceLine }>): Promise<void> {
  if ('urlSecret' in line) await state.urlSecret.settle(line.urlSecret);
  else if ('config' in line) await state.config.restore(line.config);
  else if ('journal' in line) await appendAll(state[line.journal], line.journal, line.lines);
  else await state[line.records].put(line.name, line.record, 0);
}

async function importDevice(state: State, device: DeviceLine): Promise<void> {
  const { id, identity, revision, codes, contact, seenMs, history } = device;
  await state.devices.restore({ id, identity, revision, codes, contact, seenMs });
  await Promise.all([
    ...DEVICE_JOURNAL_KINDS.map((kind) => appendAll(state[kind], id, device[kind])),
    ...history.map(([hourMs, point]) => state.history.put(id, hourMs, Buffer.from(point, 'base64'))),
  ]);
}

async function appendAll(journal: JournalState, id: string, lines: readonly JournalLine[]): Promise<void> {
  for (const { atMs, text } of lines) await journal.append(id, [text], atMs);
}

async function revisionsOf({ config }: State, sound: Sound): Promise<readonly ConfigRevision[]> {
  const revisions: ConfigRevision[] = [];
  const infos = await sound('the history of the config', () => config.history(), []);
  for (const info of infos) {
    const what = `revision ${info.revision} of the config`;
    const text = await sound(
      what,
      async () => (await config.text(info.revision)) ?? lost(info.revision),
      null,
    );
    if (text !== null) revisions.push({ ...info, text });
  }
  return revisions;
}

function lost(revision: number): never {
  throw unreadable('config', String(revision));
}

/** Its fields are in one order, so that exports can be compared. */
async function deviceLine(
  state: State,
  { id, identity, revision, codes, contact, seenMs }: StoredDevice,
  nowMs: number,
  sound: Sound,
): Promise<DeviceLine> {
  const [history, ...read] = await Promise.all([
    sound(`the history of ${id}`, () => state.history.list(id, 0, nowMs), []),
    ...DEVICE_JOURNAL_KINDS.map(async (kind) => {
      const lines = await sound(`the ${kind} of ${id}`, () => state[kind].list(id, nowMs), []);
      return [kind, lines] as const;
    }),
  ]);
  const journals = Object.fromEntries(read) as Record<DeviceJournalKind, JournalLine[]>;
  return { id, identity, revision, codes, contact, seenMs, ...journals, history: history.map(toPair) };
}

function toPair({ hourMs, point }: HistoryPoint): readonly [number, string] {
  return [hourMs, point.toString('base64')];
}

function write(line: object): string {
  return JSON.stringify(line);
}
