import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLogger } from '../../src/base/logger.ts';
import { type LogLines, logInto } from '../support/server/log-lines.ts';

function logged(level: string, write: (logger: ReturnType<typeof createLogger>) => void): LogLines {
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

it('prints no secret, at the top or one level below', () => {
  const [line] = logged('info', (logger) =>
    logger.info({ token: 'hunter2', headers: { authorization: 'Bearer hunter2' }, api_key: 'hunter2' }, 'x'),
  );
  assert.ok(!JSON.stringify(line).includes('hunter2'));
});
