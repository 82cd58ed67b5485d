/** How a run ends from outside. */
import type { FileLine } from './file-line.ts';

/** Ends a run whatever the script does: it passes every `pcall` on its way out. */
export class RunEnd extends Error {
  /** `overloaded` where it is no fault of the script: others need its thread. */
  readonly code: 'script_timeout' | 'overloaded';
  /** What was running, where it is known. */
  readonly place: FileLine | null;

  constructor(code: RunEnd['code'], message: string, place: FileLine | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
