/** The processor's time of a thread: what a crowded machine takes away does not count. */
import { addon } from './addon.ts';

/** Time that a processor has spent on the calling thread, in ms; null where the system does not tell. */
export function threadCpuMs(): number | null {
  return addon().threadCpuMs();
}
