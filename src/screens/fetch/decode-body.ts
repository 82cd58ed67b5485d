/** Reads and decodes a response body up to a limit. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

type Decoder = ReturnType<typeof createGunzip>;

/**
 * Read a body to its end and decode it.
 * @param encoding  value of `Content-Encoding`, if any
 * @param maxBytes  limit after decoding; decoding stops there, so that a decompression bomb needs no more memory
 * @throws {OutboundError} the body is too large, or has an encoding that is not supported
 * @throws {Error}   the connection or the compressed data is broken
 */
export async function decodeBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return collect(body, maxBytes);
  const { first, rest } = await peek(body);
  if (first === null) return new Uint8Array(0);
  const decoder = makeDecoder(name, first);
  if (decoder === null) {
    body.destroy();
    throw new OutboundError(
      `the answer has the content encoding "${name.slice(0, 40)}", which is not supported`,
    );
  }
  const feeding = feed(decoder, first, rest);
  try {
    return await collect(decoder, maxBytes);
  } finally {
    decoder.destroy();
    body.destroy();
    await feeding;
  }
}

function makeDecoder(name: string, first: Uint8Array): Decoder | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // RFC 9110, 8.4.1.2: the zlib format; but some servers send raw deflate data. The first byte of zlib data ends in 8.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      return null;
  }
}

/** The first chunk of a stream (null when it is empty), and the rest. */
async function peek(body: Readable): Promise<{ first: Uint8Array | null; rest: AsyncIterator<Uint8Array> }> {
  const rest = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const step = await rest.next();
  return { first: step.done === true ? null : step.value, rest };
}

/** Write chunks into the decoder as fast as it takes them. An error of the source becomes the error of the decoder. */
async function feed(decoder: Decoder, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
  try {
    let chunk: Uint8Array = first;
    for (;;) {
      if (decoder.destroyed) return;
      if (!decoder.write(chunk)) await drained(decoder);
      const step = await rest.next();
      if (step.done === true) break;
      chunk = step.value;
    }
    decoder.end();
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function drained(decoder: Decoder): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      decoder.off('drain', done);
      decoder.off('close', done);
      resolve();
    };
    decoder.on('drain', done);
    decoder.on('close', done);
  });
}

async function collect(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of stream) {
    total += chunk.length;
    if (total > maxBytes) throw new OutboundError(`the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  // Copied into a buffer of exactly this size: one of Node's shared pool would be sent to other threads as a whole.
  const whole = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
