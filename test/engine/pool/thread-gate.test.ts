import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, it } from 'node:test';
import { ThreadGate } from '../../../src/engine/pool/thread-gate.ts';

describe('a gate in front of threads', () => {
  let gate: ThreadGate;
  /** All threads, those that are loading included. */
  let threads: object[];
  let started: string[];
  let ends: Map<string, () => void>;
  let done: number;
  let ready: number;

  beforeEach(() => {
    threads = [];
    started = [];
    ends = new Map();
    done = 0;
    ready = 0;
    gate = new ThreadGate({ maxThreads: 4, maxLoading: 2 }, () => threads);
  });

  /** A job that ends when it is told. One that finds no thread idle starts one, as the pool does. */
  function job(name: string, abort = new EventEmitter()): Promise<void> {
    const work = (): Promise<void> => {
      started.push(name);
      if (started.length - done > ready) threads.push({});
      return new Promise((resolve) => ends.set(name, resolve));
    };
    const passing = gate.pass(work, abort);
    // What becomes of it is looked at where it counts.
    passing.catch(() => {});
    return passing;
  }

  /** End a job, and wait until that has had its effect. */
  async function end(name: string): Promise<void> {
    done += 1;
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  function jobs(...names: readonly string[]): void {
    for (const name of names) void job(name);
  }

  function makeReady(count: number): void {
    while (threads.length < count) threads.push({});
    ready = count;
    for (const thread of threads.slice(0, count)) gate.threadIsReady(thread);
  }

  it('lets as many jobs through as threads are idle', async () => {
    makeReady(4);
    jobs('1', '2', '3', '4', '5', '6');
    assert.deepEqual([started.join(' '), gate.waiting], ['1 2 3 4', 2]);
    await end('2');
    assert.deepEqual([started.join(' '), gate.waiting], ['1 2 3 4 5', 1]);
  });

  it('lets jobs start threads, but no more at a time than may load', () => {
    jobs('1', '2', '3', '4');
    assert.equal(started.join(' '), '1 2');
    makeReady(1);
    assert.equal(started.join(' '), '1 2 3');
  });

  it('starts no thread for a job that may soon have one that is loading', () => {
    threads = [{}, {}, {}];
    jobs('1');
    assert.equal(started.join(' '), '');
    makeReady(1);
    assert.equal(started.join(' '), '1');
  });

  it('starts a thread for each job that waits beyond those that are loading', () => {
    threads = [{}];
    jobs('1', '2', '3');
    // The first takes the one that is loading, the second starts another, and more than two may not load at a time.
    assert.deepEqual([started.join(' '), threads.length, gate.waiting], ['1', 2, 2]);
    makeReady(2);
    assert.deepEqual([started.join(' '), threads.length, gate.waiting], ['1 2 3', 3, 0]);
  });

  it('keeps a thread that becomes idle for the jobs that started others', async () => {
    makeReady(1);
    jobs('1', '2', '3', '4');
    assert.equal(started.join(' '), '1 2 3');
    await end('1');
    assert.equal(started.join(' '), '1 2 3');
    makeReady(3);
    assert.equal(started.join(' '), '1 2 3 4');
  });

  it('forgets a job that gives up, and lets the others through', async () => {
    threads = [{}, {}, {}, {}];
    const abort = new EventEmitter();
    const impatient = job('1', abort);
    jobs('2');
    abort.emit('abort');
    await assert.rejects(impatient, /given up/);
    makeReady(1);
    assert.deepEqual([started.join(' '), gate.waiting], ['2', 0]);
  });

  it('lets a job start a thread where one has ended', async () => {
    makeReady(4);
    jobs('1', '2', '3', '4', '5');
    threads.pop();
    await end('4');
    gate.threadHasEnded();
    assert.equal(started.join(' '), '1 2 3 4 5');
  });

  it('passes on what a job throws', async () => {
    makeReady(1);
    await assert.rejects(
      gate.pass(() => Promise.reject(new Error('broken')), new EventEmitter()),
      /broken/,
    );
    jobs('2');
    assert.equal(started.join(' '), '2');
  });
});
