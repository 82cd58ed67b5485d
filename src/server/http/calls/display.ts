/** `GET /api/display`. */
import { display } from '../../../fleet/calls/display.ts';
import { displayAnswerSchema } from '../../../fleet/calls/display-answer.ts';
import { notePoll } from '../../../fleet/calls/trail-notes.ts';
import { ERRORS } from '../../../platform/base/errors.ts';
import { schemaRef } from '../../../platform/base/late-schema.ts';
import { callingDevice, DEVICE_HEADERS, readDeviceReport, SIGNATURE_HEADERS } from '../device-headers.ts';
import { sendJson } from '../json.ts';
import { timingHeader } from '../server-timing.ts';
import type { Call } from './call.ts';

const PATH = '/api/display';

/** Firmware reads the body of a 429 as that of a 200; after any other error it tries five times. */
const OVERLOADED_STATUS = 429;

const TIMES = timingHeader(
  'For callers that also send the admin token as `Authorization: Bearer …`:',
  'place;dur=0.061, script;dur=1.204, template;dur=0.873, check;dur=0.122, total;dur=3.016',
);

export const displayCall: Call = {
  id: 'display',
  method: 'GET',
  path: PATH,
  tag: 'device',
  summary: 'What the device shows next',
  security: ['deviceToken'],
  headers: {
    ...DEVICE_HEADERS,
    ...SIGNATURE_HEADERS,
    Width: { description: 'Width of the panel in pixels', schema: { type: 'integer', examples: [800] } },
    Height: { description: 'Height of the panel in pixels', schema: { type: 'integer', examples: [480] } },
    'Refresh-Rate': { description: 'Seconds that the device slept', schema: { type: 'integer' } },
    'Battery-Voltage': { description: 'Volts', schema: { type: 'number', examples: [4.12] } },
    RSSI: { description: 'Signal strength in dBm', schema: { type: 'integer', examples: [-63] } },
    'FW-Version': { description: 'Firmware version', schema: { type: 'string' } },
    Model: { description: 'Device model', schema: { type: 'string', examples: ['og'] } },
    Board: { description: 'Board identifier', schema: { type: 'string' } },
    Colors: {
      description: 'Palette: `#rrggbb`, separated by commas',
      schema: { type: 'string', examples: ['#000000,#555555,#AAAAAA,#FFFFFF'] },
    },
  },
  answers: {
    200: { description: 'What to show', schema: displayAnswerSchema, headers: TIMES },
    [OVERLOADED_STATUS]: {
      description: `The server is busy, or too many new devices came from this address: a picture, and a short refresh. \`too_many_attempts\`: ${ERRORS.too_many_attempts.text}`,
      headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' }, ...TIMES },
      content: {
        'application/json': { schema: { anyOf: [schemaRef(displayAnswerSchema.id), schemaRef('Error')] } },
      },
    },
  },
  errors: [
    'missing_header',
    'invalid_header',
    'invalid_host',
    'invalid_token',
    'invalid_device_signature',
    'device_not_found',
    'no_screen',
    'overloaded',
  ],
  serve:
    ({ device: api, contexts, tellTimes }) =>
    async (request, response) => {
      const config = api.config();
      const call = contexts.of(request, response, config);
      const { id, credential } = await callingDevice(request, response, api, call, PATH);
      const report = readDeviceReport(request);
      const outcome = await display(api, call, id, credential, report);
      notePoll(api, call, report, outcome);
      const { answer, overloaded, stagesMs } = outcome;
      tellTimes(response, stagesMs);
      if (overloaded) response.setHeader('Retry-After', answer.refresh_rate);
      sendJson(response, overloaded ? OVERLOADED_STATUS : 200, answer);
    },
};
