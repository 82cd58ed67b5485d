import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  encodeMessage,
  encodeValue,
  FrameError,
  MessageReader,
  ValueReader,
} from '../../../src/pictures/isolation/frames.ts';

const LIMITS = { maxHeaderBytes: 1000, maxBodyBytes: 1000 };

/** The bytes in pieces of the given lengths, over and over. */
function* pieces(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const LENGTHS = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('frames', () => {
  it('bring values whole, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), LENGTHS, (values, lengths) => {
        const stream = Buffer.concat(values.flatMap((value) => encodeValue(value)));
        const reader = new ValueReader();
        const read = [...pieces(stream, lengths)].flatMap((piece) => [...reader.read(piece)]);
        assert.deepEqual(read, values);
      }),
    );
  });

  it('bring messages whole, however the stream is cut', () => {
    const message = fc.record({ header: fc.jsonValue({ maxDepth: 2 }), bytes: fc.uint8Array() });
    fc.assert(
      fc.property(fc.array(message), LENGTHS, (messages, lengths) => {
        const stream = Buffer.concat(messages.flatMap(({ header, bytes }) => encodeMessage(header, bytes)));
        const reader = new MessageReader({ maxHeaderBytes: 1e6, maxBodyBytes: 1e6 });
        const read = [...pieces(stream, lengths)].flatMap((piece) => [...reader.read(piece)]);
        assert.deepEqual(
          read.map(({ header, bytes }) => ({ header, bytes: [...bytes] })),
          // JSON has no -0.
          messages.map(({ header, bytes }) => ({
            header: JSON.parse(JSON.stringify(header)),
            bytes: [...bytes],
          })),
        );
      }),
    );
  });

  it('refuse a length over the limit before anything of it is kept', () => {
    for (const [header, body] of [
      [1001, 0],
      [0, 1001],
      [0xffff_ffff, 0xffff_ffff],
    ] as const) {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(header, 0);
      head.writeUInt32BE(body, 4);
      assert.throws(() => [...new MessageReader(LIMITS).read(head)], FrameError);
    }
  });

  it('refuse a header that is no JSON', () => {
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]), Buffer.from('{]')]);
    assert.throws(() => [...new MessageReader(LIMITS).read(frame)], FrameError);
  });
});
