/** Limits of the calls that take the whole text of the config. */
import { LIMITS } from '../../platform/base/limits.ts';

export const CONFIG_TEXT_LIMITS = {
  /** The text as a string of JSON: quotes and line ends take two bytes each. */
  bodyBytes: 2 * LIMITS.configFileBytes,
  /** Changed values that a check lists: a page shows no more. */
  changes: 500,
  /** Findings that a check lists, the first ones: each device may have several. */
  findings: 500,
} as const;
