/** Scripts that loop, use much memory or wait: each ends in an error screen, and others are served meanwhile. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
// biome-ignore lint/style/noRestrictedImports: others call from time to time, not as fast as they can.
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../support/network/listen.ts';
import {
  getDisplay,
  getDisplayInTurn,
  PLAIN_SCREEN,
  screensOf,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"></svg>';

const SCRIPTS: Readonly<Record<string, string>> = {
  spin: 'while true do end',
  evade: 'while true do pcall(function() while true do end end) end',
  pattern: 'string.find(("a"):rep(10000), ".-.-.-.-b$")',
  memory: 'local t = {} while true do t[#t + 1] = ("x"):rep(1000000) end',
  coroutines:
    'local t = {} while true do t[#t + 1] = coroutine.create(function() coroutine.yield() end) coroutine.resume(t[#t]) end',
  wait: 'return { data = { text = http_get(params.url, { timeout = 30 }) } }',
};

const MACS = Object.fromEntries(
  Object.keys(SCRIPTS).map((name, index) => [name, `BB:00:00:00:00:0${index}`]),
);

describe('hostile screens', () => {
  let server: TestServer;
  let silent: Server;
  before(async () => {
    silent = createServer(() => {});
    const url = `http://127.0.0.1:${await listen(silent)}/`;
    const devices = Object.entries(MACS).map(
      ([name, mac]) => `  "${mac}": { screen: ${name}, params: { url: "${url}" } }`,
    );
    server = await startServer({
      screens: { ...PLAIN_SCREEN, ...screensOf(SCRIPTS, SVG) },
      config: `default_screen: plain\ndevices:\n${devices.join('\n')}\n`,
      composeThreads: 8,
    });
    await getDisplay(server, 'CC:00:00:00:00:01');
  });
  after(async () => {
    await server.stop();
    silent.closeAllConnections();
    silent.close();
  });

  /** Let devices with hostile screens call at once, and others until all of them have an answer. */
  async function callAtOnce(names: readonly string[]): Promise<number> {
    const done = Promise.all(names.map((name) => getDisplayInTurn(server, MACS[name] ?? '')));
    let finished = false;
    void done.then(() => {
      finished = true;
    });
    let served = 0;
    while (!finished) {
      const health = await fetch(`${server.url}/health`);
      assert.equal(await health.text(), 'OK');
      assert.equal((await getDisplay(server, 'CC:00:00:00:00:01')).refresh_rate, 120);
      served += 1;
      await wait(50);
    }
    for (const answer of await done) assert.equal(answer.refresh_rate, 60);
    return served;
  }

  it('that loop or wait end in an error screen; /health and other devices are answered meanwhile', async () => {
    const served = await callAtOnce(['spin', 'evade', 'pattern', 'wait']);
    assert.ok(served > 10, `${served} devices were served meanwhile`);
  });

  it('that use too much memory do so too', async () => {
    await callAtOnce(['memory', 'coroutines']);
  });

  it('name the script and the place in the log', () => {
    const messages = server.logs
      .filter((line) => line['code'] !== undefined && line['level'] === 'error')
      .map((line) => String(line['msg']));
    const about = (text: string): string =>
      messages.find((message) => message.includes(text)) ?? `nothing about ${text} in ${messages.join('; ')}`;
    // Which limit is reached first depends on what else the machine does.
    assert.match(about('spin.lua'), /spin\.lua:1: .*(?:more than 2 s|took longer)/);
    assert.match(about('memory.lua'), /memory\.lua.*(?:memory|more than 2 s)/);
    assert.match(about('pattern.lua'), /more than 2 s of CPU|took longer/);
    assert.match(about('wait.lua'), /wait\.lua:1/);
  });

  it('are followed by new workers, which serve the next device', async () => {
    for (let round = 0; round < 12; round += 1) {
      assert.equal((await getDisplay(server, 'CC:00:00:00:00:02')).refresh_rate, 120);
    }
  });
});
