import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { type ImageCall, ImagePool } from '../../../src/engine/pool/image-pool.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { ImageRequest } from '../../../src/screens/script/image/image-request.ts';
import { logInto } from '../../support/server/log-lines.ts';

const log = createLogger('error', logInto([]));
const pool = new ImagePool(log);
after(() => pool.stop(0));

/** A call of a device of the config. */
function call(more: Partial<ImageCall> = {}): ImageCall {
  return {
    ...{ party: 'entry', sender: 'local/a', deadline: deadlineIn(30_000) },
    ...{ signal: new AbortController().signal, log, ...more },
  };
}

/** A request for a grey picture of some size, made larger by so much. */
async function request(key: string, edge: number, factor = 1): Promise<ImageRequest> {
  const create = { width: edge, height: edge, channels: 3, background: '#808080' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  return {
    key,
    bytes,
    options: {
      ...{
        widthPx: edge * factor,
        heightPx: null,
        fit: 'inside',
        position: 'center',
        enlarge: true,
        crop: null,
      },
      ...{
        background: '#ffffff',
        exposure: 0,
        autoLevels: false,
        black: 0,
        white: 255,
        gamma: 1,
        contrast: 0,
      },
      ...{ saturation: 1, grayscale: false, clarity: 0.5, sharpen: 1, format: 'png', quality: 90 },
    },
  };
}

describe('the pool for pictures of scripts', () => {
  it('processes a picture, and keeps the result', async () => {
    const first = await pool.process(await request('small', 8, 2), call());
    assert.ok(first.ok && first.widthPx === 16);
    const again = await pool.process(await request('small', 8, 2), call({ deadline: deadlineIn(0) }));
    assert.equal(again, first);
  });

  it('says what is wrong with a picture', async () => {
    const { options } = await request('broken', 8);
    const answer = await pool.process({ key: 'broken', bytes: Buffer.from('no'), options }, call());
    assert.ok(!answer.ok && /expected JPEG, PNG/.test(answer.error));
  });

  it('does equal work once, and each caller waits only as long as it may', async () => {
    const large = await request('large', 400, 2);
    const [patient, hasty] = await Promise.all([
      pool.process(large, call()),
      pool.process(large, call({ deadline: deadlineIn(0) })),
    ]);
    assert.ok(patient.ok, JSON.stringify(patient));
    assert.ok(!hasty.ok && /no complete answer within 0 s/.test(hasty.error));
  });

  it('gives up a picture that nobody waits for any more', async () => {
    const gone = new AbortController();
    const abandoned = pool.process(await request('abandoned', 400, 2), call({ signal: gone.signal }));
    gone.abort();
    const answer = await abandoned;
    assert.ok(!answer.ok && /cancelled/.test(answer.error));
    const next = await pool.process(await request('next', 8), call());
    assert.ok(next.ok);
  });

  it('leaves a process to others, however many pictures strangers send, or one screen that takes long', async () => {
    const crowds = [
      { party: 'stranger', sender: 'local/default' },
      { party: 'entry', sender: 'local/photos' },
    ] as const;
    for (const crowd of crowds) {
      const done: string[] = [];
      const sent = Array.from({ length: 12 }, async (_, n) => {
        const answer = await pool.process(await request(`${crowd.party} ${n}`, 200, 3), call(crowd));
        done.push('crowd');
        return answer;
      });
      const first = await Promise.race(sent);
      assert.ok(first.ok, JSON.stringify(first));
      const answer = await pool.process(
        await request(`beside ${crowd.party}`, 8),
        call({ sender: 'local/clock' }),
      );
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.ok(done.length < 12, 'before the others are done');
      await Promise.all(sent);
    }
  });

  it('takes one of a device of the config when the line is full of those of strangers', async () => {
    const crowd = () => call({ party: 'stranger', sender: 'local/default' });
    const picture = await request('', 100, 3);
    const sent = Array.from({ length: 60 }, (_, n) =>
      pool.process({ ...picture, key: `full ${n}` }, crowd()),
    );
    const named = await pool.process({ ...picture, key: 'named' }, call());
    assert.ok(named.ok, JSON.stringify(named));
    const answers = await Promise.all(sent);
    assert.ok(answers.some((answer) => !answer.ok && answer.isBusy === true));
  });
});
