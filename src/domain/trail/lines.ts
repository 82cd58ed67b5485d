/**
 * Steps of a trail as lines of text, which are small: a poll without news is some 20 characters, and stands for the poll
 * before it with the same picture.
 */
import { isPlainObject, type PlainValue, readPlainObject } from '../../platform/base/plain.ts';
import { DECISIONS, type DrawingFacts, type ImageStep, type PollStep, type TrailStep } from './entries.ts';

/** Characters of a picture's name that tell it from others of a device. */
const PREFIX = 8;

const REPEATED = { '=': 'same', '~': 'kept' } as const;
type Mark = keyof typeof REPEATED;

/** A poll like the last one, but for its time and its readings. */
export interface Repeat {
  readonly kind: 'repeat';
  readonly atMs: number;
  readonly decision: 'same' | 'kept';
  /** The beginning of the name of its picture. */
  readonly prefix: string;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
  readonly rssi: number | null;
}

/** The line of a step. */
export function stepLine(step: TrailStep): string {
  switch (step.kind) {
    case 'poll':
      return line(step.atMs, { p: packPoll(step) });
    case 'image':
      return line(step.atMs, { i: packImage(step, 0), h: step.picture });
    case 'drawn':
      return line(step.atMs, { d: packDrawing(step.drawing, step.atMs), h: step.picture });
    case 'log':
      return line(step.atMs, { l: step.entries, q: step.requestId });
    case 'config':
      return line(step.atMs, { c: step.names, w: step.who });
  }
}

/** The line of a poll without news. */
export function repeatLine({ atMs, decision, picture, ...readings }: PollStep): string {
  const mark = decision === 'kept' ? '~' : '=';
  const values = [readings.batteryVoltage, readings.percentCharged, readings.rssi];
  const said = values.map((value) => value ?? '').join(',');
  return `${timePart(atMs)}${mark}${(picture ?? '').slice(0, PREFIX)},${said}`;
}

/** Read a line; null for one that has another form. */
export function readTrailLine(text: string): TrailStep | Repeat | null {
  const atMs = Number.parseInt(text.slice(0, TIME_LENGTH), 36);
  const mark = text[TIME_LENGTH] ?? '';
  if (!Number.isSafeInteger(atMs)) return null;
  if (mark === '=' || mark === '~') return readRepeat(atMs, mark, text.slice(TIME_LENGTH + 1));
  const fields = readPlainObject(text.slice(TIME_LENGTH));
  return fields === null ? null : readStep(atMs, fields);
}

/** Whether a poll can be written as a repeat of another one: all that counts is the same. */
export function repeats(poll: PollStep, before: PollStep): boolean {
  const isQuiet = poll.decision === 'same' || poll.decision === 'kept';
  return isQuiet && ALIKE.every((field) => poll[field] === before[field]);
}

const ALIKE = [
  ...(['address', 'called', 'forwarded', 'firmware', 'code', 'picture', 'screen'] as const),
  ...(['refreshSeconds', 'imageBase'] as const),
];

/** A repeat as a poll of its own. */
export function expand(repeat: Repeat, before: PollStep): PollStep {
  const { atMs, decision, batteryVoltage, percentCharged, rssi } = repeat;
  return {
    ...before,
    atMs,
    lastMs: atMs,
    count: 1,
    requestId: null,
    decision,
    drawing: null,
    images: [],
    batteryVoltage,
    percentCharged,
    rssi,
  };
}

/** Characters of a time in base 36: enough until the year 2059. */
const TIME_LENGTH = 8;

function timePart(atMs: number): string {
  return Math.round(atMs).toString(36).padStart(TIME_LENGTH, '0');
}

function line(atMs: number, fields: object): string {
  return timePart(atMs) + JSON.stringify(fields);
}

function packPoll(poll: PollStep): readonly unknown[] {
  const { atMs, requestId, address, called, forwarded, firmware, decision, code, picture, screen } = poll;
  const { batteryVoltage, percentCharged, rssi, refreshSeconds, imageBase, drawing, images } = poll;
  const base = imageBase === called ? 0 : imageBase;
  return [
    requestId,
    address,
    called,
    base,
    forwarded ?? 0,
    batteryVoltage,
    percentCharged,
    rssi,
    firmware ?? 0,
    DECISIONS.indexOf(decision),
    code ?? 0,
    picture ?? 0,
    screen,
    refreshSeconds,
    drawing === null ? 0 : packDrawing(drawing, atMs),
    ...images.map((image) => packImage(image, atMs)),
  ];
}

