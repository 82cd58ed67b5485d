/** What hostile SVGs are put together from. */
import { svg } from '../../support/pictures/svg-documents.ts';

/** The code of the failure; `drawn` for those that are harmless after all. */
export type Outcome = 'svg_invalid' | 'svg_limit' | 'asset_refused' | 'asset_missing' | 'drawn';

export const RECT = '<rect width="800" height="480"/>';

/** `count` pieces in a row. */
export function numbered(count: number, one: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => one(i)).join('');
}

/** A picture that is filtered as a whole. */
export function filtered(steps: string): string {
  return svg(`<filter id="f">${steps}</filter>${RECT.replace('/>', ' filter="url(#f)"/>')}`);
}
