import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeRecord, type LogRecord } from '../../../src/platform/base/log-record.ts';

const TIMES = { time: '2026-11-22T15:00:00.000Z', level: 'info' };

/** The line of a record without colours. */
function lineOf(record: LogRecord): string {
  const plain = (text: string): string => text;
  return describeRecord({ ...TIMES, ...record }, { dim: plain, yellow: plain, red: plain });
}

describe('the line of a record', () => {
  it('has the message first, then the fields', () => {
    const line = lineOf({ address: '0.0.0.0', port: 3000, names: ['a', 'b'], msg: 'listening' });
    assert.equal(line, 'listening address=0.0.0.0 port=3000 names=["a","b"]');
  });

  it('quotes values that would run into the next field', () => {
    const line = lineOf({ a: 'two words', b: 'x=y', c: '', d: 'say "no"', e: null, msg: 'm' });
    assert.equal(line, 'm a="two words" b="x=y" c="" d="say \\"no\\"" e=null');
  });

  it('of a request is method, path, status and time', () => {
    const requestId = '1c9d3f2a-5a0b-4c7e-9a51-0123456789ab';
    const request = { requestId, method: 'GET', path: '/api/display', status: 200, ms: 2.1 };
    const device = 'AA:BB:CC:DD:EE:FF';
    assert.equal(
      lineOf({ ...request, device, msg: 'answered' }),
      'GET /api/display 200 2.1 ms device=AA:BB:CC:DD:EE:FF req=1c9d3f2a',
    );
    assert.equal(
      lineOf({ ...request, requestId: 'callers-own', msg: 'caller left' }),
      'GET /api/display caller left 2.1 ms req=callers-own',
    );
  });

  it('marks the status of a refused and of a failed request', () => {
    const paint = {
      dim: (text: string) => text,
      yellow: (text: string) => `<y>${text}`,
      red: (text: string) => `<r>${text}`,
    };
    const lines = [200, 404, 500].map((status) =>
      describeRecord({ method: 'GET', path: '/', status, ms: 1, msg: 'answered' }, paint),
    );
    assert.deepEqual(lines, ['GET / 200 1 ms', 'GET / <y>404 1 ms', 'GET / <r>500 1 ms']);
  });

  it('of a doubtful place in the config begins with the place', () => {
    const config = { file: 'config.yaml', line: 3, column: 5, message: 'devices.X: there is no panel "y"' };
    assert.equal(lineOf({ config, msg: 'config' }), 'config.yaml:3:5: devices.X: there is no panel "y"');
  });

  it('is followed by the stack of an error, indented', () => {
    const err = { type: 'Error', message: 'boom', stack: 'Error: boom\n    at f (x.ts:1:2)', code: 'E_BOOM' };
    assert.equal(
      lineOf({ err, work: 'w', msg: 'failed' }),
      'failed work=w\n    Error: boom\n        at f (x.ts:1:2)\n    {"code":"E_BOOM"}',
    );
    assert.equal(lineOf({ err: { type: 'X', message: 'y' }, msg: 'failed' }), 'failed\n    X: y');
  });

  it('shortens long values', () => {
    const line = lineOf({ long: 'x'.repeat(5_000), msg: 'y'.repeat(5_000) });
    assert.ok(line.length < 2_500 && line.endsWith('…'), String(line.length));
  });
});

describe('text of strangers', () => {
  const EVIL = 'x\n15:00:00.000  INFO: all is well\x1b[2J\x9b31m\u202e\u2028';

  it('cannot draw on the terminal, wherever it stands in a record', () => {
    const records: readonly LogRecord[] = [
      { msg: EVIL },
      { msg: 'm', [EVIL]: 1 },
      { msg: 'm', script: EVIL },
      { msg: 'm', requestId: EVIL },
      { msg: 'm', deep: { list: [EVIL], [EVIL]: EVIL } },
      { msg: 'answered', method: EVIL, path: EVIL, status: 200, ms: 1, device: EVIL },
      { msg: 'config', config: { file: EVIL, line: 1, column: EVIL, message: EVIL } },
      { msg: 'm', time: EVIL, level: EVIL, name: EVIL, pid: EVIL, hostname: EVIL, caller: EVIL },
    ];
    for (const record of records) {
      const line = lineOf(record);
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, JSON.stringify(record));
    }
  });

  it('in the stack of an error stays indented', () => {
    const line = lineOf({
      msg: 'm',
      err: { type: 'E', message: EVIL, stack: `Error: ${EVIL}\n  at f`, [EVIL]: EVIL },
    });
    assert.doesNotMatch(line.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const [, ...rest] = line.split('\n');
    assert.ok(rest.length >= 3 && rest.every((text) => text.startsWith('    ')), line);
  });
});
