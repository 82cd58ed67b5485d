/** `/api/admin/config/text`: the config as a text, without its secrets. */
import { z } from 'zod';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import { PLACEHOLDER } from '../access/hidden-text.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { EXPECTED } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { changeConfig } from './change-config.ts';
import { hiddenText, schemasOfTexts, textDigest } from './config-source.ts';
import { readDraft, refusedText } from './read-draft.ts';

const HIDDEN = `Each secret is \`"${PLACEHOLDER}"\``;

const EXAMPLE = `# Kitchen and hall\ndefault_screen: service-builtin/clock\nadmin:\n  token: "${PLACEHOLDER}"\n`;

export const configTextSchema = z
  .object({
    text: z.string().describe(`The text, byte for byte but for its secrets. ${HIDDEN}`),
    digest: z.string().describe('Names the text with its secrets; the ETag has the same'),
    writable: z.boolean(),
    read_only_reason: z.string().nullable().describe('Why it cannot be written; null where it can'),
    place: z.enum(['file', 'store', 'embedded']).describe('Where the config is'),
    revision: z.int().nullable().describe('Its number in the state store; null elsewhere'),
  })
  .meta({
    id: 'ConfigText',
    examples: [
      {
        text: EXAMPLE,
        digest: '5f0c2a9be1d47c3e5f0c2a9be1d47c',
        writable: true,
        read_only_reason: null,
        place: 'store',
        revision: 12,
      },
    ],
  });

const textField = z
  .string()
  .describe(`The whole text. \`"${PLACEHOLDER}"\` at the path of a secret keeps the secret`)
  .register(EXPECTED, { text: 'the text of a config' });

export const putTextBody = z
  .strictObject({
    text: textField,
    digest: z
      .string()
      .describe('The `digest` of the text that was edited')
      .register(EXPECTED, { text: 'the digest of the text that was edited' }),
  })
  .meta({ id: 'PutConfigText', examples: [{ text: EXAMPLE, digest: '5f0c2a9be1d47c3e5f0c2a9be1d47c' }] });

export const checkTextBody = z
  .strictObject({ text: textField })
  .meta({ id: 'CheckConfigText', examples: [{ text: EXAMPLE }] });

export const textWrittenSchema = z
  .object({
    changed: z.boolean().describe('False where the text was the same'),
    digest: z.string().describe('The digest of the text from now on'),
    revision: z.int().nullable().describe('Its number in the state store; null elsewhere'),
  })
  .meta({
    id: 'ConfigTextWritten',
    examples: [{ changed: true, digest: 'a81c77d0e2f94b6fa81c77d0e2f94b', revision: 13 }],
  });

/**
 * The text in use.
 * @throws {AppError} text_given_up
 */
export async function getConfigText(api: AdminApi): Promise<View<typeof configTextSchema>> {
  const { store, refusal } = api.configText;
  const reason = await refusal();
  const { text, source } = store;
  const hidden = await hiddenText(api, text);
  // It was read when it came into use.
  if (!hidden.ok) throw new AppError('config_not_usable');
  return {
    text: hidden.value.text,
    digest: textDigest(text),
    writable: reason === null,
    read_only_reason: reason,
    place: source.kind,
    revision: revisionInUse(api),
  };
}

/** The number of the revision in use; null where there are none. */
export function revisionInUse({ configText: { store } }: Pick<AdminApi, 'configText'>): number | null {
  return store.source.kind === 'store' ? store.source.stored.revision : null;
}

/**
 * Replace the text.
 * @throws {AppError} invalid_body with every problem, config_changed, text_given_up, and what stops a write
 */
export async function putConfigText(
  api: AdminApi,
  call: AdminCall,
  body: PlainValue,
): Promise<View<typeof textWrittenSchema>> {
  const { fields, problems } = readBodyFields(putTextBody, body);
  const { text, digest } = fields;
  if (problems.length > 0 || text === undefined || digest === undefined) {
    throw new AppError('invalid_body', { problems });
  }
  const changed = await changeConfig(api, call, async ({ text: before }) => {
    if (textDigest(before) !== digest) return err(new AppError('config_changed'));
    const { config } = await readDraft(api, text, before, await schemasOfTexts(api, [before]));
    if (!config.ok) return err(refusedText(config.error));
    const { text: whole } = config.value;
    return ok({ edits: { text: whole, what: 'edited the text' }, value: whole !== before });
  });
  const written = textWritten(api, changed);
  const { revision } = written;
  call.log.info({ changed, revision }, 'admin: config text written');
  return written;
}

/** The answer to a text that was written. */
export function textWritten(api: AdminApi, changed: boolean): View<typeof textWrittenSchema> {
  return { changed, digest: textDigest(api.configText.store.text), revision: revisionInUse(api) };
}
