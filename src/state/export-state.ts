/** All that lasts as lines of JSON, and back, from any engine into any other. */
import { STATE_LIMITS, STATE_VERSION } from './limits.ts';
import type { ConfigRevision, HistoryPoint, JournalLine, State, StoredDevice } from './state.ts';
import { StateError } from './state-error.ts';

const FORMAT = 'stipple-state';

interface DeviceLine extends StoredDevice {
  readonly logs: readonly JournalLine[];
  readonly events: readonly JournalLine[];
  /** Hours, in ms since 1970, with their points as base64. */
  readonly history: readonly (readonly [number, string])[];
}

type Line =
  | { readonly format: typeof FORMAT; readonly version: number; readonly exportedMs: number }
  | { readonly config: readonly ConfigRevision[] }
  | { readonly repo: string; readonly record: string }
  | { readonly urlSecret: string }
  | { readonly device: DeviceLine };

/** Write all that lasts: one object a line, the version first. Devices that call meanwhile are as they are when it is their turn. */
export async function* exportState(state: State, nowMs: number): AsyncIterable<string> {
  yield write({ format: FORMAT, version: STATE_VERSION, exportedMs: nowMs });
  const secret = await state.urlSecret.get();
  if (secret !== null) yield write({ urlSecret: secret });
  const config = await revisionsOf(state);
  if (config.length > 0) yield write({ config });
  for (const [repo, record] of await state.repos.all()) yield write({ repo, record });
  for await (const batch of state.devices.all()) {
    const lines = await Promise.all(batch.map((device) => deviceLine(state, device, nowMs)));
    yield* lines.map((device) => write({ device }));
  }
}

/**
 * Read what `exportState` has written, into a state that is empty.
 * @returns how many devices there were
 * @throws {StateError} unusable: not such a text, of a newer version, or the state is not empty
 */
export async function importState(
  state: State,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  let number = 0;
  let devices = 0;
  let pending: Promise<void>[] = [];
  for await (const text of lines) {
    number++;
    if (text.trim() === '') continue;
    const line = parse(text, number);
    if (number === 1) await checkHead(state, line);
    else if ('device' in line) {
      if (!isDevice(line.device)) throw unreadable(number);
      pending.push(importDevice(state, line.device));
      devices++;
      if (pending.length < STATE_LIMITS.importBatch) continue;
      await Promise.all(pending);
      pending = [];
    } else await importLine(state, line, number);
  }
  await Promise.all(pending);
  if (number === 0) throw new StateError('unusable', 'Expected an export of the state, got nothing.');
  return devices;
}

async function checkHead(state: State, line: Line): Promise<void> {
  if (!('format' in line) || line.format !== FORMAT) {
    throw new StateError(
      'unusable',
      `Expected an export of the state, whose first line names the format ${FORMAT}.`,
    );
  }
  if (line.version > STATE_VERSION) {
    throw new StateError(
      'unusable',
      `The export was written by a newer version of Stipple (layout ${line.version}, this one reads ${STATE_VERSION}).`,
    );
  }
  const devices = await state.devices.count();
  if (devices === 0 && (await state.config.current()) === null) return;
  throw new StateError(
    'unusable',
    `Expected an empty state to import into, got one with ${devices} devices.`,
  );
}

async function importLine(state: State, line: Line, number: number): Promise<void> {
  if ('urlSecret' in line) await state.urlSecret.settle(line.urlSecret);
  else if ('config' in line) await state.config.restore(line.config);
  else if ('repo' in line) await state.repos.put(line.repo, line.record, 0);
  else throw unreadable(number);
}

/** The fields that everything else depends on. */
function isDevice({ id, identity, revision, codes, seenMs }: DeviceLine): boolean {
  return (
    typeof id === 'string' &&
    typeof identity === 'string' &&
    Number.isSafeInteger(revision) &&
    Array.isArray(codes) &&
    Number.isFinite(seenMs)
  );
}

async function importDevice(state: State, device: DeviceLine): Promise<void> {
  const { logs = [], events = [], history = [], ...stored } = device;
  await state.devices.restore(stored);
  await Promise.all([
    appendAll(state.logs, stored.id, logs),
    appendAll(state.events, stored.id, events),
    ...history.map(([hourMs, point]) => state.history.put(stored.id, hourMs, Buffer.from(point, 'base64'))),
  ]);
}

async function appendAll(journal: State['logs'], id: string, lines: readonly JournalLine[]): Promise<void> {
  for (const { atMs, text } of lines) await journal.append(id, [text], atMs);
}

async function revisionsOf({ config }: State): Promise<readonly ConfigRevision[]> {
  const revisions: ConfigRevision[] = [];
  for (const info of await config.history()) {
    const text = await config.text(info.revision);
    if (text !== null) revisions.push({ ...info, text });
  }
  return revisions;
}

async function deviceLine(state: State, device: StoredDevice, nowMs: number): Promise<DeviceLine> {
  const [logs, events, history] = await Promise.all([
    state.logs.list(device.id, nowMs),
    state.events.list(device.id, nowMs),
    state.history.list(device.id, 0, nowMs),
  ]);
  const { id, identity, revision, codes, contact, seenMs } = device;
  // In one order, so that exports can be compared.
  const stored = { id, identity, revision, codes, contact, seenMs };
  return { ...stored, logs, events, history: history.map(toPair) };
}

function toPair({ hourMs, point }: HistoryPoint): readonly [number, string] {
  return [hourMs, point.toString('base64')];
}

function write(line: Line): string {
  return JSON.stringify(line);
}

function parse(text: string, number: number): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) return line as Line;
  } catch {
    // The same as any other text that is no line of an export.
  }
  throw unreadable(number);
}

function unreadable(number: number): StateError {
  return new StateError('unusable', `Line ${number} is not one of an export of the state.`);
}
