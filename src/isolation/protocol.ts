/** What a server and its confined processes agree on. */

/** The descriptor on which a process gets its messages. */
export const MESSAGES_FD = 3;

/** The first value that a process is sent. */
export interface ProcessSetup {
  readonly parentPid: number;
  readonly memoryBytes: number;
  readonly niceness: number;
  /** For the module that does the work. */
  readonly setup: unknown;
}

/** The first message of a process. */
export interface ReadyHeader {
  readonly kind: 'ready';
  /** False where the system does not keep the limits. */
  readonly confined: boolean;
}
