/** Whether two runs of a screen have made the same. */
import type { ComposeResult } from '../jobs/jobs.ts';

/** What the results of two runs differ in, in words; null where they are the same. Contents are not quoted. */
export function differenceOf(kept: ComposeResult, fresh: ComposeResult): string | null {
  if (kept.kind !== fresh.kind) return `${kept.kind}, now ${fresh.kind}`;
  if (kept.reads !== fresh.reads) return 'reads';
  if (kept.refreshSeconds !== fresh.refreshSeconds) return 'refresh_rate';
  if (kept.refreshAt !== fresh.refreshAt) return 'refresh_at';
  if (kept.kind !== 'composed' || fresh.kind !== 'composed') return null;
  if (kept.svg !== fresh.svg) return `SVG from character ${firstDifference(kept.svg, fresh.svg)} on`;
  if (kept.svgDigest !== fresh.svgDigest) return 'files that the SVG shows';
  for (const part of ['choices', 'warnings'] as const) {
    if (JSON.stringify(kept[part]) !== JSON.stringify(fresh[part])) return part;
  }
  const { files, pieces } = fresh.origins;
  const isSameOrigin =
    kept.origins.files.join('\n') === files.join('\n') &&
    Buffer.from(kept.origins.pieces.buffer).equals(Buffer.from(pieces.buffer));
  return isSameOrigin ? null : 'origins';
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
