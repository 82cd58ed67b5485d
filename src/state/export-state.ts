/** All that lasts as lines of JSON, and back, from any engine into any other. */
import {
  checkExportHead,
  type DeviceLine,
  EXPORT_FORMAT,
  type ExportHead,
  type ExportLine,
  readExportLine,
} from './export-lines.ts';
import { STATE_LIMITS, STATE_VERSION } from './limits.ts';
import {
  AUDIT_ID,
  type ConfigRevision,
  type HistoryPoint,
  type JournalLine,
  type State,
  type StoredDevice,
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
  const audit = await sound('the audit trail', () => state.audit.list(AUDIT_ID, nowMs), []);
  if (audit.length > 0) yield write({ audit });
  const none = new Map<string, string>();
  const repos = await sound('the records of screen repos', () => state.repos.all(), none);
  for (const [repo, record] of repos) yield write({ repo, record });
  const sensitive = await sound('what was sensitive once', () => state.sensitive.all(), none);
  for (const [screen, record] of sensitive) yield write({ sensitive: screen, record });
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
  const found = devices === 0 ? 'a config' : devices === 1 ? '1 device' : `${devices} devices`;
  throw new StateError('unusable', `Expected an empty state to import into, got one with ${found}.`);
}

async function importLine(state: State, line: Exclude<ExportLine, { device: DeviceLine }>): Promise<void> {
  if ('urlSecret' in line) await state.urlSecret.settle(line.urlSecret);
  else if ('config' in line) await state.config.restore(line.config);
  else if ('audit' in line) await appendAll(state.audit, AUDIT_ID, line.audit);
  else if ('sensitive' in line) await state.sensitive.put(line.sensitive, line.record, 0);
  else await state.repos.put(line.repo, line.record, 0);
}

async function importDevice(state: State, device: DeviceLine): Promise<void> {
  const { id, identity, revision, codes, contact, seenMs, logs, events, history } = device;
  const { unproven = [], trail = [] } = device;
  const stored = { id, identity, revision, codes, contact, seenMs };
  await state.devices.restore(stored);
  await Promise.all([
    appendAll(state.logs, stored.id, logs),
    appendAll(state.events, stored.id, events),
    appendAll(state.unproven, stored.id, unproven),
    appendAll(state.trail, stored.id, trail),
    ...history.map(([hourMs, point]) => state.history.put(stored.id, hourMs, Buffer.from(point, 'base64'))),
  ]);
}

async function appendAll(journal: State['logs'], id: string, lines: readonly JournalLine[]): Promise<void> {
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

async function deviceLine(
  state: State,
  device: StoredDevice,
  nowMs: number,
  sound: Sound,
): Promise<DeviceLine> {
  const { id, identity, revision, codes, contact, seenMs } = device;
  const lines = (kind: 'logs' | 'events' | 'unproven' | 'trail'): Promise<readonly JournalLine[]> =>
    sound(`the ${kind} of ${id}`, () => state[kind].list(id, nowMs), []);
  const [logs, events, unproven, trail, history] = await Promise.all([
    lines('logs'),
    lines('events'),
    lines('unproven'),
    lines('trail'),
    sound(`the history of ${id}`, () => state.history.list(id, 0, nowMs), []),
  ]);
  // In one order, so that exports can be compared.
  const stored = { id, identity, revision, codes, contact, seenMs };
  return { ...stored, logs, events, unproven, trail, history: history.map(toPair) };
}

function toPair({ hourMs, point }: HistoryPoint): readonly [number, string] {
  return [hourMs, point.toString('base64')];
}

function write(line: ExportHead | ExportLine): string {
  return JSON.stringify(line);
}
