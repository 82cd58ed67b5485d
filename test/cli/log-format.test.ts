/** The log of a server at a real terminal, which `script` makes, and elsewhere. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { callRaw } from '../support/network/raw-http.ts';
import { childrenOf } from '../support/processes/processes.ts';
import { finish, MAIN, type Outcome, start } from '../support/processes/stipple.ts';
import { requireTool } from '../support/tools/tools.ts';
import { until } from '../support/waiting.ts';

const SETTINGS = { BIND_ADDR: '127.0.0.1:0', COMPOSE_THREADS: '2', RASTER_THREADS: '1' };

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stipple-log-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** What a server writes to a terminal until it has answered calls, with `ESC` for each escape character. */
async function onTerminal(
  env: Readonly<Record<string, string>>,
  call: (port: number) => Promise<unknown>,
): Promise<string> {
  const command = `exec '${process.execPath}' '${MAIN}' serve`;
  const child = spawn(requireTool('script'), ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...SETTINGS, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1').replaceAll('\x1b', 'ESC');
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  try {
    const port = await until(() => /port(?:=|":)(?:ESC\[\d+m)?(\d+)\D/.exec(text)?.[1]);
    await call(Number(port));
  } finally {
    for (const server of childrenOf(child.pid ?? 0)) process.kill(server, 'SIGTERM');
    await ended;
  }
  return text;
}

/** What a server writes to a pipe until it listens. */
async function intoPipe(env: Readonly<Record<string, string>>): Promise<Outcome> {
  const child = start(folder, ['serve'], { ...SETTINGS, ...env });
  const done = finish(child);
  child.stdout?.on('data', (chunk) => {
    if (!child.killed && String(chunk).includes('listening')) child.kill('SIGTERM');
  });
  return done;
}

describe('the log on a terminal', () => {
  it('is for people, in colours, and no caller can draw on it', async () => {
    const text = await onTerminal({}, async (port) => {
      const caller = await callRaw(port);
      const path = `/${String.fromCharCode(0x9b)}2Jnothing`;
      caller.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'latin1');
      await caller.closed;
      await fetch(`http://127.0.0.1:${port}/nothing%1b[2J`, { headers: { 'X-Request-Id': 'mine' } });
    });
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} {2}ESC\[32mINFOESC\[39m: /m);
    assert.match(text, /GET \/nothing%1b\[2J ESC\[33m404ESC\[39m [\d.]+ ms .*mine/);
    const lines = text.split('\r\n').map((line) => line.replaceAll(/ESC\[\d{1,2}m/g, ''));
    for (const line of lines) assert.doesNotMatch(line, /\p{Cc}|ESC/u);
  });

  it('has no colours with NO_COLOR', async () => {
    const text = await onTerminal({ NO_COLOR: '1' }, (port) => fetch(`http://127.0.0.1:${port}/api/time`));
    assert.match(text, /^\d\d:\d\d:\d\d\.\d{3} {2}INFO: GET \/api\/time 200 [\d.]+ ms req=[\da-f]{8}\r$/m);
    assert.doesNotMatch(text, /ESC/);
  });

  it('is JSON with LOG_FORMAT=json', async () => {
    const text = await onTerminal({ LOG_FORMAT: 'json' }, (port) => fetch(`http://127.0.0.1:${port}/ready`));
    for (const line of text.split('\r\n').filter((one) => one !== ''))
      assert.ok(JSON.parse(line).level, line);
  });
});

describe('the log elsewhere', () => {
  it('is JSON', async () => {
    const { out } = await intoPipe({});
    for (const line of out.trimEnd().split('\n')) assert.ok(JSON.parse(line).level, line);
  });

  it('is for people, without colours, with LOG_FORMAT=pretty', async () => {
    const { out } = await intoPipe({ LOG_FORMAT: 'Pretty' });
    assert.match(out, /^\d\d:\d\d:\d\d\.\d{3} {2}INFO: listening address=127\.0\.0\.1 port=\d+$/m);
    assert.ok(!out.includes('\x1b'));
  });

  it('cannot have another format', async () => {
    const { code, err } = await intoPipe({ LOG_FORMAT: 'xml' });
    assert.deepEqual([code, err], [1, 'stipple: LOG_FORMAT: expected pretty or json, got "xml"\n']);
  });
});
