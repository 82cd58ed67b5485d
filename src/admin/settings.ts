/** `PATCH /api/admin/settings`: changes settings of the whole server. */
import { AppError } from '../base/errors.ts';
import type { PlainValue } from '../base/plain.ts';
import { err, ok } from '../base/result.ts';
import type { ConfigEdit } from '../config/edit/model.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { settingsBody } from './bodies.ts';
import { changeConfig } from './change-config.ts';
import { readFields } from './read-fields.ts';
import { DONE, type Done } from './view.ts';

/**
 * Set the settings that the request names.
 * @throws {AppError} invalid_body with every problem, and what stops a write
 */
export async function updateSettings(api: AdminApi, call: AdminCall, body: PlainValue): Promise<Done> {
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
