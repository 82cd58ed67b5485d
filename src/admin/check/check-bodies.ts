/** The body of `POST /api/admin/check`, and what it answers. */
import { z } from 'zod';
import { EXPECTED, OPTIONAL_SETTINGS } from '../bodies.ts';
import { draftBody, SCREEN_FIELDS } from '../drafts/draft-bodies.ts';

export const checkBody = z.strictObject({
  ...SCREEN_FIELDS,
  config: z
    .string()
    .describe('The text of a config, in place of a screen')
    .register(EXPECTED, { text: 'the text of a config' })
    .optional(),
  params: OPTIONAL_SETTINGS.params,
});

/** The same with its maps in full, for the OpenAPI document. */
export const checkDocument = checkBody.extend({ draft: draftBody.optional() }).meta({
  id: 'CheckScreen',
  oneOf: [
    { required: ['screen'], not: { required: ['config'] } },
    { required: ['draft'], not: { required: ['config'] } },
    {
      required: ['config'],
      not: { anyOf: [{ required: ['screen'] }, { required: ['draft'] }, { required: ['params'] }] },
    },
  ],
  examples: [{ draft: { files: { 'hello.lua': 'return { data = {}', 'hello.svg': '<svg/>' } } }],
});

export const checkSchema = z
  .object({
    ok: z.boolean().describe('False where there is an error'),
    complete: z.boolean().describe('False where the check has not come to its end'),
    findings: z.array(
      z.object({
        severity: z
          .enum(['error', 'warning', 'note'])
          .describe('`error`: a device would show an error screen, or the config could not be used'),
        file: z.string().describe('Relative to the folder of all screens; `config` for a config'),
        line: z.int().nullable().describe('From 1; null for the file as a whole'),
        column: z.int().nullable().describe('From 1'),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'CheckFindings' });
