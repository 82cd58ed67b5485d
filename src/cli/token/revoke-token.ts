/** Revokes tokens of a frame: their digests go out of the config. */

import type { ConfigEdit } from '../../config/edit/model.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXIT, ExitError } from '../exit.ts';
import { type FramePlace, TOKENS } from './frame-place.ts';

/** Stands for every token; none may have this name. */
export const ALL = 'all';

/** The edits that remove a token, or `all` of them. */
export function revokeEdits(
  { at }: FramePlace,
  before: PlainObject,
  which: string,
): Result<readonly ConfigEdit[], ExitError> {
  const names = Object.keys(before);
  if (names.length === 0) return err(new ExitError(EXIT.failed, '--revoke: it has no tokens'));
  if (which !== ALL && !Object.hasOwn(before, which)) {
    const hint = didYouMean(which, names) || `; there are: ${names.join(', ')}`;
    return err(new ExitError(EXIT.failed, `--revoke: there is no token ${JSON.stringify(which)}${hint}`));
  }
  const isLast = which === ALL || names.length === 1;
  return ok([{ kind: 'remove', path: isLast ? [...at, TOKENS] : [...at, TOKENS, which] }]);
}
