/** Which connection makes room for the next. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Connection } from '../../../src/server/http/connection.ts';
import type { Phase } from '../../../src/server/http/connection-hooks.ts';
import { ConnectionRoom } from '../../../src/server/http/connection-room.ts';

const PHASES: readonly Phase[] = ['idle', 'receiving', 'answering'];
const MOST = 20;

/** The room looks at nothing else of a connection. */
function from(network: string): Connection {
  return { network } as unknown as Connection;
}

const arrivals = fc.array(
  fc.record({ network: fc.nat(8), phase: fc.constantFrom(...PHASES), leaves: fc.boolean() }),
  { minLength: MOST, maxLength: 200 },
);

function makeRoom(room: ConnectionRoom, open: Connection[], newest: Connection): void {
  const countOf = ({ network }: Connection): number => open.filter((one) => one.network === network).length;
  const largest = Math.max(...open.map(countOf));
  const closed = room.toClose(newest);
  assert.ok(open.includes(closed));
  if (largest > countOf(newest)) {
    assert.notEqual(closed, newest);
    assert.equal(countOf(closed), largest);
  }
  room.remove(closed);
  open.splice(open.indexOf(closed), 1);
}

describe('ConnectionRoom', () => {
  it('lets a network in that has fewer connections than another, whatever those do, and takes it from the largest', () => {
    fc.assert(
      fc.property(arrivals, (all) => {
        const room = new ConnectionRoom();
        const open: Connection[] = [];
        for (const { network, phase, leaves } of all) {
          const newest = from(`network ${network}`);
          room.add(newest);
          open.push(newest);
          if (open.length > MOST) makeRoom(room, open, newest);
          room.move(newest, phase);
          const [first] = leaves ? open.splice(0, 1) : [];
          if (first !== undefined) room.remove(first);
          const sizes = PHASES.map((name) => room.in(name).size);
          assert.equal(
            sizes.reduce((sum, size) => sum + size, 0),
            open.length,
          );
        }
      }),
    );
  });

  it('closes what waits for longest, then halves of requests, and of an equal network no one that is answered', () => {
    const room = new ConnectionRoom();
    const [answered, half, idle, newest] = ['a', 'b', 'c', 'd'].map(from);
    for (const [connection, phase] of [
      [answered, 'answering'],
      [half, 'receiving'],
      [idle, 'idle'],
      [newest, 'idle'],
    ] as const) {
      if (connection === undefined) continue;
      room.add(connection);
      room.move(connection, phase);
    }
    assert.ok(newest !== undefined);
    for (const expected of [idle, half, newest]) {
      const closed = room.toClose(newest);
      assert.equal(closed, expected);
      room.remove(closed);
    }
    assert.ok(answered !== undefined && room.in('answering').has(answered));
  });
});
