/** Looks up each screen once for a change of many devices, which mostly show the same few. */
import { Comparisons } from '../../base/nearest.ts';
import type { Lookups } from '../check-device.ts';

/** The same lookups, with the screens that were found. Make new ones for every plan. */
export function rememberedLookups({ config, catalogue }: Lookups): Lookups {
  const comparisons = new Comparisons();
  const found = new Map<string, ReturnType<Lookups['catalogue']['locate']>>();
  const locate: Lookups['catalogue']['locate'] = (ref, where) => {
    const known = found.get(ref) ?? catalogue.locate(ref, where, comparisons);
    found.set(ref, known);
    return known;
  };
  const { list, source } = catalogue;
  return { config, catalogue: { locate, list: list.bind(catalogue), source: source.bind(catalogue) } };
}
