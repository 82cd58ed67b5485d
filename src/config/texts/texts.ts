/** Answers questions about texts: small ones at once, and all others in a thread of their own. */

import { sizeOfData } from '../../platform/base/data-size.ts';
import type { Texts } from './text-op.ts';
import { TextSession } from './text-session.ts';
import { TEXT_WORKER_LIMITS } from './text-worker-limits.ts';

/** All at once: for commands, and before anybody is served. */
export function textsAtOnce(label: string): Texts {
  const session = new TextSession(label);
  return { ask: async (op, question) => op.run(session, question), stop: async () => {} };
}

/** Small texts at once, all others in the thread. */
export function textsAside(label: string, thread: Texts): Texts {
  // What it remembers are at most a few small texts.
  const session = new TextSession(label);
  return {
    ask: async (op, question) => {
      const isSmall = sizeOfData(question, TEXT_WORKER_LIMITS.inlineCharacters) !== null;
      return isSmall ? op.run(session, question) : thread.ask(op, question);
    },
    stop: () => thread.stop(),
  };
}
