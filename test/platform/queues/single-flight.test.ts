import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SingleFlight, type SubscriberOptions } from '../../../src/platform/queues/single-flight.ts';

const PATIENT: SubscriberOptions = { signals: [], timeoutMs: 30_000, onJoined: () => {} };

/** Work that ends when it is told to. */
function work() {
  let end: (answer: string) => void = () => {};
  const state = { starts: 0, aborted: false, end: (answer: string) => end(answer) };
  const start = (signal: AbortSignal): Promise<string> => {
    state.starts += 1;
    signal.addEventListener('abort', () => {
      state.aborted = true;
    });
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  return { state, start };
}

describe('SingleFlight', () => {
  it('does equal work once for all that want it', async () => {
    const flights = new SingleFlight<string>();
    const { state, start } = work();
    const joined: number[] = [];
    const options = { ...PATIENT, onJoined: () => void joined.push(1) };
    const answers = [1, 2, 3].map(() => flights.join('key', start, options));
    assert.equal(flights.size, 1);
    state.end('done');
    assert.deepEqual(await Promise.all(answers), ['done', 'done', 'done']);
    assert.deepEqual([state.starts, joined.length, state.aborted, flights.size], [1, 2, false, 0]);
  });

  it('lets one that runs out of time leave alone, and aborts the work with the last one', async () => {
    const flights = new SingleFlight<string>();
    const { state, start } = work();
    const leaver = new AbortController();
    const last = flights.join('key', start, { ...PATIENT, signals: [leaver.signal] });
    await assert.rejects(flights.join('key', start, { ...PATIENT, timeoutMs: 5 }), /within 0\.005 s/);
    assert.equal(state.aborted, false);
    leaver.abort();
    await assert.rejects(last, /cancelled/);
    assert.equal(state.aborted, true);
    const { state: next, start: again } = work();
    const fresh = flights.join('key', again, PATIENT);
    next.end('anew');
    assert.equal(await fresh, 'anew', 'nobody joins work that is being aborted');
  });

  it('shares nothing without a key', async () => {
    const flights = new SingleFlight<string>();
    const { state, start } = work();
    void flights.join(null, start, { ...PATIENT, timeoutMs: 10 }).catch(() => {});
    const second = flights.join(null, start, PATIENT);
    assert.equal(state.starts, 2);
    state.end('done');
    assert.equal(await second, 'done');
  });
});
