/** Processor time of a thread, in which time that other programs take does not count. */
import { addon } from './addon.ts';

/** Time that a processor has spent on the calling thread, in ms; null where the system cannot tell. */
export function threadCpuMs(): number | null {
  return addon().threadCpuMs();
}
