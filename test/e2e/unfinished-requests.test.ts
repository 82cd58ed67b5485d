/** Thousands of requests that never end, of all kinds: what they hold is bounded, and honest callers get through. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { longCode } from '../../src/domain/registration-code.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const KIB = 1024;
/** Requests at once: their bodies are many times what the server takes of one address. */
const FLOOD = rounds(3_000, 2);
/** Before bodies were counted, it was 500 MB and more of 3 000; connections themselves take some 30 KiB each. */
const MOST_MB = 100 + 0.04 * FLOOD;
const SECRET = 'a secret of a git host';
const NAMED = 'AA:BB:CC:DD:EE:01';
const OTHER_ADDRESS = '127.0.0.2';
const CONFIG = `default_screen: plain
devices:
  "${NAMED}": { screen: plain }
  ${longCode('by its code')}: { screen: plain }
screen_repos:
  garden: { repo: "https://127.0.0.1:1/garden.git", webhook_secret: "${SECRET}" }
`;

/** Routes that take a body, with headers that a stranger can have. */
const ROUTES: readonly {
  readonly line: string;
  readonly head: (n: number) => string;
  readonly most: number;
}[] = [
  { line: 'POST /api/log', head: (n) => `ID: ${macOf(n)}\r\nAccess-Token: token ${n}\r\n`, most: 256 * KIB },
  {
    line: 'POST /console/session',
    head: () => 'Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n',
    most: 32_768,
  },
  {
    line: 'POST /api/hooks/repo/garden',
    head: () => `X-Hub-Signature-256: sha256=${'0'.repeat(64)}\r\n`,
    most: 1024 * KIB,
  },
  {
    line: 'POST /api/hooks/repo/nowhere',
    head: () => `X-Gitea-Signature: ${'0'.repeat(64)}\r\n`,
    most: 1024 * KIB,
  },
  // These take none: it is to be discarded, or not to be read at all.
  {
    line: 'GET /api/display',
    head: (n) => `ID: ${macOf(n)}\r\nAccess-Token: token ${n}\r\n`,
    most: 1024 * KIB,
  },
  { line: 'PUT /api/data/news', head: () => 'Authorization: Bearer nobody\r\n', most: 256 * KIB },
  { line: 'POST /api/admin/devices', head: () => '', most: 256 * KIB },
];

/** How a request does not end. */
const WAYS: readonly ((socket: Socket, route: (typeof ROUTES)[number], n: number) => void)[] = [
  // All but the last byte.
  (socket, route, n) => {
    socket.write(headOf(route, n, `Content-Length: ${route.most}`));
    socket.write(Buffer.alloc(route.most - 1, 'x'));
  },
  (socket, route, n) => {
    socket.write(headOf(route, n, 'Transfer-Encoding: chunked'));
    socket.write(`${(route.most - KIB).toString(16)}\r\n`);
    socket.write(Buffer.alloc(route.most - KIB, 'x'));
  },
  // Chunks of one byte each: each takes a buffer of its own where they are kept in a list.
  (socket, route, n) => {
    socket.write(headOf(route, n, 'Transfer-Encoding: chunked'));
    socket.write('1\r\nx\r\n'.repeat(4_000));
  },
  (socket, route, n) => void socket.write(`${headOf(route, n, `Content-Length: ${route.most}`)}x`),
  // Half a head, as large as may be.
  (socket, route, n) =>
    void socket.write(`${route.line} HTTP/1.1\r\nHost: x\r\n${route.head(n)}X-Pad: ${'x'.repeat(15_000)}`),
  (socket) => void socket.write('POST '),
  () => {},
];

function macOf(n: number): string {
  return `AA:${n.toString(16).padStart(10, '0').match(/../g)?.join(':')}`.toUpperCase();
}

function headOf({ line, head }: (typeof ROUTES)[number], n: number, framing: string): string {
  return `${line} HTTP/1.1\r\nHost: x\r\n${head(n)}${framing}\r\n\r\n`;
}

let server: ServerProcess;
before(async () => {
  server = await startServerProcess({ config: CONFIG });
});
after(() => server.stop());

/** Open connections of all kinds, each with a request that does not end. */
async function open(count: number, localAddress: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {}).resume();
    const [route, way] = [ROUTES[random(ROUTES.length)], WAYS[random(WAYS.length)]];
    if (route !== undefined) way?.(socket, route, n);
    sockets.push(socket);
    if (n % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  return sockets;
}

/** Send a request in pieces, one in each moment; resolves with the answer. */
async function sendSlowly(localAddress: string, head: string, body: Buffer, pieces: number): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  let text = '';
  let isOver = false;
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      text += bytes;
    });
  socket.on('close', () => {
    isOver = true;
  });
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
  let sent = 0;
  const timer = setInterval(() => {
    const next = Math.min(sent + Math.ceil(body.length / pieces), body.length);
    if (next > sent) socket.write(body.subarray(sent, next));
    sent = next;
  }, 100);
  try {
    await until(() => isOver || /^HTTP\/1\.1 \d{3} [\s\S]*\r\n\r\n/.test(text), 'the slow call is answered');
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
  return text.split('\r\n')[0] ?? '';
}

