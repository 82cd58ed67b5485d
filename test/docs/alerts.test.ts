/** What docs/alerts.md shows works: its configs load, and its Python takes the calls of a real server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { testCall } from '../../src/fleet/alerts/webhook-call.ts';
import { PACKAGE_ROOT, VERSION } from '../../src/platform/base/version.ts';
import { postWebhook } from '../../src/screens/fetch/post-webhook.ts';
import { accepted } from '../support/config/read-config.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { freePort, listen } from '../support/network/listen.ts';
import { requireTool } from '../support/tools/tools.ts';
import { until } from '../support/waiting.ts';

const PAGE = readFileSync(path.join(PACKAGE_ROOT, 'docs/alerts.md'), 'utf8');

function blocks(language: string): readonly string[] {
  return [...PAGE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, kind, text = '']) =>
    kind === language ? [text] : [],
  );
}

describe('docs/alerts.md', () => {
  it('has configs that load without a warning', () => {
    const configs = blocks('yaml');
    assert.ok(configs.length >= 4);
    for (const text of configs) assert.deepEqual(accepted(text).warnings, [], text);
  });

  it('has JSON with the fields of a real call', () => {
    const [call = ''] = blocks('json');
    const shown = JSON.parse(call);
    const { test: _, ...real } = JSON.parse(testCall('ops', 0).body);
    assert.deepEqual(Object.keys(shown), Object.keys(real));
    assert.equal(shown.server, `stipple/${VERSION}`);
  });

  it('has Python that takes signed calls only, and passes their text on', async (t) => {
    const [check = '', bridge = ''] = blocks('python');
    const folder = tempTree(t, { 'bridge.py': bridge });
    writeFileSync(path.join(folder, 'check.py'), check);
    const messages: string[] = [];
    const chat = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => messages.push(chunk.toString()));
      request.on('end', () => response.end('ok'));
    });
    t.after(() => chat.close());
    const [port, chatPort] = [await freePort(), await listen(chat)];
    const child = spawn(requireTool('python3'), ['bridge.py'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...{ PORT: String(port), STIPPLE_SECRET: 'mine', CHAT_WEBHOOK: `http://127.0.0.1:${chatPort}/` },
      },
    });
    t.after(async () => {
      child.kill();
      await once(child, 'exit');
    });
    const post = async (secret: string) => {
      const access = { url: `http://127.0.0.1:${port}/`, secret, headers: [] };
      const call = { ...testCall('<ops>', Date.now()), nowMs: Date.now() };
      const { signal } = new AbortController();
      return postWebhook(access, call, { timeoutMs: 10_000, version: VERSION, signal });
    };
    const taken = await until(async () => {
      const outcome = await post('mine');
      return outcome.status !== null && outcome;
    }, 'the bridge listens');
    assert.deepEqual([taken.status, taken.problem], [204, null]);
    assert.equal((await post('of somebody else')).status, 403);
    assert.deepEqual(messages, ['{"text": "A test of the webhook &lt;ops&gt;: alerts arrive here"}']);
  });
});
