/** Says in the log of a start what the kernel lacks to confine processes. */
import type { Logger } from '../base/logger.ts';
import { type Barriers, missingBarriers } from '../isolation/barriers.ts';

/** One line with the barriers, and a warning for each that is missing. */
export function logBarriers(barriers: Barriers, logger: Logger): void {
  logger.info({ ...barriers }, 'confinement');
  for (const sentence of missingBarriers(barriers)) logger.warn(sentence);
}
