/** Callers who begin a body and let the server wait, known ones and strangers: each is answered and cut within seconds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { callRaw, type RawCaller } from '../support/network/raw-http.ts';
import { TOKEN } from '../support/server/admin.ts';
import { DATA_CONFIG, DATA_TOKEN } from '../support/server/pushes.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const SECRET = 'a secret of a git host';
const CONFIG = `${DATA_CONFIG}screen_repos:
  garden: { repo: "https://127.0.0.1:1/garden.git", webhook_secret: "${SECRET}" }
`;
const DRIP_MS = 100;

const ADMIN = `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

/** Routes that take a body, with what opens them. */
const ROUTES: Readonly<Record<string, string>> = {
  'POST /api/log': 'ID: AA:BB:CC:DD:EE:77\r\nAccess-Token: new\r\n',
  'POST /api/hooks/repo/garden': `X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\n`,
  'PUT /api/data/weather': `Authorization: Bearer ${DATA_TOKEN}\r\n`,
  'POST /api/admin/devices': ADMIN,
  'PUT /api/admin/config/text': ADMIN,
  'POST /api/admin/devices/import': ADMIN,
  'POST /api/admin/preview': ADMIN,
};

interface Way {
  /** Headers and the beginning of the body. */
  readonly start: string;
  /** Sent again and again; nothing where the caller is silent. */
  readonly drip: string;
}

/** How a body does not come to its end. */
const WAYS: Readonly<Record<string, Way>> = {
  'waits for 100 Continue, and goes on waiting': {
    ...{ start: 'Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n', drip: '' },
  },
  'waits for 100 Continue, and then sends a byte now and then': {
    ...{ start: 'Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n', drip: ' ' },
  },
  'sends a byte now and then': { start: 'Content-Length: 5000\r\n\r\n{', drip: ' ' },
  'sends a chunk of one byte now and then': {
    ...{ start: 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n', drip: '1\r\n \r\n' },
  },
  'never ends the length of a chunk': { start: 'Transfer-Encoding: chunked\r\n\r\n5;', drip: 'x' },
  'never ends its trailer': { start: 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\nX-A: ', drip: 'x' },
};

describe('a caller who lets the server wait', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ config: CONFIG, env: { SERVICE_ADMIN_TOKEN: TOKEN } });
  });
  after(() => server.stop());

  async function endOf(line: string, { start, drip }: Way): Promise<RawCaller> {
    const caller = await callRaw(server.port);
    caller.socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${ROUTES[line]}${start}`);
    const drips = setInterval(() => caller.socket.write(drip), DRIP_MS);
    await caller.closed;
    clearInterval(drips);
    return caller;
  }

  it('is cut, whatever it asks for and however it waits, while others are answered', async () => {
    const ended: Promise<void>[] = [];
    for (const line of Object.keys(ROUTES)) {
      for (const [name, way] of Object.entries(WAYS)) {
        ended.push(
          endOf(line, way).then((caller) => {
            const last = caller.statuses().at(-1);
            assert.ok(last === 408 || last === 503, `${line} that ${name}: ${caller.text().slice(0, 300)}`);
          }),
        );
      }
    }
    const health = await fetch(`${server.url}/health`);
    assert.equal(health.status, 200);
    await Promise.all(ended);
  });
});
