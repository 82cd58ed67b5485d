import assert from 'node:assert/strict';
import { it } from 'node:test';
import { settleDisplay } from '../../../src/domain/device-display.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { UnknownPanels } from '../../../src/fleet/calls/unknown-panels.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

it('tells of each kind of device without a panel once, and of no more than 64', () => {
  const lines: LogLines = [];
  const log = createLogger('info', logInto(lines));
  const unknown = new UnknownPanels();
  const display = settleDisplay({ panels: new Map() }, {}, NO_REPORT);
  unknown.note(display, {}, NO_REPORT, log);
  unknown.note(display, {}, NO_REPORT, log);
  assert.equal(lines.length, 1);
  assert.match(String(lines[0]?.['msg']), /neither Board nor Model: `panel:`/);
  for (let number = 0; number < 100; number++) {
    unknown.note(display, {}, { ...NO_REPORT, model: `model ${number}` }, log);
  }
  assert.equal(lines.length, 64);
});
