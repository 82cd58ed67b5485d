/** Reads a response body: decoded, and never more of it than allowed. */
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

type Decoder = ReturnType<typeof createGunzip>;

/**
 * Read a body to its end.
 * @param encoding  value of `Content-Encoding`, if any
 * @param maxBytes  limit after decoding; decoding stops as soon as it is passed, so a bomb costs no more than that
 * @throws {OutboundError} too large, or an encoding that was not asked for
 */
export async function readBody(
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
      // RFC 9110 means the zlib format; some servers send the bare stream. The first byte tells them apart.
      return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      return null;
  }
}

/** The first chunk of a stream, and the rest. */
async function peek(body: Readable): Promise<{ first: Uint8Array | null; rest: AsyncIterator<Uint8Array> }> {
  const rest = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const step = await rest.next();
  return { first: step.done === true ? null : step.value, rest };
}

/** Write chunks into the decoder at the pace at which it takes them. An error of the source becomes its error. */
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
  // One buffer of exactly this size: it crosses a thread without what lies around it.
  const whole = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
