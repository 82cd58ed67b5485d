/** Counts what a connection holds of a request that is not complete, or whose body nobody reads yet. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyBudget, Holding } from './body-budget.ts';

export class HeldRequest {
  readonly #bodies: BodyBudget;
  readonly #network: string;
  readonly #giveUp: () => void;
  #holding: Holding | null = null;

  /** @param giveUp  closes the connection, when there is no room for what it holds */
  constructor(bodies: BodyBudget, network: string, giveUp: () => void) {
    this.#bodies = bodies;
    this.#network = network;
    this.#giveUp = giveUp;
  }

  /** How many bytes are held now. */
  count(bytes: number): void {
    if (bytes === 0) {
      this.letGo();
      return;
    }
    this.#holding ??= this.#bodies.open({ kind: 'stranger', name: this.#network }, false, this.#giveUp);
    if (!this.#holding.resize(bytes)) this.#giveUp();
  }

  /** Bytes have come. */
  came(bytes: number): void {
    this.#holding?.came(bytes);
  }

  letGo(): void {
    this.#holding?.release();
    this.#holding = null;
  }
}

/** What a connection is reading or answering. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Bytes of the body that are still to come; 0 where the request does not give their number. */
  bodyLeft: number;
  /** Whether somebody reads the body: until then its bytes stay here. */
  isRead: boolean;
  /** When the answer was first seen to be complete and not yet sent, by `performance.now()`; null before. */
  answerMs: number | null;
}
