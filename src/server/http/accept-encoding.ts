/** The header `Accept-Encoding` (RFC 9110, section 12.5.3). */

const WEIGHT = /^q=(\d(?:\.\d{0,3})?)$/i;

/**
 * The coding that a caller prefers, of some in the order of our preference; null for none of them.
 * @param header  undefined where the caller has sent none: then nothing is compressed
 */
export function preferredCoding<const Coding extends string>(
  header: string | undefined,
  codings: readonly Coding[],
): Coding | null {
  const weights = weightsOf(header ?? '');
  let best: { coding: Coding; weight: number } | null = null;
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > (best?.weight ?? 0)) best = { coding, weight };
  }
  return best?.coding ?? null;
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
    const [, weight = '1'] = WEIGHT.exec(parameters[0] ?? '') ?? [];
    if (name !== '') weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}
