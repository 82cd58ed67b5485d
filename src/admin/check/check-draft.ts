/** `POST /api/admin/check`: what `stipple check` says of a screen, of a draft or of the text of a config. */

import { z } from 'zod';
import { checkParams, unknownParams } from '../../domain/params.ts';
import { type CheckFinding, isError } from '../../engine/check/finding.ts';
import { runCheck } from '../../engine/check/run-check.ts';
import { runConfigCheck } from '../../engine/check/run-config-check.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import type { AdminApi } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { EXPECTED, OPTIONAL_SETTINGS } from '../bodies.ts';
import { DRAFT_LIMITS, DRAFT_SLOTS, draftBody, SCREEN_FIELDS } from '../drafts/draft-bodies.ts';
import { readScreenRequest, type StagedScreen, stageScreen } from '../drafts/stage-screen.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';

/** The body of `POST /api/admin/check`, and what it answers. */
const checkBody = z.strictObject({
  ...SCREEN_FIELDS,
  config: z
    .string()
    .describe('The text of a config, in place of a screen')
    .register(EXPECTED, { text: 'the text of a config' })
    .optional(),
  params: OPTIONAL_SETTINGS.params,
});

/** The same with its maps in full, for the OpenAPI document. */
const checkDocument = checkBody.extend({ draft: draftBody.optional() }).meta({
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

const checkSchema = z
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

type CheckView = View<typeof checkSchema>;

const timeoutMs = DRAFT_LIMITS.checkMs;

/**
 * Check what a body brings. Nothing is run, and nothing is fetched.
 * @param signal fires when nobody waits for the answer any more
 * @throws {AppError} invalid_body
 */
async function checkDraft(api: AdminApi, body: PlainValue, signal: AbortSignal): Promise<CheckView> {
  const { fields, problems } = readBodyFields(checkBody, body);
  if (problems.length > 0) throw new AppError('invalid_body', { problems });
  if (fields.config !== undefined) {
    const idle = (['screen', 'draft', 'params'] as const).filter((name) => fields[name] !== undefined);
    if (idle.length > 0) {
      const message = `config: expected nothing beside it, got ${idle.join(', ')}`;
      throw new AppError('invalid_body', { problems: [{ field: 'config', message }] });
    }
    return checkConfigText(api, fields.config, signal);
  }
  const { request, problems: ofScreen } = readScreenRequest(fields);
  if (request === null) throw new AppError('invalid_body', { problems: ofScreen });
  const staged = await stageScreen(api, request);
  try {
    const { roots, path } = staged;
    const { screens, complete } = await runCheck({ roots, paths: [path] }, { timeoutMs, signal });
    const findings = screens.flatMap((screen) => screen.findings);
    return view([...findings, ...paramFindings(staged, (fields.params ?? {}) as PlainObject)], complete);
  } finally {
    staged.remove();
  }
}

async function checkConfigText(api: AdminApi, text: string, signal: AbortSignal): Promise<CheckView> {
  const sources = api.catalogue.sources();
  const target = { text, sources, precedence: api.precedence };
  const { findings, complete } = await runConfigCheck(target, { timeoutMs, signal });
  return view(findings, complete);
}

/** The params of the call, which stand in no file. */
function paramFindings({ located }: StagedScreen, params: PlainObject): readonly CheckFinding[] {
  if (!located.ok) return [];
  const { params: schema, metaFile, scriptFile } = located.value;
  const wrong = Object.keys(params).length === 0 ? [] : checkParams(schema, params);
  const place = { file: metaFile ?? scriptFile, line: null, column: null };
  return [...unknownParams(schema, params), ...wrong].map(({ message }) => ({
    level: 'warning',
    ...place,
    message,
  }));
}

function view(findings: readonly CheckFinding[], complete: boolean): CheckView {
  return {
    ok: complete && !findings.some(isError),
    complete,
    findings: findings.map(({ level, ...rest }) => ({ severity: level, ...rest })),
  };
}

export const CHECK_CALLS = {
  checkScreen: adminCall({
    method: 'POST',
    path: '/check',
    // What no device shows yet.
    role: 'author',
    summary: 'What is wrong with a screen, with files that are saved nowhere, or with the text of a config',
    description: 'Takes `screen`, `draft` or `config`. Nothing is run, nothing is fetched.',
    body: { schema: checkDocument, maxBytes: DRAFT_LIMITS.bodyBytes, slots: DRAFT_SLOTS },
    answer: { schema: checkSchema, description: 'The findings' },
    errors: ['overloaded'],
    changesNothing: true,
    run: ({ api, body, exchange }) => checkDraft(api, body, exchange.signal),
  }),
};
