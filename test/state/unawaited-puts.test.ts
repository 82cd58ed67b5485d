import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StateError } from '../../src/state/state-error.ts';
import { UnawaitedPuts } from '../../src/state/unawaited-puts.ts';

describe('UnawaitedPuts', () => {
  it('does not begin what would take more memory than there is, and begins others when there is some again', async () => {
    const puts = new UnawaitedPuts(10);
    const begun: string[] = [];
    let end = (): void => {};
    const first = puts.run(6, () => {
      begun.push('first');
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await puts.run(5, async () => begun.push('too many'));
    await puts.run(4, async () => begun.push('fits'));
    end();
    await first;
    await puts.run(10, async () => begun.push('all'));
    assert.deepEqual(begun, ['first', 'fits', 'all']);
  });

  it('loses what the store does not take, and hides no other failure', async () => {
    const puts = new UnawaitedPuts(10);
    await puts.run(10, () => Promise.reject(new StateError('unavailable', 'away')));
    await assert.rejects(
      puts.run(10, () => Promise.reject(new TypeError('a mistake'))),
      /a mistake/,
    );
    assert.equal(await puts.run(10, async () => {}), undefined);
  });
});
