/** Checks the SVG of a screen, and names what it shows by a digest. */

import type { LRUCache } from 'lru-cache';
import { shownDigest } from '../../domain/content-hash.ts';
import { checkSvg } from '../../pictures/svg/check.ts';
import type { ShownFile } from '../../pictures/svg/images/images.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { joinPath } from '../../platform/files/paths.ts';
import { HTTP_RESPONSE_BYTES } from '../../screens/fetch/request.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import type { Composed, ComposeScreen } from './jobs.ts';
import type { ReadLog } from './read-log.ts';

/** The files shown by each SVG that passed the check, by its digest. */
export type CheckedSvgs = LRUCache<string, readonly ShownFile[]>;

/** Check an SVG, and hash it together with the files that it shows. */
export function digestSvg(
  { checked, reads }: { readonly checked: CheckedSvgs; readonly reads: ReadLog },
  screen: ComposeScreen,
  svg: string,
): Result<Pick<Composed, 'svgDigest' | 'files'>> {
  const svgDigest = sha256Hex(svg);
  let files = checked.get(svgDigest);
  if (files === undefined) {
    const facts = checkSvg(svg, screen.templateFile);
    if (!facts.ok) return facts;
    files = facts.value.files;
    checked.set(svgDigest, files);
  }
  const read: [string, Uint8Array][] = [];
  for (const shown of files) {
    const file = readScreenFile(
      screen.roots,
      joinPath(screen.dir, shown.path),
      HTTP_RESPONSE_BYTES,
      reads.file,
    );
    if (!file.ok) return err(assetFailure(file.error, screen, shown));
    read.push([shown.path, file.value.bytes]);
  }
  return ok({ svgDigest: shownDigest(svgDigest, read), files: files.map(({ path }) => path) });
}

function assetFailure(failure: Failure, screen: ComposeScreen, { path, line, column }: ShownFile): Failure {
  const message = `image "${path}": ${failure.message}`;
  return { ...failure, file: screen.templateFile, line, column, message };
}
