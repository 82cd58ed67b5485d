/** `GET /api/display/current` and `GET /api/current_screen`. */
import { currentScreen, currentScreenSchema } from '../../../fleet/calls/current-screen.ts';
import { callingDevice, DEVICE_HEADERS } from '../device-headers.ts';
import { sendJson } from '../json.ts';
import type { Call } from './call.ts';

export const displayCurrentCall = mirrorCall('displayCurrent', '/api/display/current');
export const currentScreenCall = mirrorCall('currentScreen', '/api/current_screen');

function mirrorCall(id: string, path: Call['path']): Call {
  return {
    id,
    method: 'GET',
    path,
    tag: 'device',
    summary: 'What the device was told last, for a mirror',
    description: 'No poll: nothing runs, and nothing is noted of the device. Not with `auth_mode: ed25519`.',
    security: ['deviceToken'],
    headers: DEVICE_HEADERS,
    answers: { 200: { description: 'Its picture', schema: currentScreenSchema } },
    errors: [
      'missing_header',
      'invalid_header',
      'invalid_host',
      'invalid_token',
      'device_not_found',
      'content_not_found',
      'too_many_attempts',
    ],
    serve:
      ({ device: api, contexts }) =>
      async (request, response) => {
        const call = contexts.of(request, response, api.config());
        const { id, credential } = await callingDevice(request, response, api, call, path);
        response.setHeader('Cache-Control', 'no-store');
        sendJson(response, 200, await currentScreen(api, call, id, credential));
      },
  };
}
