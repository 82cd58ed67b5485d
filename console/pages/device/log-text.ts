/** A log entry as one line of text: its time and message first, where it has such, then all else that it says. */
import { printableLines } from '../../parts/printable.ts';

const MESSAGES = ['message', 'log_message'] as const;
const TIMES = ['created_at', 'creation_timestamp', 'timestamp'] as const;

export function logText(entry: unknown): string {
  return printableLines(entryText(entry));
}

function entryText(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return JSON.stringify(entry);
  const fields = entry as Readonly<Record<string, unknown>>;
  const timeName = TIMES.find((name) => momentOf(fields[name]) !== null);
  const messageName = MESSAGES.find((name) => typeof fields[name] === 'string');
  const rest = Object.entries(fields).filter(([name]) => name !== timeName && name !== messageName);
  return [
    timeName === undefined ? '' : (momentOf(fields[timeName]) ?? ''),
    messageName === undefined ? '' : String(fields[messageName]),
    ...rest.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

/** Firmware says seconds since 1970, by a clock that may be wrong: it is shown as it is, in UTC. */
function momentOf(value: unknown): string | null {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value;
  if (typeof value !== 'number' || value < 0 || value > 32_503_680_000) return null;
  return new Date(value * 1000).toISOString().replace('.000', '');
}
