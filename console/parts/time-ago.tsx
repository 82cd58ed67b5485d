/** A moment, as far away as it is; in full where the pointer rests on it. */
import { now } from './now.ts';
import { agoText, fullTime } from './time-text.ts';

export function TimeAgo({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {agoText(Date.parse(at), now.value)}
    </time>
  );
}
