/** `/api/admin/settings`: settings of the whole server. */
import { z } from 'zod';
import type { ConfigEdit } from '../../config/edit/model.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { settingsBody } from '../bodies.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { readFields } from '../read-fields.ts';
import { DONE, type Done, doneSchema, type View } from '../view.ts';

type SettingName = keyof typeof settingsBody.shape;

/** The value in effect, and whether it stands in the config. */
function inEffect<Name extends SettingName>(name: Name) {
  const value = settingsBody.shape[name].unwrap() as ReturnType<(typeof settingsBody.shape)[Name]['unwrap']>;
  return z.object({ value, source: z.enum(['config', 'default']) });
}

const settingsSchema = z
  .object({
    registration_enabled: inEffect('registration_enabled'),
    known_devices: inEffect('known_devices'),
    setup_headers: inEffect('setup_headers'),
    auth_mode: inEffect('auth_mode'),
    min_signature_version: inEffect('min_signature_version'),
    authors_allow_private_network: inEffect('authors_allow_private_network'),
    screen_repo_refresh_interval: inEffect('screen_repo_refresh_interval'),
    on_error: inEffect('on_error'),
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
        registration_enabled: { value: false, source: 'config' },
        known_devices: { value: 'open', source: 'default' },
        setup_headers: { value: 'strict', source: 'default' },
        auth_mode: { value: 'api_key', source: 'default' },
        min_signature_version: { value: 1, source: 'default' },
        authors_allow_private_network: { value: false, source: 'default' },
        screen_repo_refresh_interval: { value: 0, source: 'default' },
        on_error: { value: 'show', source: 'default' },
        read_only_reason: null,
      },
    ],
  });

/** The settings in effect. */
async function getSettings(api: AdminApi): Promise<View<typeof settingsSchema>> {
  const reason = await api.configText.refusal();
  const config = api.config();
  const written = api.rawConfig();
  const of = <Value extends PlainValue>(name: SettingName, value: Value) => {
    const isOwn = Object.hasOwn(written, name) && written[name] === value;
    return { value, source: isOwn ? 'config' : 'default' } as const;
  };
  return {
    registration_enabled: of('registration_enabled', config.registrationEnabled),
    known_devices: of('known_devices', config.knownDevices),
    setup_headers: of('setup_headers', config.setupHeaders),
    auth_mode: of('auth_mode', config.authMode),
    min_signature_version: of('min_signature_version', config.minSignatureVersion),
    authors_allow_private_network: of('authors_allow_private_network', config.authorsAllowPrivateNetwork),
    screen_repo_refresh_interval: of('screen_repo_refresh_interval', config.screenRepoRefreshIntervalSeconds),
    on_error: of('on_error', config.onError),
    read_only_reason: reason,
  };
}

/**
 * Set the settings that the request names.
 * @throws {AppError} invalid_body with every problem, and what stops a write
 */
async function updateSettings(api: AdminApi, call: AdminCall, body: PlainValue): Promise<Done> {
  const changed = await changeConfig(api, call, ({ valueAt }) => {
    const { fields, problems } = readFields(settingsBody, body);
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
