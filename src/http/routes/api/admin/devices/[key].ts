/** `/api/admin/devices/{key}`. */
import type { Request, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { deleteDevice, forgetDevice } from '../../../../../admin/delete-device.ts';
import { getDevice } from '../../../../../admin/devices.ts';
import { updateDevice } from '../../../../../admin/update-device.ts';
import { AppError } from '../../../../../base/errors.ts';
import { callerOf } from '../../../../admin-access.ts';
import { callOf, deviceKeyOf } from '../../../../admin-call.ts';
import { adminRoute } from '../../../../admin-route.ts';
import { sendJson } from '../../../../json.ts';
import { readJson } from '../../../../json-body.ts';
import { readQuery } from '../../../../query.ts';
import type { Handlers } from '../../../../route.ts';

export function deviceRoute(router: Router, api: AdminApi): void {
  const handlers: Handlers = {
    get: (request, response) =>
      sendJson(response, 200, getDevice(api, deviceKeyOf(request), callerOf(response))),
    patch: async (request, response) => {
      const key = deviceKeyOf(request);
      sendJson(response, 200, await updateDevice(api, callOf(response), key, readJson(request)));
    },
    delete: async (request, response) => {
      const remove = readForget(request) ? forgetDevice : deleteDevice;
      sendJson(response, 200, await remove(api, callOf(response), deviceKeyOf(request)));
    },
  };
  adminRoute(router, '/devices/:key', handlers, { delete: ['forget'] });
}

/** @throws {AppError} invalid_query: a word that might mean either must not forget anything */
function readForget(request: Request): boolean {
  const values = readQuery(request).getAll('forget');
  const [value = 'false', ...more] = values.map((text) => text.toLowerCase());
  if (more.length === 0 && (value === '' || value === 'true')) return true;
  if (more.length === 0 && value === 'false') return false;
  const got = JSON.stringify(values.join(', ').slice(0, 60));
  throw new AppError('invalid_query', { detail: `forget: expected true or false, got ${got}.` });
}
