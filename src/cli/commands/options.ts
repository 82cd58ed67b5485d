/** Arguments and options that several commands share. Each command describes them itself. */

/** One of the two device models of the specification; `og` by default. */
export const DEVICE_OPTION = { alias: 'd', choices: ['og', 'x'] } as const;

/** Inks. */
export const COLORS_OPTION = { alias: 'c', type: 'string' } as const;

/** Whether warnings fail a check. */
export const STRICT_OPTION = {
  type: 'boolean',
  default: false,
  describe: 'Warnings count as errors',
} as const;

/** Whether a check is for a program. */
export const JSON_OPTION = { type: 'boolean', default: false, describe: 'Print one JSON object' } as const;

/** Whether a check runs the screens. */
export const RUN_OPTION = {
  type: 'boolean',
  default: true,
  describe: 'Run scripts and templates; --no-run only reads them',
} as const;

/** A screen repo on this machine. */
export const REPO_FOLDER = { type: 'string', default: '.', describe: 'Folder of the repo' } as const;
