import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import { prettyDestination } from '../../../src/platform/base/pretty-log.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

function logged(level: string, write: (logger: Logger) => void): LogLines {
  const lines: LogLines = [];
  write(createLogger(level, logInto(lines)));
  return lines;
}

it('writes one JSON object a line with level and time in words', () => {
  const [line] = logged('info', (logger) => logger.warn({ device: 'x' }, 'a\nb'));
  assert.deepEqual([line?.['level'], line?.['msg'], line?.['device']], ['warn', 'a\nb', 'x']);
  assert.match(String(line?.['time']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('leaves out what is below its level', () => {
  assert.equal(logged('warn', (logger) => logger.info('quiet')).length, 0);
  assert.equal(logged('silent', (logger) => logger.fatal('quiet')).length, 0);
});

it('prints no secret in either format, at the top or one level below', () => {
  const log = (logger: Logger): void =>
    logger.info({ token: 'hunter2', headers: { authorization: 'Bearer hunter2' }, api_key: 'hunter2' }, 'x');
  const json = JSON.stringify(logged('info', log));
  let pretty = '';
  const output = {
    write: (line: string) => {
      pretty += line;
    },
  };
  log(createLogger('info', prettyDestination(true, output)));
  for (const text of [json, pretty]) {
    assert.ok(text.includes('[redacted]') && !text.includes('hunter2'), text);
  }
});
