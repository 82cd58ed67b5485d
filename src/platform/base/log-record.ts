/** Describes a record of the log in one line, for people. Escapes what strangers have written into it. */
import { printable } from './printable.ts';

/** A line of the JSON log, parsed. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** Colours of a terminal; each gives the text back as it is where there are none. */
interface Paint {
  dim(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

interface Described {
  readonly head: string;
  /** Names of the fields that the head has. */
  readonly said: readonly string[];
}

/** A message is ours and short; what is longer quotes somebody. */
const MAX_MESSAGE = 2_000;
/** The value of a field. The JSON log has all of it. */
const MAX_VALUE = 300;
const MAX_STACK_LINES = 30;

/** Ids that the server makes itself; the first group is enough to find the others of a request. */
const OWN_ID = /^([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Values that need no quotation marks. */
const PLAIN_VALUE = /^[^\s"'=\\{}[\],]+$/;

/** Shown elsewhere: time and level in front, the others at the end. */
const APART: readonly string[] = ['time', 'level', 'msg', 'err', 'requestId'];

/** The message of a record, then its fields; the stack of an error follows in lines of its own, indented. */
export function describeRecord(record: LogRecord, paint: Paint): string {
  const { head, said } = requestHead(record, paint) ?? configHead(record) ?? messageHead(record);
  const fields = Object.entries(record)
    .filter(([name]) => !APART.includes(name) && !said.includes(name))
    .map(([name, value]) => field(name, value, paint));
  const id = record['requestId'];
  if (typeof id === 'string') fields.push(paint.dim(`req=${valueText(OWN_ID.exec(id)?.[1] ?? id)}`));
  return [head, ...fields].join(' ') + errorLines(record['err']);
}

/** `GET /api/display 200 2.1 ms`. */
function requestHead(record: LogRecord, paint: Paint): Described | null {
  const { msg, method, path, status, ms } = record;
  if (typeof method !== 'string' || typeof path !== 'string' || typeof status !== 'number') return null;
  if (msg !== 'answered' && msg !== 'caller left') return null;
  const outcome = msg === 'answered' ? paintStatus(status, paint) : paint.yellow('caller left');
  return {
    head: `${printable(method)} ${shortened(printable(path), MAX_VALUE)} ${outcome} ${String(ms)} ms`,
    said: ['method', 'path', 'status', 'ms'],
  };
}

function paintStatus(status: number, paint: Paint): string {
  if (status >= 500) return paint.red(String(status));
  return status >= 400 ? paint.yellow(String(status)) : String(status);
}

/** `config.yaml:3:5: devices.…`, for a doubtful place in the config. */
function configHead({ msg, config }: LogRecord): Described | null {
  if (msg !== 'config' || typeof config !== 'object' || config === null) return null;
  const { file, line, column, message } = config as Record<string, unknown>;
  const place = [file, line, column].map(String).join(':');
  return { head: shortened(printable(`${place}: ${String(message)}`), MAX_MESSAGE), said: ['config'] };
}

function messageHead({ msg }: LogRecord): Described {
  return { head: shortened(printable(typeof msg === 'string' ? msg : ''), MAX_MESSAGE), said: [] };
}

function field(name: string, value: unknown, paint: Paint): string {
  return `${paint.dim(`${printable(name)}=`)}${valueText(value)}`;
}

function valueText(value: unknown): string {
  if (typeof value === 'string' && PLAIN_VALUE.test(value) && printable(value) === value) {
    return shortened(value, MAX_VALUE);
  }
  return shortened(printable(JSON.stringify(value) ?? ''), MAX_VALUE);
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** The stack of an error that pino has serialised, which begins with its message. */
function errorLines(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { type, message, stack, ...more } = error as Record<string, unknown>;
  const text = typeof stack === 'string' ? stack : `${String(type)}: ${String(message)}`;
  const lines = text.split('\n').slice(0, MAX_STACK_LINES);
  if (Object.keys(more).length > 0) lines.push(JSON.stringify(more));
  return lines.map((line) => `\n    ${shortened(printable(line), MAX_MESSAGE)}`).join('');
}
