/** Ends messages about unknown names with the known one that was probably meant. */
import { nearest } from '../../platform/base/nearest.ts';

/** Known names are listed when there are no more than these. */
const MAX_LISTED = 6;

/** `: did you mean 'x'?`; empty when no known name is close. */
export function suggestion(name: string, known: Iterable<string>): string {
  const close = nearest(name, known);
  return close === null ? '' : `: did you mean '${close}'?`;
}

/** `: did you mean 'x'?`; when no known name is close, a list of the known ones if they are few. */
export function suggestionOrList(name: string, known: readonly string[]): string {
  const close = suggestion(name, known);
  if (close !== '' || known.length === 0 || known.length > MAX_LISTED) return close;
  return `; there is ${known.map((word) => `'${word}'`).join(', ')}`;
}
