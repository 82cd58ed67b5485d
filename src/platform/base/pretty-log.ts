/** The log for people at a terminal. Loaded only where it is wanted: servers that log JSON do without its package. */
import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { describeRecord } from './log-record.ts';
import type { LogDestination } from './logger.ts';

/** Standard output. A line is written before the call that logs it returns, so that a crash loses none. */
function standardOutput(): LogDestination {
  return pino.destination({ fd: 1, sync: true });
}

/**
 * A destination that writes each JSON line of the logger as a line for people.
 * @param colours whether the terminal shows colours
 */
export function prettyDestination(
  colours: boolean,
  output: LogDestination = standardOutput(),
): LogDestination {
  const format = prettyFactory({
    colorize: colours,
    // Else the whole message would have one colour.
    customColors: { message: 'reset' },
    useOnlyCustomProps: false,
    translateTime: 'SYS:HH:MM:ss.l',
    customPrettifiers: {
      time: String,
      level: (_level, _key, _record, { label, labelColorized }) =>
        ' '.repeat(5 - label.length) + labelColorized,
    },
    // The line is described as a whole, from these two and the message.
    include: 'time,level',
    messageFormat: (record, _messageKey, _levelLabel, { colors }) => describeRecord(record, colors),
  });
  return { write: (line) => output.write(format(line)) };
}
