import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WarningLog } from '../../../src/engine/contents/warning-log.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

describe('WarningLog', () => {
  it('says each thing once, whatever data stands in it', () => {
    const lines: LogLines = [];
    const log = createLogger('info', logInto(lines));
    const warnings = new WarningLog();
    const cut = (text: string, line: number): object & { message: string; file: string; line: number } => ({
      message: `the text "${text}" is cut off, by ${text.length} px`,
      file: 'a.svg',
      line,
    });
    warnings.write(log, 'a', [cut('one', 1), cut('three', 1), cut('one', 2)]);
    warnings.write(log, 'a', [cut('seven', 2)]);
    warnings.write(log, 'b', [cut('one', 1)]);
    assert.deepEqual(
      lines.map(({ level, screen, msg }) => `${level} ${screen} ${msg}`),
      [
        'warn a a.svg:1: the text "one" is cut off, by 3 px',
        'warn a a.svg:2: the text "one" is cut off, by 3 px',
        'warn b a.svg:1: the text "one" is cut off, by 3 px',
      ],
    );
  });

  it('has notes for those who look closer', () => {
    const lines: LogLines = [];
    new WarningLog().write(createLogger('info', logInto(lines)), 'a', [{ message: 'm', level: 'note' }]);
    assert.deepEqual(lines, []);
  });
});
