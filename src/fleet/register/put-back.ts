/** Puts the devices of a server back into a state store that was emptied. */
import type { DeviceId } from '../../domain/device-id.ts';

/** Devices that are put back at a time, so that those that call do not wait for them. */
const AT_ONCE = 50;
/** A store that has just come back may answer late. */
const MAX_TRIES = 4;

/**
 * Put devices back, some at a time, and try again where the store could not be asked.
 * @param putOne  false when the store could not be asked
 * @returns those that are still not there
 */
export async function putAllBack(
  lost: readonly DeviceId[],
  putOne: (id: DeviceId) => Promise<boolean>,
): Promise<readonly DeviceId[]> {
  let left = lost;
  for (let tries = 0; tries < MAX_TRIES && left.length > 0; tries++) {
    const failed: DeviceId[] = [];
    for (let begin = 0; begin < left.length; begin += AT_ONCE) {
      const some = left.slice(begin, begin + AT_ONCE);
      const done = await Promise.all(some.map(putOne));
      failed.push(...some.filter((_, index) => !done[index]));
    }
    left = failed;
  }
  return left;
}
