/** The signed calls that the page shows are right, and its client works. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { isSigned } from '../../src/fleet/calls/ed25519.ts';
import { sha256Hex } from '../../src/platform/base/hash.ts';
import { STAGES } from '../../src/platform/base/stages.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { keyOfSeed, requestText, signRequest } from '../support/device/signed-calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { startServer } from '../support/server/server.ts';

const run = promisify(execFile);
const page = readFileSync(path.join(PACKAGE_ROOT, 'docs/http-api.md'), 'utf8');
const SEED = /seed\) `([\da-f]{64})`/.exec(page)?.[1] ?? '';
const MAC = 'AA:BB:CC:DD:EE:FF';

describe('docs/http-api.md', () => {
  it('shows signatures of the texts above them', () => {
    const examples = [
      ...page.matchAll(
        /```text\n(stipple-request-v2\n[\s\S]*?)\n```\nand sends\n```text\nX-Signature: ([\da-f]{128})\n```/g,
      ),
    ];
    assert.equal(examples.length, 2);
    const key = keyOfSeed(SEED);
    for (const [, text = '', signature = ''] of examples) {
      const [, time = '', publicKey = '', method = '', target = '', mac = '', digest] = text.split('\n');
      assert.equal(publicKey, key.hex);
      assert.ok(isSigned(publicKey, Buffer.from(text), Buffer.from(signature, 'hex')));
      const body = method === 'POST' ? '{"logs":[{"id":17}]}' : '';
      assert.equal(digest, sha256Hex(body));
      const request = { method, target, mac, body };
      assert.equal(requestText(key, Number(time), request), text);
      assert.equal(signRequest(key, Number(time), request)['X-Signature'], signature);
    }
  });

  it('explains the stages of the header Server-Timing, in their order', () => {
    const [, section = ''] = page.split('\n## What took the time\n');
    const names = [...(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [])].map(
      ([, name]) => name,
    );
    const pictures = ['ahead', 'while_waiting', 'on_call', 'kept'];
    assert.deepEqual(names, [...Object.keys(STAGES), 'total', 'picture', ...pictures]);
  });

  it('has a client that is served', async (t: TestContext) => {
    const client = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const file = path.join(tempTree(t, {}), 'client.mjs');
    writeFileSync(file, client);
    const server = await startServer({
      config: 'default_screen: plain\nauth_mode: ed25519\nmin_signature_version: 2\n',
    });
    t.after(() => server.stop());
    const { stdout } = await run(process.execPath, [file, server.url, MAC, SEED]);
    assert.match(stdout, /^200 \{/);
    assert.equal(server.app.registry.list()[0]?.publicKey, keyOfSeed(SEED).hex);
  });
});
