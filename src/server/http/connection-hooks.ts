/** What a connection tells the server, and what it asks of it. */
import type { Socket } from 'node:net';
import type { BatchedTasks } from './batched-tasks.ts';
import type { BodyBudget } from './body-budget.ts';

/** What a connection waits for: a request, the rest of one, or its answer. */
export type Phase = 'idle' | 'receiving' | 'answering';

export interface ConnectionHooks {
  /** Runs work that may come for thousands of connections at once. */
  readonly tasks: BatchedTasks;
  /** What may be held of requests that are not complete. */
  readonly bodies: BodyBudget;
  /** A request has begun, it is complete, or the connection waits for its next one. */
  onPhase(socket: Socket, phase: Phase): void;
}
