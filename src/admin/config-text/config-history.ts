/** `/api/admin/config/history` and `…/undo`: the revisions of a config that the state store keeps. */
import { z } from 'zod';
import { plainLine } from '../../config/source/revision-note.ts';
import { revisionText, revisionToUndo } from '../../config/source/revisions.ts';
import type { StoredConfig } from '../../config/source/stored-config.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import { requireStateError } from '../../state/state-error.ts';
import { problemsOfText } from '../access/text-ops.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { EXPECTED } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import { changeConfig } from './change-config.ts';
import { askOfText, hiddenText, schemasOfTexts } from './config-source.ts';
import { revisionInUse, textWritten, type textWrittenSchema } from './config-text.ts';
import { refusedText } from './read-draft.ts';

const NOT_KEPT: Readonly<Record<'file' | 'embedded', string>> = {
  file: 'The config is a file: there are no revisions of it.',
  embedded: 'The config is the embedded one: there are no revisions of it.',
};

const revisionSchema = z.object({
  revision: z.int(),
  saved: timeSchema,
  note: z.string().describe('What has changed, and by whom'),
});

export const configHistorySchema = z
  .object({
    kept: z.boolean().describe('False where the config is a file, or the embedded one'),
    reason: z.string().nullable().describe('Why there are no revisions; null where there are'),
    current: z.int().nullable().describe('The revision in use'),
    revisions: z.array(revisionSchema).describe('The newest first'),
  })
  .meta({
    id: 'ConfigHistory',
    examples: [
      {
        kept: true,
        reason: null,
        current: 2,
        revisions: [
          {
            revision: 2,
            saved: '2026-02-21T09:14:00.000Z',
            note: 'admin API (anna, 192.0.2.7): set devices.DEFAULT.screen',
          },
          { revision: 1, saved: '2026-02-20T18:02:11.000Z', note: 'first start: the embedded config' },
        ],
      },
    ],
  });

export const configRevisionSchema = z
  .object({ revision: z.int(), text: z.string().describe('Its text, without secrets') })
  .meta({
    id: 'ConfigRevision',
    examples: [{ revision: 1, text: 'default_screen: service-builtin/clock\n' }],
  });

export const undoBody = z
  .strictObject({
    to: z
      .int()
      .min(1)
      .describe('The revision to go back to; absent for the one before the current one')
      .register(EXPECTED, { text: 'the number of a revision' })
      .optional(),
  })
  .meta({ id: 'UndoConfig', examples: [{ to: 11 }] });

/** @throws {AppError} store_unavailable */
export async function listConfigHistory(api: AdminApi): Promise<View<typeof configHistorySchema>> {
  const { source } = api.configText.store;
  if (source.kind !== 'store') {
    return { kept: false, reason: NOT_KEPT[source.kind], current: null, revisions: [] };
  }
  const infos = await asked(source.stored.revisions.history());
  const revisions = infos.map(({ revision, savedMs, note }) => ({
    revision,
    saved: timeText(savedMs),
    note: plainLine(note),
  }));
  return { kept: true, reason: null, current: revisionInUse(api), revisions: revisions.reverse() };
}

/**
 * The text of a revision, without its secrets.
 * @throws {AppError} no_config_history, unknown_revision, config_not_usable, text_given_up, store_unavailable
 */
export async function getConfigRevision(
  api: AdminApi,
  given: string,
): Promise<View<typeof configRevisionSchema>> {
  const stored = storedConfig(api);
  const revision = /^\d{1,12}$/.test(given) ? Number(given) : 0;
  const text = await asked(revisionText(stored.revisions, revision));
  if (!text.ok) throw unknownRevision(text.error);
  // Where secrets cannot be told from the rest, nothing is shown.
  const hidden = await hiddenText(api, text.value);
  if (!hidden.ok) {
    throw new AppError('config_not_usable', {
      detail: `Revision ${revision} cannot be read as YAML any more.`,
    });
  }
  return { revision, text: hidden.value.text };
}

/**
 * Make an older text the current one again, as a new revision.
 * @throws {AppError} invalid_body, no_config_history, unknown_revision, config_changed, and what stops a write
 */
export async function undoConfig(
  api: AdminApi,
  call: AdminCall,
  body: PlainValue,
): Promise<View<typeof textWrittenSchema>> {
  const { fields, problems } = readBodyFields(undoBody, body);
  if (problems.length > 0) throw new AppError('invalid_body', { problems });
  const stored = storedConfig(api);
  const current = await asked(stored.latest());
  const found = await asked(revisionToUndo(stored.revisions, current, fields.to ?? null));
  if (!found.ok) throw unknownRevision(found.error);
  const { revision, text } = found.value;
  const changed = await changeConfig(api, call, async ({ text: before }) => {
    if (before !== current.text) return err(new AppError('config_changed'));
    const schemas = await schemasOfTexts(api, [before]);
    const wrong = await askOfText(api, problemsOfText, { text, before, schemas });
    if (wrong.length > 0) return err(refusedText(wrong));
    return ok({ edits: { text, what: `undo to revision ${revision}` }, value: text !== before });
  });
  call.log.info({ to: revision, changed }, 'admin: config undone');
  return textWritten(api, changed);
}

function storedConfig({ configText }: AdminApi): StoredConfig {
  const { source } = configText.store;
  if (source.kind === 'store') return source.stored;
  throw new AppError('no_config_history', { detail: NOT_KEPT[source.kind] });
}

function unknownRevision(reason: string): AppError {
  return new AppError('unknown_revision', {
    detail: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
  });
}

/** @throws {AppError} store_unavailable */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    requireStateError(error);
    throw new AppError('store_unavailable', { cause: error });
  }
}
