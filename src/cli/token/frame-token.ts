/** Makes and revokes the tokens of frames. */

import { valueAt } from '../../config/edit/model.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import type { ConfigStore } from '../../config/source/store.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { framePlace, noFrame, tokensAt } from './frame-place.ts';
import { addEdit, configLines, frameUrl, makeToken } from './make-token.ts';
import { revokeEdits } from './revoke-token.ts';
import { writeConfig } from './with-config.ts';

export interface FrameTokenOptions {
  readonly frame: string;
  readonly name: string | undefined;
  /** Of a frame that is added. */
  readonly screen: string | undefined;
  /** Write into the config, not only print. */
  readonly write: boolean;
}

/**
 * Make a token of a frame, and print it with its address.
 * @throws {ExitError}
 */
export async function makeFrameToken(
  settings: EnvSettings,
  config: ConfigStore,
  { frame: key, name, screen = '', write }: FrameTokenOptions,
): Promise<void> {
  const current = { valueAt: (path: readonly string[]) => valueAt(config.raw, path) };
  const place = framePlace(config, key);
  if (place === null || (!place.exists && screen === '')) {
    throw noFrame(config, key, '; give a --screen to add a frame of this name');
  }
  const made = write
    ? await writeConfig(config, 'stipple token', (now) => {
        const planned = framePlace(now, key);
        if (planned === null) return err(noFrame(now, key, ''));
        const token = makeToken(tokensAt(now, planned), name ?? null);
        if (!token.ok) return token;
        return ok({ edits: [addEdit(planned, token.value, screen)], value: token.value });
      })
    : required(makeToken(tokensAt(current, place), name ?? null));
  say.answer(`token   ${made.token}`);
  say.answer(`url     ${frameUrl(settings, place, made.token)}`);
  if (write) {
    say.answer(`saved   ${made.name} in ${config.label}`);
    return;
  }
  say.answer('config');
  for (const line of configLines(place, made, screen)) say.answer(line);
}

/**
 * Remove one token of a frame from the config, or all.
 * @throws {ExitError}
 */
export async function revokeFrameTokens(config: ConfigStore, key: string, which: string): Promise<void> {
  const gone = await writeConfig(config, 'stipple token --revoke', (now) => {
    const place = framePlace(now, key);
    if (place === null || !place.exists) return err(noFrame(now, key, ''));
    const edits = revokeEdits(place, tokensAt(now, place), which);
    return edits.ok ? ok({ edits: edits.value, value: which }) : edits;
  });
  say.answer(`revoked ${gone} in ${config.label}`);
}

/** @throws {ExitError} */
function required<T>(result: Result<T, ExitError>): T {
  if (result.ok) return result.value;
  throw result.error;
}
