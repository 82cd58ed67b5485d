/** Limits of the thread that reads and edits texts, each with its reason. */
const SECOND_MS = 1_000;

export const TEXT_WORKER_LIMITS = {
  /**
   * Characters of a text, or of all that a question has, that are read on the main thread: a question is answered sooner there
   * than it is sent. The costliest texts of this size, which are nothing but brackets, take 15 ms.
   */
  inlineCharacters: 4_096,
  /** One question. The costliest text that a config may have takes five seconds of a quiet machine. */
  questionMs: 60 * SECOND_MS,
  /** JavaScript heap of the thread: the costliest text takes half. */
  heapMb: 1_024,
  /** Recursion of the reader of YAML, whose depth is bounded. */
  stackMb: 8,
  /** Without a question for so long it ends, and gives back what it remembers: the next one reads the config in use again. */
  quietMs: 60 * SECOND_MS,
  /** Questions that wait: changes of the config wait elsewhere, in one line. */
  waiting: 64,
} as const;
