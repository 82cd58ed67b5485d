import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Deadline, deadlineIn } from '../../src/base/deadline.ts';
import { createLogger } from '../../src/base/logger.ts';
import { ImagePool } from '../../src/pool/image-pool.ts';
import type { ImageRequest } from '../../src/script/image/image-request.ts';
import { logInto } from '../support/server/log-lines.ts';

const log = createLogger('error', logInto([]));
const pool = new ImagePool(log);
after(() => pool.stop(0));

const NEVER = new AbortController().signal;

function later(): Deadline {
  return deadlineIn(30_000);
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
    const first = await pool.process(await request('small', 8, 2), later(), NEVER, log);
    assert.ok(first.ok && first.widthPx === 16);
    const again = await pool.process(await request('small', 8, 2), deadlineIn(0), NEVER, log);
    assert.equal(again, first);
  });

  it('says what is wrong with a picture', async () => {
    const { options } = await request('broken', 8);
    const answer = await pool.process(
      { key: 'broken', bytes: Buffer.from('no'), options },
      later(),
      NEVER,
      log,
    );
    assert.ok(!answer.ok && /expected JPEG, PNG/.test(answer.error));
  });

  it('does equal work once, and each caller waits only as long as it may', async () => {
    const large = await request('large', 400, 2);
    const [patient, hasty] = await Promise.all([
      pool.process(large, later(), NEVER, log),
      pool.process(large, deadlineIn(0), NEVER, log),
    ]);
    assert.ok(patient.ok, JSON.stringify(patient));
    assert.ok(!hasty.ok && /no complete answer within 0 s/.test(hasty.error));
  });

  it('gives up a picture that nobody waits for any more', async () => {
    const gone = new AbortController();
    const abandoned = pool.process(await request('abandoned', 400, 2), later(), gone.signal, log);
    gone.abort();
    const answer = await abandoned;
    assert.ok(!answer.ok && /cancelled/.test(answer.error));
    const next = await pool.process(await request('next', 8), later(), NEVER, log);
    assert.ok(next.ok);
  });
});
