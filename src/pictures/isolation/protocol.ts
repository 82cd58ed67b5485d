/** What a server and its confined processes agree on. */

/** The descriptor on which a process gets its messages. */
export const MESSAGES_FD = 3;

/** The first value that a process is sent. */
export interface ProcessSetup {
  readonly parentPid: number;
  readonly memoryBytes: number;
  readonly niceness: number;
  /** Files, and folders with what is below them, that it may open to read. */
  readonly readable: readonly string[];
  /** For the module that does the work. */
  readonly setup: unknown;
}

/** The first message of a process. */
export interface ReadyHeader {
  readonly kind: 'ready';
  /** Names of the limits that the system does not keep. */
  readonly missing: readonly string[];
  /** How long the process took from its start until it had loaded what it works with, in milliseconds. */
  readonly loadMs: number;
}
