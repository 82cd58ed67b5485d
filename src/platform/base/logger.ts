/** The logger: one JSON object a line on standard output. Secrets are removed in this one place. */
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { printableJson } from './printable.ts';

export type Logger = PinoLogger;

/** Takes the lines of a logger. */
export type LogDestination = DestinationStream;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** `pretty`: lines for people. `json`: one object a line, for programs. */
export const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Fields whose values are never printed, in whatever object they are logged. */
export const SECRET_FIELDS: readonly string[] = [
  'token',
  'apiKey',
  'api_key',
  'accessToken',
  'authorization',
  'password',
  'secret',
];

/** Escapes what could mislead people who read the lines as they are: JSON itself escapes next to nothing of it. */
function printableLog(destination: LogDestination): LogDestination {
  return { write: (line) => destination.write(printableJson(line)) };
}

/**
 * Make the root logger.
 * @param level       lowest level that is printed
 * @param destination standard output unless told otherwise
 */
export function createLogger(level: string, destination?: LogDestination): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    printableLog(destination ?? pino.destination({ fd: 1, sync: true })),
  );
}
