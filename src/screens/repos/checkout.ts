/** A commit in the cache as a source of screens: its manifest, its folder of screens, and their number. */
import path from 'node:path';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { statFile } from '../../platform/files/files.ts';
import { discoverInSlices } from '../sources/discover.ts';
import { readScreenFile } from '../sources/files.ts';
import { listScreen } from '../sources/listing.ts';
import { MANIFEST_FILE, type Manifest, NO_MANIFEST, parseManifest } from '../sources/manifest.ts';
import { MetaStore } from '../sources/meta-store.ts';
import { findFiles } from '../sources/screen.ts';
import { type RepoFailure, repoRefused } from './repo-failure.ts';

export interface Checkout {
  readonly manifest: Manifest;
  /** Absolute. */
  readonly roots: readonly string[];
}

/** Open a commit. A repo without a manifest is accepted, one with an invalid manifest is not. */
export function openCheckout(dir: string): Result<Checkout, RepoFailure> {
  const file = readScreenFile([dir], MANIFEST_FILE, LIMITS.metaFileBytes);
  if (!file.ok && file.error.code !== 'asset_missing') return err(manifestProblem(file.error.message));
  const parsed = file.ok ? parseManifest(file.value.bytes.toString('utf8')) : ok(NO_MANIFEST);
  if (!parsed.ok) {
    const [first] = parsed.error;
    const place = first === undefined ? '' : `:${first.line}:${first.column}`;
    return err(repoRefused(`${MANIFEST_FILE}${place}: ${first?.message ?? 'cannot be read'}`));
  }
  const root = path.join(dir, parsed.value.root);
  if (!statFile(root)?.isDirectory()) {
    return err(manifestProblem(`root: there is no folder ${JSON.stringify(parsed.value.root)}`));
  }
  return ok({ manifest: parsed.value, roots: [root] });
}

/** A commit that a server accepts, not yet compared with the one in use. */
interface AcceptedCommit {
  readonly checkout: Checkout;
  /** Screens that can be assigned. */
  readonly screenCount: number;
}

/**
 * Check a commit that was fetched.
 * @param maxScreens more of what looks like a screen refuses the repo
 */
export async function acceptCommit(
  dir: string,
  maxScreens: number,
): Promise<Result<AcceptedCommit, RepoFailure>> {
  const checkout = openCheckout(dir);
  if (!checkout.ok) return checkout;
  const screenCount = await countScreens(checkout.value.roots, maxScreens);
  return screenCount.ok ? ok({ checkout: checkout.value, screenCount: screenCount.value }) : screenCount;
}

/** Count the screens that can be assigned. Other work runs between the files, because a hostile one takes a while. */
async function countScreens(
  roots: readonly string[],
  maxScreens: number,
): Promise<Result<number, RepoFailure>> {
  const metas = new MetaStore();
  const { paths, unnameable } = await mainTurns.do('repos', discoverInSlices(roots));
  const all = paths.length + unnameable.length;
  if (all > maxScreens) {
    return err(
      repoRefused(`the repository has ${all} screens, more than the ${maxScreens} that are allowed`),
    );
  }
  let count = 0;
  // Each in a turn of its own: metadata is read in one piece.
  const turns = mainTurns.begin('repos', 0);
  for (const screenPath of paths) {
    const files = findFiles(roots, screenPath);
    const listing = listScreen({ ref: screenPath, handle: '', roots, files }, metas);
    if (listing.problem === null) count += 1;
    if (turns.isOver) await turns.next();
  }
  return ok(count);
}

function manifestProblem(message: string): RepoFailure {
  return repoRefused(`${MANIFEST_FILE}: ${message}`);
}
