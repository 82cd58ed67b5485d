/** Lets the caller of a run see what its script says and requests, and answer the requests itself. */
import type { LoggedLine } from '../../domain/reads.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';

/** Told of each try; a line or a request that an earlier try had is not told again. */
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
