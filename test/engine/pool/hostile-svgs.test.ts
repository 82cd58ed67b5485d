import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { RasterResult } from '../../../src/engine/jobs/jobs.ts';
import { RasterPool } from '../../../src/engine/pool/raster-pool.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import type { Result } from '../../../src/platform/base/result.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { HOSTILE_SVGS } from '../../support/hostile/hostile-corpus.ts';
import { spec } from '../../support/pictures/raster-jobs.ts';
import { svg } from '../../support/pictures/svg-documents.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';

const logs: LogLines = [];
const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
const log = createLogger('trace', logInto(logs));
const pool = new RasterPool({ log, fonts: bundledBook(), scratchDir, threads: 1 });
after(async () => {
  await pool.stop(0);
  rmSync(scratchDir, { recursive: true, force: true });
});

function draw(source: string): Promise<Result<RasterResult>> {
  const rules = spec({ widthPx: 800, heightPx: 480 });
  const job = { svg: source, name: 'hostile.svg', assets: { roots: [scratchDir], dir: '' }, spec: rules };
  return pool.run(job, deadlineIn(30_000));
}

for (const [what, [source, outcome]] of HOSTILE_SVGS) {
  test(`${what}: ${outcome}, and the thread lives on`, async () => {
    logs.length = 0;
    const result = await draw(source);
    assert.equal(result.ok ? 'drawn' : result.error.code, outcome, result.ok ? '' : result.error.message);
    if (!result.ok && result.error.message.length > 400) assert.fail('the message is too long');
    // The whole file has no place.
    if (!result.ok && outcome === 'svg_limit' && source.length <= 8_000_000) {
      const { line, column } = result.error;
      assert.ok(line !== undefined && column !== undefined, 'it is refused with its place');
    }
    // Another job in the same thread: a lost one would have been noted.
    const next = await draw(svg('<rect width="9" height="9"/>'));
    assert.ok(next.ok);
    assert.deepEqual(logs, []);
  });
}