function packDrawing(
  { atMs, ms, bytes, step, lost }: DrawingFacts,
  fromMs: number,
): readonly (number | string)[] {
  const numbers = [Math.round(atMs - fromMs), Math.round(ms * 10) / 10, bytes, step];
  return lost === null ? numbers : [...numbers, lost];
}

function packImage(
  { atMs, requestId, address, status, bytes, code }: ImageStep,
  pollMs: number,
): readonly unknown[] {
  return [
    pollMs === 0 ? 0 : atMs - pollMs,
    status,
    bytes,
    requestId,
    address,
    ...(code === null ? [] : [code]),
  ];
}

function readRepeat(atMs: number, mark: Mark, text: string): Repeat {
  const [prefix = '', volts, percent, rssi] = text.split(',');
  const numberOf = (part: string | undefined): number | null => {
    const value = part === undefined || part === '' ? Number.NaN : Number(part);
    return Number.isFinite(value) ? value : null;
  };
  return {
    kind: 'repeat',
    atMs,
    decision: REPEATED[mark],
    prefix,
    batteryVoltage: numberOf(volts),
    percentCharged: numberOf(percent),
    rssi: numberOf(rssi),
  };
}

type Fields = Readonly<Record<string, PlainValue>>;

function readStep(atMs: number, { p, i, d, l, c, h, q, w }: Fields): TrailStep | null {
  if (Array.isArray(p)) return readPoll(atMs, p);
  if (Array.isArray(i)) return readImage(atMs, textOf(h), i);
  if (Array.isArray(d)) {
    const drawing = readDrawing(atMs, d);
    return drawing === null ? null : { kind: 'drawn', atMs, picture: textOf(h), drawing };
  }
  if (typeof l === 'number') return { kind: 'log', atMs, requestId: textOrNull(q), entries: l };
  if (Array.isArray(c)) return { kind: 'config', atMs, who: textOf(w), names: c.map(String) };
  return null;
}

function readPoll(atMs: number, parts: readonly PlainValue[]): PollStep | null {
  const [requestId, address, called, base, forwarded, volts, percent, rssi, firmware, ...answer] = parts;
  const [decision, code, picture, screen, refresh, drawing, ...images] = answer;
  const what = DECISIONS[Number(decision)];
  if (typeof called !== 'string' || typeof refresh !== 'number' || what === undefined) return null;
  const shown = textOrNull(picture);
  return {
    kind: 'poll',
    atMs,
    lastMs: atMs,
    count: 1,
    requestId: textOrNull(requestId),
    address: textOf(address),
    called,
    forwarded: textOrNull(forwarded),
    firmware: textOrNull(firmware),
    batteryVoltage: numberOrNull(volts),
    percentCharged: numberOrNull(percent),
    rssi: numberOrNull(rssi),
    decision: what,
    code: textOrNull(code),
    picture: shown,
    screen: textOf(screen),
    refreshSeconds: refresh,
    imageBase: textOrNull(base) ?? called,
    drawing: readDrawing(atMs, drawing),
    images: images.flatMap((image) => readImage(atMs, shown ?? '', image) ?? []),
  };
}

function readDrawing(fromMs: number, value: PlainValue | undefined): DrawingFacts | null {
  const [after, ms, bytes, step, lost] = Array.isArray(value) ? (value as readonly PlainValue[]) : [];
  const numbers = [after, ms, bytes, step];
  if (!numbers.every((number) => typeof number === 'number')) return null;
  const [a, b, c, d] = numbers as [number, number, number, number];
  return { atMs: fromMs + a, ms: b, bytes: c, step: d, lost: textOrNull(lost) };
}

/** Earlier versions kept calls whose signature was not good, which anybody can make. */
const UNSIGNED: ReadonlySet<string> = new Set(['invalid_signature', 'expired']);

function readImage(fromMs: number, picture: string, value: PlainValue): ImageStep | null {
  if (!Array.isArray(value) || isPlainObject(value)) return null;
  const [after, status, bytes, requestId, address, code] = value as readonly PlainValue[];
  if (typeof after !== 'number' || typeof status !== 'number' || UNSIGNED.has(textOf(code))) return null;
  return {
    kind: 'image',
    atMs: fromMs + after,
    requestId: textOrNull(requestId),
    address: textOf(address),
    picture,
    status,
    bytes: numberOrNull(bytes) ?? 0,
    code: textOrNull(code),
  };
}

function textOf(value: PlainValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function textOrNull(value: PlainValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOrNull(value: PlainValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
