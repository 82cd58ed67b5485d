import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventRing } from '../../../src/admin/stream/event-ring.ts';
import { EventStream, type StreamSink } from '../../../src/admin/stream/event-stream.ts';
import { TOPICS, type Topic } from '../../../src/admin/stream/topics.ts';

/** A connection that takes texts as long as it has fewer characters than there is room for. */
class Connection implements StreamSink {
  readonly got: string[] = [];
  room = Infinity;

  get isFull(): boolean {
    return this.got.join('').length >= this.room;
  }

  write(text: string): void {
    this.got.push(text);
  }

  end(): void {
    this.got.push('end');
  }
}

function opened(
  ringEvents: number,
  topics: readonly Topic[] = TOPICS,
): { ring: EventRing; stream: EventStream; to: Connection; tell(subject: string, topic?: Topic): void } {
  const ring = new EventRing({ ringEvents, ringBytes: 1_000_000 });
  const to = new Connection();
  const subscription = { topics: new Set(topics), caller: 'x', lastId: null, isAllowed: () => true };
  const stream = new EventStream(subscription, to, ring, 0, () => 'reset');
  stream.catchUp();
  const tell = (subject: string, topic: Topic = 'device'): void => {
    ring.add(subject, topic, (number) => `${subject}${number}`);
    stream.catchUp();
  };
  return { ring, stream, to, tell };
}

describe('a stream of events', () => {
  it('gives a reader that keeps up every event', () => {
    const { to, tell } = opened(10);
    for (const subject of ['a', 'b', 'a']) tell(subject);
    assert.deepEqual(to.got, ['a1', 'b2', 'a3']);
  });

  it('gives a slow reader the last event of each subject when it has room again', () => {
    const { stream, to, tell } = opened(10);
    to.room = 1;
    for (const subject of ['a', 'a', 'b', 'a', 'b', 'c']) tell(subject);
    assert.deepEqual(to.got, ['a1']);
    to.room = 3;
    stream.catchUp();
    tell('d');
    assert.deepEqual(to.got, ['a1', 'a4b5c6']);
    to.room = Infinity;
    stream.catchUp();
    assert.deepEqual(to.got, ['a1', 'a4b5c6', 'd7']);
  });

  it('writes no more than a piece behind the end of the room', () => {
    const { ring, stream, to } = opened(10);
    for (const subject of ['a', 'b', 'c']) ring.add(subject, 'device', () => subject.repeat(20_000));
    to.room = 30_000;
    stream.catchUp();
    assert.deepEqual(
      to.got.map((text) => text.slice(0, 1)),
      ['a', 'b'],
    );
    to.room = Infinity;
    stream.catchUp();
    assert.equal(to.got.at(-1)?.slice(0, 1), 'c');
  });

  it('counts the looks that find no room, from the last one that found some', () => {
    const { stream, to } = opened(10);
    to.room = 0;
    assert.deepEqual([stream.look(), stream.look()], [1, 2]);
    to.room = Infinity;
    assert.deepEqual([stream.look(), stream.look()], [0, 0]);
  });

  it('tells a reader that was too slow to begin anew, once', () => {
    const { stream, to, tell } = opened(2);
    to.room = 0;
    for (const subject of ['a', 'b', 'c', 'd']) tell(subject);
    to.room = Infinity;
    stream.catchUp();
    tell('e');
    assert.deepEqual(to.got, ['reset', 'e5']);
  });

  it('leaves out what the reader did not ask for', () => {
    const { stream, to, tell } = opened(10, ['config']);
    tell('a');
    to.room = 0;
    tell('b');
    tell('x', 'config');
    to.room = Infinity;
    stream.catchUp();
    stream.say('beat');
    assert.deepEqual(to.got, ['x3', 'beat']);
  });

  it('says nothing to a reader that does not read', () => {
    const { stream, to } = opened(10);
    to.room = 0;
    stream.say('beat');
    assert.deepEqual(to.got, []);
  });
});

describe('the ring of events', () => {
  it('keeps no more than it may, be it events or bytes', () => {
    const ring = new EventRing({ ringEvents: 3, ringBytes: 100 });
    for (let number = 0; number < 10; number += 1) ring.add(`s${number}`, 'device', () => 'x'.repeat(10));
    assert.deepEqual(
      [...ring.after(0)].map(({ number }) => number),
      [8, 9, 10],
    );
    assert.equal(ring.size, 30);
    ring.add('large', 'device', () => 'x'.repeat(95));
    assert.equal(ring.size, 95);
    ring.add('larger', 'device', () => 'x'.repeat(101));
    assert.equal(ring.size, 0);
  });

  it('knows from where nothing is lost', () => {
    const ring = new EventRing({ ringEvents: 2, ringBytes: 100 });
    for (const subject of ['a', 'a', 'b']) ring.add(subject, 'device', () => 'x');
    assert.ok(ring.has(0));
    ring.add('c', 'device', () => 'x');
    assert.deepEqual(
      [0, 1, 2, 4, 5].map((number) => ring.has(number)),
      [false, false, true, true, false],
    );
    assert.deepEqual(
      [0, 2, 3, 4].map((number) => [...ring.after(number)].map((event) => event.number)),
      [[3, 4], [3, 4], [4], []],
    );
    ring.clear();
    assert.deepEqual([ring.has(3), ring.has(4), [...ring.after(0)].length], [false, true, 0]);
  });
});
