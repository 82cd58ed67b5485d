/** A request of a connection and its answer, while they last. */
import type { IncomingMessage, ServerResponse } from 'node:http';

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
