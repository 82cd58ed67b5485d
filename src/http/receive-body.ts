/** Reads the body of a request, up to a limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../base/errors.ts';

/**
 * The bytes of a body; empty where there is none. Bytes above the limit are neither kept nor awaited: the error is
 * answered at once, and the connection ends.
 * @throws {AppError} body_too_large; unsupported_media_type for a compressed body
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', {
      detail: `Header Content-Encoding: expected none, got ${JSON.stringify(encoding.slice(0, 60))}.`,
    });
  }
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  return collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) {
        request.removeAllListeners('data');
        request.pause();
        reject(tooLarge(limit));
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // The caller has left; nobody gets the answer.
    request.once('error', () => reject(new AppError('invalid_body', { detail: 'The body is incomplete.' })));
  });
}

function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', {
    detail: `The body has more than the ${limit} bytes that this endpoint accepts.`,
  });
}
