/**
 * Messages between a server and its confined processes, as frames on a stream of bytes.
 *
 * Server to process: a structured clone of one value (`node:v8`). Process to server: JSON and raw bytes, because the
 * process may be controlled by hostile input, and JSON builds nothing but plain data.
 */
import { deserialize, serialize } from 'node:v8';

/** Frame to a process: 4 bytes of length (big-endian), then the clone. */
export function encodeValue(value: unknown): readonly Buffer[] {
  const body = serialize(value);
  const head = Buffer.allocUnsafe(4);
  head.writeUInt32BE(body.length, 0);
  return [head, body];
}

/** What a process answers with: plain data, and bytes that travel beside it. */
export interface Message {
  readonly header: unknown;
  readonly bytes: Buffer;
}

/** Frame to the server: 4 bytes of JSON length, 4 bytes of body length (big-endian), the JSON, the body. */
export function encodeMessage(header: unknown, bytes: Uint8Array): readonly Buffer[] {
  const json = Buffer.from(JSON.stringify(header), 'utf8');
  const head = Buffer.allocUnsafe(8);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [head, json, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
}

/** Joins the chunks of a stream to frames. */
class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next bytes without taking them; null while they are not all there. */
  peek(length: number): Buffer | null {
    return this.#length < length ? null : this.#joined(length).subarray(0, length);
  }

  /** Take the next bytes, as a view; null while they are not all there. */
  take(length: number): Buffer | null {
    const taken = this.peek(length);
    if (taken === null) return null;
    const first = this.#chunks[0];
    if (first !== undefined) {
      if (first.length === length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(length);
    }
    this.#length -= length;
    return taken;
  }

  /** Join chunks until the first has the wanted length, and return it. */
  #joined(length: number): Buffer {
    const first = this.#chunks[0] ?? Buffer.alloc(0);
    if (first.length >= length) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}

/** Reads the values that the server sends. */
export class ValueReader {
  readonly #frames = new FrameReader();

  /** The values that are complete with this chunk. */
  *read(chunk: Buffer): Generator<unknown> {
    this.#frames.push(chunk);
    for (;;) {
      const head = this.#frames.peek(4);
      if (head === null) return;
      const frame = this.#frames.take(4 + head.readUInt32BE(0));
      if (frame === null) return;
      yield deserialize(frame.subarray(4));
    }
  }
}

/** A process sent something that is no message. */
export class FrameError extends Error {}

const HEAD_BYTES = 8;

/** Reads the messages of a process, which is not trusted. */
export class MessageReader {
  readonly #frames = new FrameReader();
  readonly #maxHeaderBytes: number;
  readonly #maxBodyBytes: number;

  constructor(limits: { readonly maxHeaderBytes: number; readonly maxBodyBytes: number }) {
    this.#maxHeaderBytes = limits.maxHeaderBytes;
    this.#maxBodyBytes = limits.maxBodyBytes;
  }

  /**
   * The messages that are complete with this chunk.
   * @throws {FrameError} a frame is larger than the limits, or its header is no JSON
   */
  *read(chunk: Buffer): Generator<Message> {
    this.#frames.push(chunk);
    for (;;) {
      const head = this.#frames.peek(HEAD_BYTES);
      if (head === null) return;
      const [headerBytes, bodyBytes] = [head.readUInt32BE(0), head.readUInt32BE(4)];
      if (headerBytes > this.#maxHeaderBytes || bodyBytes > this.#maxBodyBytes) {
        throw new FrameError(`a message of ${headerBytes} + ${bodyBytes} bytes`);
      }
      const frame = this.#frames.take(HEAD_BYTES + headerBytes + bodyBytes);
      if (frame === null) return;
      const bodyAt = HEAD_BYTES + headerBytes;
      yield { header: parseHeader(frame.subarray(HEAD_BYTES, bodyAt)), bytes: frame.subarray(bodyAt) };
    }
  }
}

function parseHeader(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw new FrameError('a header that is no JSON');
  }
}
