/** Questions about texts, which may be answered in another thread: plain data in, plain data out. */
import type { TextSession } from './text-session.ts';

export interface TextOp<Question, Answer> {
  readonly name: string;
  /** Answers by what the session remembers, and by reading. */
  run(session: TextSession, question: Question): Answer;
}

/** Any of them, as a table has it. */
export type AnyTextOp = TextOp<never, unknown>;

export interface Texts {
  /** @throws {TextGivenUpError} | {AppError} overloaded */
  ask<Question, Answer>(op: TextOp<Question, Answer>, question: Question): Promise<Answer>;
  /** Give up what is still asked. */
  stop(): Promise<void>;
}

/** A question was given up, or its thread was lost. The message is a clause for people: it says why. */
export class TextGivenUpError extends Error {}
