/** Ends a run from outside of the script. */
import type { FileLine } from './file-line.ts';

/** Thrown to end a run: it passes every `pcall` of the script. */
export class RunEnd extends Error {
  /** `overloaded` when the script is not the cause: other runs need its thread. */
  readonly code: 'script_timeout' | 'overloaded';
  /** Line that was running; null when it is not known. */
  readonly place: FileLine | null;

  constructor(code: RunEnd['code'], message: string, place: FileLine | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