function logOf(mac: string, token: string): string {
  return `POST /api/log HTTP/1.1\r\nHost: x\r\nID: ${mac}\r\nAccess-Token: ${token}\r\n`;
}

const LOG = Buffer.from(JSON.stringify({ logs: ['x'.repeat(250 * KIB)] }));
const PUSH = Buffer.from(JSON.stringify({ ref: 'refs/heads/main', pad: 'x'.repeat(900 * KIB) }));

function hookHead(): string {
  const signature = createHmac('sha256', SECRET).update(PUSH).digest('hex');
  return `POST /api/hooks/repo/garden HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: sha256=${signature}\r\n`;
}

describe('a call whose headers are enough to refuse it', () => {
  const wrong = 'Authorization: Bearer nobody has this token\r\n';
  const refusals: readonly (readonly [string, string, number])[] = [
    ['POST /api/log', `ID: ${NAMED}\r\nAccess-Token: wrong\r\n`, 401],
    ['POST /api/log', 'ID: AA\r\nAccess-Token: wrong\r\n', 400],
    ['PUT /api/data/news', wrong, 401],
    ['POST /api/hooks/repo/garden', wrong, 401],
    ['POST /api/hooks/repo/garden', 'X-Gitlab-Token: wrong\r\n', 401],
    ['POST /api/hooks/repo/garden', '', 401],
    ['POST /console/session', 'Sec-Fetch-Site: cross-site\r\n', 403],
    ...['POST /api/admin/devices', 'PUT /api/admin/config/text', 'POST /api/admin/preview'].map(
      (line) => [line, wrong, 401] as const,
    ),
    ...['POST /api/admin/check', 'POST /api/admin/devices/import', 'PATCH /api/admin/settings'].map(
      (line) => [line, '', 401] as const,
    ),
    [`PUT /api/admin/devices/${NAMED}/picture`, wrong, 401],
    ['PUT /api/admin/files/local/a.lua', wrong, 401],
  ];

  it('is refused before one byte of its body is there', async () => {
    assert.equal(
      (
        await fetch(`${server.url}/api/log`, {
          ...{ method: 'POST', headers: { ID: NAMED, 'Access-Token': 'its own' }, body: '{"logs":[]}' },
        })
      ).status,
      200,
    );
    for (const [line, headers, status] of refusals) {
      for (const framing of ['Content-Length: 20000', 'Transfer-Encoding: chunked']) {
        const socket = connect({ port: server.port, host: '127.0.0.1' });
        let text = '';
        socket
          .on('error', () => {})
          .on('data', (bytes) => {
            text += bytes;
          });
        socket.write(`${line} HTTP/1.1\r\nHost: x\r\n${headers}${framing}\r\n\r\n`);
        await until(() => text !== '', `${line} is answered`);
        socket.destroy();
        assert.equal(text.slice(9, 12), String(status), `${line} ${headers}`);
      }
    }
  });
});

describe(`requests that do not end (seed ${SEED})`, () => {
  it('take little memory, and honest callers get through at the same time', async (t) => {
    const before = server.rssMb();
    const sockets = await open(FLOOD, '127.0.0.1');
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const attackers = setInterval(() => {
      for (const socket of sockets) if (random(20) === 0) socket.write('x');
    }, 250);
    t.after(() => clearInterval(attackers));
    const answers = await Promise.all([
      // The device of the config has a share of its own, also behind the address of the attacker.
      sendSlowly('127.0.0.1', logOf(NAMED, 'its own'), LOG, 30),
      sendSlowly(OTHER_ADDRESS, logOf('AA:BB:CC:DD:EE:02', 'new'), LOG, 30),
      sendSlowly(OTHER_ADDRESS, hookHead(), PUSH, 10),
      // From the address of the attacker there is room when its bodies have come to a stop.
      until(() => sockets.every(({ destroyed, writableLength }) => destroyed || writableLength === 0)).then(
        () => sendSlowly('127.0.0.1', hookHead(), PUSH, 10),
      ),
    ]);
    assert.deepEqual(
      answers.map((line) => line.slice(9, 12)),
      ['200', '200', '202', '202'],
    );
    for (let number = 0; number < 5; number++) {
      const login = await fetch(`${server.url}/console/session`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: TOKEN }),
      });
      assert.equal(login.status, 200);
      const admin = await fetch(`${server.url}/api/admin/devices/${NAMED}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: `name ${number}` }),
      });
      assert.equal(admin.status, 200);
    }
    const grown = server.rssMb() - before;
    t.diagnostic(`${grown.toFixed(0)} MB more`);
    assert.ok(grown < MOST_MB, `${grown.toFixed(0)} MB more`);
  });

  it('do not make the server refuse a device that calls meanwhile', async () => {
    const sockets = await open(rounds(1_000, 2), '127.0.0.1');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const headers = { ID: macOf(0xf0_0000 + n), 'Access-Token': `honest ${n}` };
        const body = JSON.stringify({ logs: ['x'.repeat(100 * KIB)] });
        return (await fetch(`${server.url}/api/log`, { method: 'POST', headers, body })).status;
      }),
    );
    for (const socket of sockets) socket.destroy();
    assert.deepEqual(new Set(statuses), new Set([200]));
  });
});
