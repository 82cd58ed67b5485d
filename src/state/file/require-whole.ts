/** Looks at a data file before LMDB opens it, unless it is known to be whole. */
import { plural } from '../../platform/base/words.ts';
import { StateError } from '../state-error.ts';
import { checkPages, type PageReport } from './pages/check-pages.ts';
import { fingerprint, isMarked, markWhole } from './whole-mark.ts';

/** How often a file is looked at that others are changing: they have opened it, so it was whole. */
const TRIES = 3;

/**
 * Look at all pages.
 * @returns null while others change them
 * @throws errors of `node:fs`
 */
export async function lookAtPages(
  folder: string,
  data: string,
  pageBytes: number,
): Promise<PageReport | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = fingerprint(data, pageBytes);
    const report = await checkPages(data, pageBytes);
    const isStill = fingerprint(data, pageBytes) === before;
    if (isStill && report.faults.length === 0) markWhole(folder, before);
    if (isStill || report.faults.length === 0) return report;
  }
  return null;
}

/** @throws {StateError} unusable, and errors of `node:fs` */
export async function requireWhole(folder: string, data: string, pageBytes: number): Promise<void> {
  if (isMarked(folder, fingerprint(data, pageBytes))) return;
  const report = await lookAtPages(folder, data, pageBytes);
  const [first, ...more] = report?.faults ?? [];
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and ${plural(more.length, 'more fault')}`;
  throw new StateError(
    'unusable',
    `The state in ${folder} is damaged: page ${first.page} (${first.table}), ${first.why}${others}. ${ADVICE}`,
  );
}

export const ADVICE =
  'See `stipple state check`; put back a backup, or move the folder away and import an export.';
