/** Puts changes of devices' entries into their trails: who made them, and the names of the settings, without values. */

import type { ConfigEdit } from '../../config/edit/model.ts';
import { TRAIL_LIMITS } from '../../fleet/register/trail-limits.ts';
import { isPlainObject } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { recordOfKey } from './find-device.ts';

/** So many names are kept, each so long. */
export const MOST_NAMES = 12;
export const NAME_CHARACTERS = 40;

/** Note the edits of a change that was written, for each device whose entry they concern and that has called. */
export function* noteEdits(
  { registry, trail }: Pick<AdminApi, 'registry' | 'trail'>,
  edits: readonly ConfigEdit[],
  who: string,
): Slices<void> {
  const names = yield* namesByDevice(edits);
  const atMs = Date.now();
  for (const [keyText, changed] of names) {
    yield;
    const record = recordOfKey(registry, keyText);
    if (record === null) continue;
    const shown = [...new Set(changed)].slice(0, MOST_NAMES).map((name) => name.slice(0, NAME_CHARACTERS));
    trail.note(record.id, {
      kind: 'config',
      atMs,
      who: who.slice(0, TRAIL_LIMITS.textCharacters),
      names: shown,
    });
  }
}

function* namesByDevice(edits: readonly ConfigEdit[]): Slices<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>();
  for (const edit of edits) {
    const [section, key] = edit.path;
    if (section !== 'devices' || key === undefined) continue;
    const own = names.get(key);
    if (own === undefined) names.set(key, [...namesOf(edit)]);
    else own.push(...namesOf(edit));
    yield;
  }
  return names;
}

/** What an edit sets or removes, as a person would name it; the entry itself where it is removed. */
function namesOf(edit: ConfigEdit): readonly string[] {
  const [, , ...setting] = edit.path;
  if (setting.length > 0) return [setting.join('.')];
  return edit.kind === 'set' && isPlainObject(edit.value) ? Object.keys(edit.value) : ['the whole entry'];
}
