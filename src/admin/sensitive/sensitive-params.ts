/** `/api/admin/sensitive-params`: params that stay hidden though their screens call them sensitive no more. */
import { z } from 'zod';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { EXPECTED, screenField } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import { DONE, type Done, doneSchema, timeSchema, timeText, type View } from '../view.ts';

const sensitiveParamsSchema = z
  .object({
    params: z.array(
      z.object({
        screen: z.string().describe('`handle/path`; `handle/*` for all screens of a source'),
        param: z.string().describe('Its name; `*` for all'),
        since: timeSchema.describe('When its screen was first seen to call it sensitive, or did so again'),
      }),
    ),
  })
  .describe('What stays hidden until an admin opens it, whatever the metadata of the screen says now')
  .meta({
    id: 'SensitiveParams',
    examples: [{ params: [{ screen: 'garden/weather', param: 'key', since: '2026-02-21T09:30:00.000Z' }] }],
  });

const openParamBody = z
  .strictObject({
    screen: screenField.or(z.string().regex(/^[A-Za-z0-9._-]{1,255}\/\*$/)).register(EXPECTED, {
      text: 'a screen as handle/path, as the list has it',
    }),
    param: z
      .string()
      .min(1)
      .describe('As the list has it')
      .register(EXPECTED, { text: 'the name of a param, as the list has it' }),
  })
  .meta({ id: 'OpenParam', examples: [{ screen: 'garden/weather', param: 'key' }] });

/** All that only the memory hides. */
function* listSensitive(
  api: Pick<AdminApi, 'sensitive' | 'catalogue' | 'config'>,
): Slices<View<typeof sensitiveParamsSchema>> {
  const params: View<typeof sensitiveParamsSchema>['params'][number][] = [];
  for (const { screen, param, atMs } of api.sensitive.list()) {
    if (!isDeclared(api, screen, param)) params.push({ screen, param, since: timeText(atMs) });
    yield;
  }
  return { params };
}

/**
 * Say that a param is no secret. Viewers and authors see its values from then on, and so do logs.
 * @throws {AppError} invalid_body where it is not in the list
 */
function openParam(
  api: Pick<AdminApi, 'sensitive' | 'catalogue' | 'config'>,
  call: AdminCall,
  body: PlainValue,
): Done {
  const { fields, problems } = readBodyFields(openParamBody, body);
  const { screen, param } = fields;
  if (problems.length > 0 || screen === undefined || param === undefined) {
    throw new AppError('invalid_body', { problems });
  }
  if (isDeclared(api, screen, param)) {
    throw wrong('the screen calls it sensitive; its metadata has to be changed first');
  }
  if (!api.sensitive.open(screen, param)) throw wrong('expected one of the list, got another');
  call.noteChange({
    changes: [{ path: `sensitive.${screen}.${param}`, before: 'hidden', after: 'open' }],
    more: 0,
    devices: [],
  });
  call.log.info({ screen, param }, 'admin: param opened');
  return DONE;
}

/** Whether the screen, as it is now, calls the param sensitive itself. */
function isDeclared(
  { catalogue, config, sensitive }: Pick<AdminApi, 'sensitive' | 'catalogue' | 'config'>,
  screen: string,
  param: string,
): boolean {
  return catalogue.locate(screen, config()).ok && sensitive.isDeclared(screen, param);
}

function wrong(message: string): AppError {
  const problem: FieldProblem = { field: 'param', message: `param: ${message}` };
  return new AppError('invalid_body', { problems: [problem] });
}

export const SENSITIVE_CALLS = {
  listSensitiveParams: adminCall({
    method: 'GET',
    path: '/sensitive-params',
    role: 'viewer',
    summary: 'Params that stay hidden though their screens call them sensitive no more',
    answer: { schema: sensitiveParamsSchema, description: 'The params, by their screens' },
    run: ({ api, exchange }) => exchange.make(listSensitive(api)),
  }),
  openSensitiveParam: adminCall({
    method: 'POST',
    path: '/sensitive-params:open',
    role: 'admin',
    summary: 'Say that such a param is no secret',
    description: 'Viewers and authors see its values from then on, and logs and reasons may have them.',
    body: { schema: openParamBody },
    answer: { schema: doneSchema, description: 'Open from now on' },
    run: ({ api, call, body }) => openParam(api, call, body),
  }),
};
