/** Looks up each screen once for a change of many devices, which mostly show the same few, and checks equal settings once. */
import { Comparisons } from '../../platform/base/nearest.ts';
import type { AdminApi } from '../admin-api.ts';
import type { Lookups } from '../devices/check-device.ts';
import { parseDeviceKey } from '../devices/find-device.ts';
import { isShown } from '../devices/unknown-code.ts';
import { writtenKey } from '../devices/write-device.ts';
import { BULK_LIMITS } from './bulk-limits.ts';

/** The same lookups, with what was found. Make new ones for every plan: they know one config. */
export function rememberedLookups({ config, catalogue }: Lookups): Lookups {
  const comparisons = new Comparisons();
  const found = new Map<string, ReturnType<Lookups['catalogue']['locate']>>();
  const locate: Lookups['catalogue']['locate'] = (ref, where) => {
    const known = found.get(ref) ?? catalogue.locate(ref, where, comparisons);
    found.set(ref, known);
    return known;
  };
  const { refs, source } = catalogue;
  return {
    config,
    catalogue: { locate, refs: refs.bind(catalogue), source: source.bind(catalogue) },
    checkOnce: checksOnce(),
  };
}

/** Characters of settings that are remembered: those of a few are, and what is different for each device fills it in vain. */
const MOST_CHARACTERS = 4_000_000;

function checksOnce(): NonNullable<Lookups['checkOnce']> {
  const known = new Map<string, unknown>();
  let characters = 0;
  return (what, about, check) => {
    const key = `${what} ${JSON.stringify(about)}`;
    const before = known.get(key);
    // The same check of the same settings has the same type.
    if (before !== undefined) return before as ReturnType<typeof check>;
    const result = check();
    characters += key.length;
    if (characters <= MOST_CHARACTERS) known.set(key, result);
    return result;
  };
}

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
