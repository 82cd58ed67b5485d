/** Whether a content would be made of the same for another call. */
import type { DeviceDisplay } from '../../domain/device-display.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { Screen } from '../../screens/sources/screen.ts';
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
