/** The calls that bring drafts: few at a time, with larger bodies than others, and given up when their callers leave. */
import type { Request, Response } from 'express';
import { DRAFT_LIMITS } from '../../admin/drafts/draft-limits.ts';
import { overloaded } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { adminOwner } from './body-owner.ts';
import { readLongJson } from './json-body.ts';
import { receiveBody } from './receive-body.ts';

export class DraftCalls {
  #running = 0;

  /**
   * Read the body of a call, and answer it.
   * @param work  is given up when the signal fires
   * @throws {AppError} overloaded, and as `receiveBody` and `readJson` do
   */
  async run(
    request: Request,
    response: Response,
    work: (body: PlainValue, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const left = new AbortController();
    // Whoever edits sends the next draft before the last one is drawn.
    response.once('close', () => left.abort());
    request.body = await receiveBody(request, response, DRAFT_LIMITS.bodyBytes, adminOwner(response));
    // Counted when it is there: bodies that never end must not keep others out.
    if (this.#running >= DRAFT_LIMITS.callsAtOnce) throw overloaded();
    this.#running += 1;
    try {
      await work(await readLongJson(request), left.signal);
    } finally {
      this.#running -= 1;
    }
  }
}
