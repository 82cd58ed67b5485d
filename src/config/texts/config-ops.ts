/** Questions about the text of a config: what it says, what it says after edits, and where something stands in it. */
import type { Position } from '../../platform/base/position.ts';
import { ok, type Result } from '../../platform/base/result.ts';
import { plainContent } from '../edit/content.ts';
import { editContent } from '../edit/edit.ts';
import { type ConfigEdit, type EditFailure, editsBetween } from '../edit/model.ts';
import type { ConfigProblem } from '../read/findings.ts';
import { positionsOf } from '../read/positions.ts';
import type { LoadedConfig } from './loaded-config.ts';
import type { TextOp } from './text-op.ts';
import type { TextSession } from './text-session.ts';

type Problems = readonly ConfigProblem[];

/** What a text says. @returns else every problem at once */
export const readConfig: TextOp<{ readonly text: string }, Result<LoadedConfig, Problems>> = {
  name: 'read',
  run: (session, { text }) => loaded(session, text),
};

/**
 * What a config says after edits; null when they change nothing. Only the bytes of the edited keys change.
 * @returns else why they cannot be made, or what would be wrong with the result
 */
export const editConfig: TextOp<
  { readonly text: string; readonly edits: readonly ConfigEdit[] },
  Result<LoadedConfig | null, EditFailure | Problems>
> = {
  name: 'edit',
  run: (session, { text, edits }) => {
    const before = session.read(text);
    if (!before.ok) return before;
    const edited = editContent(before.value, edits, (result) => session.read(result));
    if (!edited.ok) return edited;
    return edited.value === before.value ? ok(null) : loaded(session, edited.value.text);
  },
};

/** What another text says, and the edits that would make it of the one before. @returns else every problem at once */
export const replaceConfig: TextOp<
  { readonly before: string; readonly text: string },
  Result<{ readonly config: LoadedConfig; readonly edits: readonly ConfigEdit[] }, Problems>
> = {
  name: 'replace',
  run: (session, { before, text }) => {
    const config = loaded(session, text);
    if (!config.ok) return config;
    const old = session.read(before);
    const plain = old.ok ? (plainContent(old.value) ?? {}) : {};
    return ok({ config: config.value, edits: editsBetween(plain, config.value.plain) });
  },
};

/** Where the values at some keys stand in a good config; each the nearest part around it when there is none. */
export const locateInConfig: TextOp<
  { readonly text: string; readonly places: readonly (readonly string[])[] },
  readonly Position[]
> = {
  name: 'locate',
  run: (session, { text, places }) => {
    const parsed = session.parse(text);
    return parsed.ok ? positionsOf(parsed.value, places) : places.map(() => ({ line: 1, column: 1 }));
  },
};

function loaded(session: TextSession, text: string): Result<LoadedConfig, Problems> {
  const parsed = session.parse(text);
  return parsed.ok ? ok(session.loaded(parsed.value)) : parsed;
}
