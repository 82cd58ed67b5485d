/** `POST /api/admin/config/check`: what is wrong with a text, and what it would change, without writing it. */
import { z } from 'zod';
import { mappingWarnings } from '../../engine/check/config-warnings.ts';
import { AppError } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { differenceOfTexts, placeInDraft } from '../access/text-ops.ts';
import type { AdminApi } from '../admin-api.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { askOfText, schemasOfTexts, textDigest } from './config-source.ts';
import { checkTextBody } from './config-text.ts';
import { readDraft, textProblemSchema } from './read-draft.ts';

/** Limits of the calls that take the whole text of the config. */
export const CONFIG_TEXT_LIMITS = {
  /** The text as a string of JSON: quotes and line ends take two bytes each. */
  bodyBytes: 2 * LIMITS.configFileBytes,
  /** Changed values that a check lists: a page shows no more. */
  changes: 500,
  /** Findings that a check lists, the first ones: each device may have several. */
  findings: 500,
} as const;

export const textCheckedSchema = z
  .object({
    problems: z.array(textProblemSchema).describe('In the order of the text'),
    more_problems: z.int().min(0).describe('Findings that are not listed'),
    changes: z
      .array(
        z.object({
          path: z.string().describe('Keys from the top level down, with dots between them'),
          from: z
            .unknown()
            .optional()
            .describe('The value in use, without secrets; absent where there is none'),
          to: z
            .unknown()
            .optional()
            .describe('The value of the text, without secrets; absent where it has none'),
        }),
      )
      .describe('What it would change in the config in use; empty for a text with errors'),
    more_changes: z.int().min(0).describe('Changes that are not listed'),
    digest: z.string().describe('The digest of the config in use, which it was compared with'),
  })
  .meta({
    id: 'ConfigTextChecked',
    examples: [
      {
        problems: [
          {
            line: 7,
            column: 5,
            level: 'warning',
            message: 'devices.AA:BB:CC:DD:EE:FF: unknown key "refrsh"; did you mean "refresh"?',
          },
        ],
        more_problems: 0,
        more_changes: 0,
        digest: '5f0c2a9be1d47c3e5f0c2a9be1d47c',
        changes: [
          {
            path: 'devices.AA:BB:CC:DD:EE:FF.screen',
            from: 'service-builtin/clock',
            to: 'service-builtin/weather',
          },
        ],
      },
    ],
  });

/** @throws {AppError} invalid_body, text_given_up */
export async function checkEditedText(
  api: AdminApi,
  body: PlainValue,
): Promise<View<typeof textCheckedSchema>> {
  const { fields, problems } = readBodyFields(checkTextBody, body);
  if (problems.length > 0 || fields.text === undefined) throw new AppError('invalid_body', { problems });
  const { text: before } = api.configText.store;
  const digest = textDigest(before);
  const schemas = await schemasOfTexts(api, [before, fields.text]);
  const { draft, config } = await readDraft(api, fields.text, before, schemas);
  const { findings: most } = CONFIG_TEXT_LIMITS;
  if (!config.ok) {
    const listed = config.error.slice(0, most);
    const more = config.error.length - listed.length;
    return { problems: [...listed], more_problems: more, changes: [], more_changes: 0, digest };
  }
  const found = await mainTurns.do('config', mappingWarnings(config.value, api.catalogue, api.precedence));
  const findings = found.map(({ keys, message }) => ({ keys, message }));
  const placed = await askOfText(api, placeInDraft, { ...draft, findings, most });
  const difference = { before, text: config.value.text, schemas, most: CONFIG_TEXT_LIMITS.changes };
  const { changes, more } = await askOfText(api, differenceOfTexts, difference);
  return {
    problems: [...placed.problems],
    more_problems: placed.more,
    changes: changes.map(({ path, before: from, after: to }) => ({
      path,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })),
    more_changes: more,
    digest,
  };
}
