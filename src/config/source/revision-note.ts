/** Says in a line what a revision of the config has changed, and who did it: names of keys, never values. */
import { STATE_LIMITS } from '../../state/limits.ts';
import type { ConfigEdit } from '../edit/model.ts';

/** What notes of commands begin with: those of servers begin with who has called. */
export const COMMAND_NOTE = 'stipple config ';

/** Keys that are named for one change: people read the line. */
const MAX_KEYS = 20;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would act on a terminal.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * `admin API (anna, 192.0.2.7): set devices.DEFAULT.screen; removed panels.old`
 * @param isReordered  whether groups stand in another order, which edits do not say
 */
export function describeEdits(by: string, edits: readonly ConfigEdit[], isReordered = false): string {
  const order = isReordered ? ['put the groups into another order'] : [];
  const named = [
    ...order,
    ...edits
      .slice(0, MAX_KEYS)
      .map(({ kind, path }) => `${kind === 'set' ? 'set' : 'removed'} ${path.join('.')}`),
  ];
  if (named.length === 0) return `${by}: comments or layout only`;
  const more = edits.length - Math.min(edits.length, MAX_KEYS);
  return `${by}: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`;
}

/** A note in one line, as long as a store takes. */
export function boundedNote(text: string): string {
  const line = plainLine(text);
  const bytes = Buffer.from(line);
  if (bytes.length <= STATE_LIMITS.noteBytes) return line;
  // Three bytes for the dots. As part of a stream, a character that is cut in two is left out.
  const cut = bytes.subarray(0, STATE_LIMITS.noteBytes - 3);
  return `${new TextDecoder().decode(cut, { stream: true })}…`;
}

/** A text without what would break its line or act on a terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(CONTROL, ' ');
}
