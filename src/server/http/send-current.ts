/** Answers a mirror of a device. */
import type { Request, Response } from 'express';
import { currentScreen } from '../../fleet/calls/current-screen.ts';
import type { DeviceApi } from '../../fleet/calls/device-api.ts';
import type { CallContexts } from './call-context.ts';
import { callingDevice } from './calling-device.ts';
import { sendJson } from './json.ts';

export async function sendCurrent(
  { api, contexts }: { readonly api: DeviceApi; readonly contexts: CallContexts },
  path: string,
  request: Request,
  response: Response,
): Promise<void> {
  const call = contexts.of(request, response, api.config());
  const { id, credential } = await callingDevice(request, response, api, call, path);
  response.setHeader('Cache-Control', 'no-store');
  sendJson(response, 200, await currentScreen(api, call, id, credential));
}
