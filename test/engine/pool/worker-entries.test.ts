/**
 * Node 20 aborts the whole process when a thread is ended at the moment at which a module that awaits begins to run. So
 * no entry of a thread may await at its top level, nor anything that it imports: `require` refuses such modules.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempTree } from '../../support/files/temp-tree.ts';

const BUILD = fileURLToPath(new URL('../../..', import.meta.url));

/** The code with which `require` refuses a module; empty when it takes it. Errors of the module itself do not count. */
function refusalOf(file: string): string {
  const program = `try { require(${JSON.stringify(file)}).default?.catch?.(() => {}); } catch ({ code }) { process.stdout.write(String(code)); }
    process.exit();`;
  return execFileSync(process.execPath, ['-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describe('an entry of a thread', () => {
  for (const name of ['compose', 'raster', 'font-book']) {
    for (const tree of ['../../..', '../../../bundle']) {
      const file = fileURLToPath(new URL(`${tree}/workers/${name}.js`, import.meta.url));
      it(`does not await at its top level: ${path.relative(BUILD, file)}`, () => {
        assert.notEqual(refusalOf(file), 'ERR_REQUIRE_ASYNC_MODULE');
      });
    }
  }

  it('that does is found', (t) => {
    const folder = tempTree(t, {});
    const file = path.join(folder, 'awaits.mjs');
    writeFileSync(file, 'export default await Promise.resolve(() => 1);');
    assert.equal(refusalOf(file), 'ERR_REQUIRE_ASYNC_MODULE');
  });
});
