/** Callers who come while the server computes: the system takes their connections, so none has to try again seconds later. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { until } from '../../support/waiting.ts';

/** More than the 511 that Node asks the system for by itself. */
const CALLERS = 1_500;

/** What the system allows at most. */
function allowed(): number {
  return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
}

describe('a server that computes', { skip: process.platform !== 'linux' }, () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServerProcess();
  });
  after(() => server.stop());

  it('has the connections of all who call meanwhile, and answers each', async () => {
    assert.ok(LIMITS.waitingConnections >= 4 * 511);
    const count = Math.min(CALLERS, allowed());
    let [connected, answered] = [0, 0];
    const sockets: Socket[] = [];
    server.child.kill('SIGSTOP');
    try {
      for (let n = 0; n < count; n++) {
        const socket = connect({ port: server.port, host: '127.0.0.1' });
        socket
          .on('error', () => {})
          .once('connect', () => {
            connected += 1;
          });
        socket.once('data', (bytes) => {
          if (bytes.toString('latin1').startsWith('HTTP/1.1 200')) answered += 1;
          socket.destroy();
        });
        socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
        sockets.push(socket);
      }
      await until(() => connected === count, 'all are connected');
    } finally {
      server.child.kill('SIGCONT');
    }
    await until(() => answered === count, 'all are answered');
    for (const socket of sockets) socket.destroy();
  });
});
