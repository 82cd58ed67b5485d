import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Reloader, type ReloadSource } from '../../../src/config/source/reloader.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { err, ok } from '../../../src/platform/base/result.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

function open(sources: readonly ReloadSource[]): { reloader: Reloader; logs: LogLines } {
  const logs: LogLines = [];
  return { reloader: new Reloader(sources, createLogger('info', logInto(logs))), logs };
}

/** A log without times. */
function said(logs: LogLines): LogLines {
  return logs.map(({ time: _, ...rest }) => rest);
}

describe('Reloader', () => {
  it('reads every source, and says in one line which have changed', async () => {
    const { reloader, logs } = open([
      { name: 'config', reload: () => Promise.resolve(ok('changed')) },
      { name: 'fonts', reload: () => Promise.resolve(ok('unchanged')) },
      { name: 'secrets', reload: () => Promise.resolve(ok('changed')) },
    ]);
    await reloader.reload();
    assert.deepEqual(said(logs), [
      { level: 'info', changed: ['config', 'secrets'], refused: [], msg: 'reloaded' },
    ]);
  });

  it('keeps no source from coming into use for another that is refused', async () => {
    const { reloader, logs } = open([
      { name: 'config', reload: () => Promise.resolve(err([{ line: 1 }, { line: 2 }])) },
      { name: 'fonts', reload: () => Promise.reject(new Error('a bug')) },
      { name: 'secrets', reload: () => Promise.resolve(ok('changed')) },
    ]);
    await reloader.reload();
    const [first, second, third, last] = said(logs);
    assert.deepEqual(
      [first, second],
      [
        { level: 'error', line: 1, msg: 'config not reloaded' },
        { level: 'error', line: 2, msg: 'config not reloaded' },
      ],
    );
    assert.equal(third?.['msg'], 'fonts not reloaded');
    assert.match(JSON.stringify(third), /a bug/);
    assert.deepEqual(last, {
      level: 'warn',
      changed: ['secrets'],
      refused: ['config', 'fonts'],
      msg: 'reloaded',
    });
  });

  it('runs once more for all who ask during a run, and then again for who asks later', async () => {
    const waiting: (() => void)[] = [];
    let runs = 0;
    const reload: ReloadSource['reload'] = () => {
      runs += 1;
      return new Promise((resolve) => waiting.push(() => resolve(ok('unchanged'))));
    };
    const { reloader } = open([{ name: 'config', reload }]);
    const first = reloader.reload();
    const during = [reloader.reload(), reloader.reload(), reloader.reload()];
    assert.deepEqual([runs, new Set(during).size], [1, 1]);
    waiting[0]?.();
    await first;
    // The second run begins only when the first has ended.
    await new Promise(setImmediate);
    assert.equal(runs, 2);
    const duringSecond = reloader.reload();
    waiting[1]?.();
    await Promise.all(during);
    await new Promise(setImmediate);
    assert.equal(runs, 3);
    waiting[2]?.();
    await duringSecond;
    const alone = reloader.reload();
    assert.equal(runs, 4);
    waiting[3]?.();
    await alone;
  });
});
