import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import { prettyDestination } from '../../../src/platform/base/pretty-log.ts';

/** What is written to a terminal while something is logged. */
function written(colours: boolean, log: (logger: Logger) => void): string {
  let text = '';
  const output = {
    write: (line: string) => {
      text += line;
    },
  };
  log(createLogger('trace', prettyDestination(colours, output)));
  return text;
}

describe('the log at a terminal', () => {
  it('has the local time, the level, and the record, before the call returns', () => {
    const text = written(false, (logger) => logger.child({ requestId: 'r-1' }).warn({ a: 1 }, 'careful'));
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} {2}WARN: careful a=1 req=r-1\n$/);
    const hour = new Date().getHours();
    assert.ok([hour, (hour + 23) % 24].includes(Number(text.slice(0, 2))), text);
  });

  it('has one line for each record, whatever its fields are called', () => {
    const text = written(false, (logger) => {
      for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const) logger[level]('m');
      logger.info(
        { name: 'n\x1b[1m', pid: 7, hostname: 'h', caller: 'c', stack: 's', type: 'Error' },
        'named',
      );
    });
    const lines = text.trimEnd().split('\n');
    assert.equal(lines.length, 7);
    assert.match(
      lines[6] ?? '',
      /INFO: named name="n\\u001b\[1m" pid=7 hostname=h caller=c stack=s type=Error$/,
    );
  });

  it('has colours only if it is told to', () => {
    const log = (logger: Logger): void => logger.error({ a: 1 }, 'red');
    assert.ok(written(true, log).includes('\x1b[31mERROR\x1b[39m'));
    assert.ok(!written(false, log).includes('\x1b'));
  });

  it('shows an error with its stack', () => {
    const text = written(false, (logger) => logger.error({ err: new Error('boom') }, 'failed'));
    assert.match(text, /ERROR: failed\n {4}Error: boom\n {8}at /);
  });
});
