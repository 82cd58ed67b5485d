/** `GET /api/setup`. */
import { setup, setupAnswerSchema } from '../../../fleet/calls/setup.ts';
import { refuseIncomplete, SETUP_HEADER_NAMES } from '../../../fleet/calls/setup-headers.ts';
import { MAC_ADDRESS, readDeviceId, readDeviceReport, readOnce } from '../device-headers.ts';
import { sendJson } from '../json.ts';
import type { Call } from './call.ts';

const UNLESS_LENIENT = '; not required where the config says `setup_headers: lenient`';

export const setupCall: Call = {
  id: 'setup',
  method: 'GET',
  path: '/api/setup',
  tag: 'device',
  summary: 'Register a device',
  description:
    'Open to every device, unless the config closes registration. A known device gets its key again where `known_devices` allows it; one that brought its own token gets none while that is in use. A refusal is HTTP 200 with JSON `status` 404.',
  headers: {
    ID: { required: true, description: 'MAC address of the device', schema: MAC_ADDRESS },
    'FW-Version': {
      required: true,
      description: `Firmware version${UNLESS_LENIENT}`,
      schema: { type: 'string', examples: ['1.8.15'] },
    },
    Model: {
      required: true,
      description: `Device model${UNLESS_LENIENT}`,
      schema: { type: 'string', examples: ['og'] },
    },
  },
  answers: {
    200: { description: 'Registered, or with `status` 404 in the body refused', schema: setupAnswerSchema },
  },
  errors: ['missing_header', 'invalid_header', 'invalid_host'],
  serve:
    ({ device: api, contexts }) =>
    async (request, response) => {
      const id = readDeviceId(request, response);
      const lacks = SETUP_HEADER_NAMES.filter((name) => request.headers[name.toLowerCase()] === undefined);
      for (const name of SETUP_HEADER_NAMES) if (!lacks.includes(name)) readOnce(request, name);
      const call = contexts.of(request, response, api.config());
      const report = readDeviceReport(request);
      if (lacks.length > 0 && call.config.setupHeaders === 'strict') {
        refuseIncomplete(api, call, id, report, lacks);
      }
      sendJson(response, 200, await setup(api, call, id, report));
    },
};
