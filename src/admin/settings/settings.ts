/** `/api/admin/settings`: settings of the whole server. */
import { z } from 'zod';
import type { ConfigEdit } from '../../config/edit/model.ts';
import { SERVER_SETTINGS, type ServerSettingKey } from '../../domain/server-settings.ts';
import type { ValueOf } from '../../domain/setting.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { settingsBody } from '../bodies.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { readBodyFields } from '../read-fields.ts';
import { DONE, type Done, doneSchema, type View } from '../view.ts';

/** The value in effect, and whether it stands in the config. */
export interface InEffect<Value> {
  value: Value;
  source: 'config' | 'default';
}

const IN_EFFECT = Object.fromEntries(
  Object.entries(settingsBody.shape).map(([key, field]) => [
    key,
    z.object({ value: field.unwrap(), source: z.enum(['config', 'default']) }),
  ]),
) as unknown as {
  [Key in ServerSettingKey]: z.ZodType<InEffect<ValueOf<(typeof SERVER_SETTINGS)[Key]>>>;
};

const DEFAULTS = Object.fromEntries(
  Object.entries(SERVER_SETTINGS).map(([key, { fallback }]) => [key, { value: fallback, source: 'default' }]),
);

const settingsSchema = z
  .object({
    ...IN_EFFECT,
    read_only_reason: z
      .string()
      .nullable()
      .describe('Why nothing of the config can be changed over the API; null where it can'),
  })
  .describe('The settings in effect, and whether each is that of the config or the default')
  .meta({
    id: 'SettingsInEffect',
    examples: [
      {
        ...DEFAULTS,
        registration_enabled: { value: false, source: 'config' },
        read_only_reason: null,
      },
    ],
  });

/** The settings in effect. */
async function getSettings(api: AdminApi): Promise<View<typeof settingsSchema>> {
  const reason = await api.configText.refusal();
  const config = api.config();
  const written = api.rawConfig();
  const settings = Object.entries(SERVER_SETTINGS).map(([key, { field }]) => {
    const value = config[field];
    const isOwn = Object.hasOwn(written, key) && written[key] === value;
    return [key, { value, source: isOwn ? 'config' : 'default' }];
  });
  return { ...Object.fromEntries(settings), read_only_reason: reason };
}

/**
 * Set the settings that the request names.
 * @throws {AppError} invalid_body with every problem, and what stops a write
 */
async function updateSettings(api: AdminApi, call: AdminCall, body: PlainValue): Promise<Done> {
  const changed = await changeConfig(api, call, ({ valueAt }) => {
    const { fields, problems } = readBodyFields(settingsBody, body);
    if (problems.length > 0) return err(new AppError('invalid_body', { problems }));
    const wanted = Object.entries(fields).filter(([name, value]) => valueAt([name]) !== value);
    const edits = wanted.map(
      ([name, value]): ConfigEdit => ({ kind: 'set', path: [name], value: value ?? null }),
    );
    return ok({ edits, value: Object.keys(fields) });
  });
  call.log.info({ changed }, 'admin: settings updated');
  return DONE;
}

export const SETTINGS_CALLS = {
  getSettings: adminCall({
    method: 'GET',
    path: '/settings',
    role: 'viewer',
    summary: 'Settings of the server',
    answer: { schema: settingsSchema, description: 'The values in effect, and where they come from' },
    run: ({ api }) => getSettings(api),
  }),
  updateSettings: adminCall({
    method: 'PATCH',
    path: '/settings',
    role: 'admin',
    summary: 'Change settings of the server',
    body: { schema: settingsBody },
    answer: { schema: doneSchema, description: 'Written' },
    writesConfig: true,
    run: ({ api, call, body }) => updateSettings(api, call, body),
  }),
};
