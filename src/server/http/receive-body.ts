/** Reads the body of a request, up to a limit, and counts what it takes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, overloaded } from '../../platform/base/errors.ts';
import { BodyBudget, type BodyOwner, type GiveUpReason, type Holding } from './body-budget.ts';
import { BODY_LIMITS } from './body-limits.ts';
import { Connection } from './connection.ts';

/** For connections that are none of ours, as with a version of Node that attaches its parser in another way. */
const OTHER_BODIES = new BodyBudget();

/**
 * The bytes of a body; empty where there is none. Bytes above the limit are neither kept nor awaited: the error is
 * answered at once, and the connection ends. What is kept counts until the call is answered.
 * @param owner  in whose share it counts
 * @throws {AppError} body_too_large; unsupported_media_type for a compressed body; overloaded where there is no room;
 *   request_timeout for one that comes too slowly
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  owner: BodyOwner,
): Promise<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', {
      detail: `Header Content-Encoding: expected none, got ${JSON.stringify(encoding.slice(0, 60))}.`,
    });
  }
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  const collecting = new Collecting(request, response, limit, length === undefined ? limit : Number(length));
  const bodies = Connection.of(request.socket)?.bodies ?? OTHER_BODIES;
  const holding = bodies.open(owner, true, (reason) => collecting.fail(givenUp(reason)));
  response.once('close', () => holding.release());
  return collecting.run(holding);
}

/** The body of a request, while it comes. */
class Collecting {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #limit: number;
  /** The most bytes that it can have. */
  readonly #most: number;
  /** One piece of memory: a caller that sends single bytes would fill much more with lists of them. */
  #kept: Buffer = Buffer.alloc(0);
  #bytes = 0;
  #reject: (error: AppError) => void = () => {};

  constructor(request: IncomingMessage, response: ServerResponse, limit: number, most: number) {
    this.#request = request;
    this.#response = response;
    this.#limit = limit;
    this.#most = most;
  }

  run(holding: Holding): Promise<Buffer> {
    const request = this.#request;
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (!holding.resize(BODY_LIMITS.requestBytes)) {
        this.fail(overloaded());
        return;
      }
      request.on('data', (chunk: Buffer) => this.#take(chunk, holding));
      request.once('end', () => {
        holding.whole();
        resolve(this.#kept.subarray(0, this.#bytes));
      });
      // The caller has left; nobody gets the answer.
      request.once('error', () =>
        reject(new AppError('invalid_body', { detail: 'The body is incomplete.' })),
      );
    });
  }

  /** Keep nothing more of it, and end the connection after the answer: the rest would have to be awaited. */
  fail(error: AppError): void {
    if (!this.#response.headersSent) this.#response.shouldKeepAlive = false;
    this.#request.removeAllListeners('data');
    this.#request.pause();
    this.#kept = Buffer.alloc(0);
    this.#reject(error);
  }

  #take(chunk: Buffer, holding: Holding): void {
    const bytes = this.#bytes + chunk.length;
    // Before it asks for room: others that have come to a stop make way for it.
    holding.came(chunk.length);
    const refusal = this.#refusal(bytes, holding);
    if (refusal !== null) {
      this.fail(refusal);
      return;
    }
    chunk.copy(this.#kept, this.#bytes);
    this.#bytes = bytes;
  }

  #refusal(bytes: number, holding: Holding): AppError | null {
    if (bytes > this.#limit) return tooLarge(this.#limit);
    return bytes <= this.#kept.length || this.#grow(bytes, holding) ? null : overloaded();
  }

  /** Twice as much room each time, so that a body is copied once on average. */
  #grow(least: number, holding: Holding): boolean {
    const room = Math.min(Math.max(least, 2 * this.#kept.length, BODY_LIMITS.firstBytes), this.#most);
    if (!holding.resize(BODY_LIMITS.requestBytes + room)) return false;
    // Not of a pool: a few bytes would hold all of it.
    const grown = Buffer.allocUnsafeSlow(room);
    this.#kept.copy(grown, 0, 0, this.#bytes);
    this.#kept = grown;
    return true;
  }
}

function givenUp(reason: GiveUpReason): AppError {
  return reason === 'no_room' ? overloaded() : new AppError('request_timeout');
}

function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', {
    detail: `The body has more than the ${limit} bytes that this endpoint accepts.`,
  });
}
