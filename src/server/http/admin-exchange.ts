/** What a call of the admin API may use of its request and its answer. */
import type { Request, Response } from 'express';
import type { AdminOperation, CallExchange, CallSlots } from '../../admin/admin-call.ts';
import { overloaded } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { StageTimes } from '../../platform/base/stages.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { mayStay } from './admin-auth.ts';
import { adminOwner } from './body-owner.ts';
import { sendBytes } from './json.ts';
import { readLongJson } from './json-body.ts';
import { listInSlices } from './json-writer.ts';
import { makeAnswer } from './long-answers.ts';
import { receiveBody } from './receive-body.ts';
import { tellTimes } from './server-timing.ts';

/** How many calls take each of the slots at present. */
export type TakenSlots = Map<CallSlots, number>;

export class AdminExchange implements CallExchange {
  readonly request: Request;
  readonly response: Response;
  readonly #body: AdminOperation['body'];
  readonly #taken: TakenSlots;
  #slots: CallSlots | null = null;
  #left: AbortController | null = null;

  constructor(request: Request, response: Response, { body }: AdminOperation, taken: TakenSlots) {
    this.request = request;
    this.response = response;
    this.#body = body;
    this.#taken = taken;
  }

  get signal(): AbortSignal {
    if (this.#left === null) {
      const left = new AbortController();
      if (this.response.closed) left.abort();
      else this.response.once('close', () => left.abort());
      this.#left = left;
    }
    return this.#left.signal;
  }

  preferred(types: readonly string[]): string | null {
    return this.request.accepts([...types]) || null;
  }

  async receiveBytes(): Promise<Buffer> {
    const { maxBytes = LIMITS.adminBodyBytes, slots = null } = this.#body ?? {};
    const bytes = await receiveBody(this.request, this.response, maxBytes, adminOwner(this.response));
    this.request.body = bytes;
    // Counted when it is there: bodies that never end must not keep others out.
    if (slots !== null) this.#take(slots);
    return bytes;
  }

  async receiveJson(): Promise<PlainValue> {
    await this.receiveBytes();
    return readLongJson(this.request);
  }

  /** @throws {AppError} overloaded */
  #take(slots: CallSlots): void {
    const taken = this.#taken.get(slots) ?? 0;
    if (taken >= slots.atOnce) throw overloaded();
    this.#taken.set(slots, taken + 1);
    this.#slots = slots;
  }

  /** The call is answered. */
  end(): void {
    if (this.#slots !== null) this.#taken.set(this.#slots, (this.#taken.get(this.#slots) ?? 0) - 1);
  }

  make<T>(work: Slices<T>): Promise<T> {
    return makeAnswer(this.response, work);
  }

  makeList(slices: Iterable<readonly unknown[]>): Promise<Buffer> {
    return this.make(listInSlices(slices));
  }

  sendLong(type: string, bytes: Buffer): void {
    sendBytes(this.response, type, bytes);
  }

  tellTimes(stagesMs: StageTimes): void {
    tellTimes(this.response, stagesMs);
  }

  isAllowed(): boolean {
    return mayStay(this.response);
  }
}
