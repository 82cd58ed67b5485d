/** Of the keys that a request names: the codes that no device has shown to any server. */

import type { AdminApi } from '../admin-api.ts';
import { writtenKey } from '../devices/create-device.ts';
import { parseDeviceKey } from '../devices/find-device.ts';
import { isShown } from '../devices/unknown-code.ts';
import { BULK_LIMITS } from './bulk-limits.ts';

/** The keys, as entries would have them. Asks the state store, about a few at a time. */
export async function unknownCodes(api: AdminApi, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  for (let start = 0; start < keys.length; start += BULK_LIMITS.codesAtOnce) {
    const some = keys.slice(start, start + BULK_LIMITS.codesAtOnce);
    await Promise.all(
      some.map(async (text) => {
        const key = parseDeviceKey(text);
        if (key !== null && !(await isShown(api, key))) unknown.add(writtenKey(key, text));
      }),
    );
  }
  return unknown;
}
