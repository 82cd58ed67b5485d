/** Says in the log of a start what the kernel lacks to confine processes. */

import { type Barriers, missingBarriers } from '../pictures/isolation/barriers.ts';
import type { Logger } from '../platform/base/logger.ts';

/** One line with the barriers, and a warning for each that is missing. */
export function logBarriers(barriers: Barriers, logger: Logger): void {
  logger.info({ ...barriers }, 'confinement');
  for (const sentence of missingBarriers(barriers)) logger.warn(sentence);
}
