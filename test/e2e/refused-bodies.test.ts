/** Requests on one connection behind bodies that nobody reads: each gets its answer, however the bytes come. Sizes and cuts are generated. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { randomNumbers } from '../support/random.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));
const CONNECTIONS = 60;
const REQUESTS = 12;
/** Below what is read to its end, so that the connection goes on. */
const MAX_BODY = 60_000;
/** A request that is not answered by then never is. */
const DEADLINE_MS = 10_000;

/** A call that is refused by its headers, before its body is read. */
function refusedCall(bytes: number): Buffer {
  const head = `POST /api/log HTTP/1.1\r\nHost: x\r\nID: AA:BB:CC:DD:EE:FF\r\nContent-Length: ${bytes}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 0x61)]);
}

/**
 * Send requests as clients do that write a head and a body, and the next head as soon as they have an answer: the rest of a
 * body may come in one piece with the next request.
 * @returns how many were answered
 */
function converse(port: number, pick: (below: number) => number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let [sent, answered] = [0, 0];
    let rest: Buffer = Buffer.alloc(0);
    const end = (): void => {
      socket.destroy();
      resolve(answered);
    };
    const send = (): void => {
      const call = refusedCall(pick(MAX_BODY));
      // The head, and some of the body: its rest goes with the next call.
      const cut = Math.min(call.length, 150 + pick(call.length));
      socket.write(Buffer.concat([rest, call.subarray(0, cut)]));
      rest = call.subarray(cut);
      sent += 1;
    };
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const answers = text.split('HTTP/1.1 400 ').length - 1;
      while (answered < answers) {
        answered += 1;
        if (sent < REQUESTS) send();
        else end();
      }
    });
    socket.setTimeout(DEADLINE_MS, end).on('error', end).on('close', end);
    send();
  });
}

describe(`requests behind bodies that nobody reads (STIPPLE_SEED=${SEED})`, () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('are all answered on the connection of those', async () => {
    const pick = randomNumbers(SEED);
    for (let n = 0; n < CONNECTIONS; n += 4) {
      const some = await Promise.all(Array.from({ length: 4 }, () => converse(server.port, pick)));
      assert.deepEqual(some, [REQUESTS, REQUESTS, REQUESTS, REQUESTS], `connections from ${n}`);
    }
  });
});
