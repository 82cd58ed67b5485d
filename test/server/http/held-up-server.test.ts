/** Callers whose bodies come in time while the server itself is held up: that is not held against them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { BODY_LIMITS } from '../../../src/server/http/body-limits.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

const SECRET = 'a secret of a git host';
const CONFIG = `default_screen: plain
screen_repos:
  garden: { repo: "https://127.0.0.1:1/garden.git", webhook_secret: "${SECRET}" }
`;
const PIECES = 8;
/** Longer than a caller may be silent. */
const HELD_MS = (BODY_LIMITS.stallLooks + 2) * BODY_LIMITS.checkMs;

/** A program that sends a request in pieces, the last one while the server is held up, and prints the answer. */
const CLIENT = `
const [port, head, body] = process.argv.slice(1);
const bytes = Buffer.from(body.repeat(Math.ceil(400_000 / body.length)).slice(0, 400_000));
const text = head.includes('garden') ? Buffer.from(JSON.stringify({ ref: 'refs/heads/main', pad: String(bytes) })) : Buffer.from(JSON.stringify({ logs: [String(bytes.subarray(0, 200_000))] }));
const signature = require('node:crypto').createHmac('sha256', ${JSON.stringify(SECRET)}).update(text).digest('hex');
const socket = require('node:net').connect(Number(port), '127.0.0.1');
socket.write('POST ' + head.replace('SIGNATURE', signature) + 'Content-Length: ' + text.length + '\\r\\n\\r\\n');
let sent = 0;
const size = Math.ceil(text.length / ${PIECES});
const timer = setInterval(() => {
  if (sent === 0) console.log('begun');
  socket.write(text.subarray(sent, sent + size));
  sent += size;
  if (sent >= text.length) clearInterval(timer);
}, ${Math.floor(HELD_MS / PIECES / 2)});
socket.on('data', (bytes) => { console.log(String(bytes).split('\\r\\n')[0]); process.exit(); });
socket.on('error', (error) => console.log(error.code));
`;

const CALLS = {
  'a log': '/api/log HTTP/1.1\r\nHost: x\r\nID: AA:BB:CC:DD:EE:02\r\nAccess-Token: new\r\n',
  'a webhook': '/api/hooks/repo/garden HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=SIGNATURE\r\n',
};

describe('a server that is held up', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: CONFIG });
  });
  after(() => server.stop());

  it('takes the bodies that have come meanwhile', async () => {
    const said = Object.entries(CALLS).map(([name, head]) => {
      const child = spawn(process.execPath, ['-e', CLIENT, String(server.port), head, name]);
      const lines: string[] = [];
      child.stdout.on('data', (text) => lines.push(...String(text).trim().split('\n')));
      return { child, lines, name };
    });
    const ended = said.map(({ child }) => once(child, 'close'));
    for (const { child } of said) await once(child.stdout, 'data');
    // This thread stands still, as if it computed.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS);
    await Promise.all(ended);
    for (const { lines, name } of said) {
      assert.match(lines.at(-1) ?? '', /^HTTP\/1\.1 20[02] /, `${name}: ${lines.join(', ')}`);
    }
  });
});
