/** Compares contents: whether one would be made of the same for another call, and what two runs differ in. */
import type { DeviceDisplay } from '../../domain/device-display.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { ComposeResult } from '../jobs/jobs.ts';
import type { Content } from './content-store.ts';

/** A content, and what it was made for. */
export interface ContentSource {
  readonly content: Content;
  readonly mapping: Mapping;
  readonly display: DeviceDisplay;
  readonly params: Screen['params'];
  readonly text: Screen['text'];
}

/** True when a content would be made of the same. Mapping, panel and params stay the same objects until they change. */
export function wasMadeFor(
  source: ContentSource,
  mapping: Mapping,
  { panel, palette, widthPx, heightPx, offset }: DeviceDisplay,
  { params, text }: Screen,
): boolean {
  const { display } = source;
  return (
    source.mapping === mapping &&
    source.params === params &&
    source.text === text &&
    display.panel === panel &&
    display.offset === offset &&
    display.widthPx === widthPx &&
    display.heightPx === heightPx &&
    (display.palette === palette || display.palette.join() === palette.join())
  );
}

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
