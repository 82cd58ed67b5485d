/** Exit codes, after sysexits.h where it has one. */

export const EXIT = {
  ok: 0,
  failed: 1,
  /** EX_USAGE: the command line was wrong. */
  usage: 64,
  /** EX_OSERR: the system lacks something that the server needs, such as descriptors. */
  system: 71,
  /** EX_CANTCREAT: the output file cannot be written. */
  cannotCreate: 73,
  /** EX_CONFIG: the config file cannot be used. */
  config: 78,
} as const;

/** Ends a command with a message for the user, without a stack trace. */
export class ExitError extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.name = 'ExitError';
    this.exitCode = exitCode;
  }
}
