/** Passes on what a script says and requests: to the caller of its run, and to the log. */
import type { LoggedLine } from '../../domain/reads.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { redact } from '../../platform/base/redact.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';

/** Receives each try; it does not receive again a line or a request that an earlier try had. */
export interface RunWatch {
  /** A line that the script has logged. Secrets are removed. */
  said(line: LoggedLine): void;
  /**
   * A request of the script.
   * @param secrets  what must not be shown of it
   * @param send     sends it, under the policy of the screen
   */
  fetch(
    request: FetchRequest,
    secrets: readonly string[],
    send: () => Promise<FetchAnswer>,
  ): Promise<FetchAnswer>;
}

/** The screen and device whose log it is, and what must not appear in it. */
interface ScriptLogTarget {
  readonly log: Logger;
  readonly secrets: readonly string[];
  readonly watch?: RunWatch | null;
}

/** Write a line of a script. */
export function sayLine({ log, secrets, watch }: ScriptLogTarget, screen: string, line: LoggedLine): void {
  const { level, place } = line;
  const message = redact(line.message, secrets);
  log[level]({ screen, ...place, script: message }, 'script says');
  watch?.said({ level, message, place });
}
