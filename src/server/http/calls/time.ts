/** `GET /api/time`: the clock by which the times of signed calls are checked. */
import { LateSchema } from '../../../platform/base/late-schema.ts';
import { sendJson } from '../json.ts';
import type { Call } from './call.ts';

const timeAnswerSchema = new LateSchema('TimeAnswer', (z) =>
  z.object({ timestamp_ms: z.int().describe('Milliseconds since 1970') }),
);

export const timeCall: Call = {
  id: 'time',
  method: 'GET',
  path: '/api/time',
  tag: 'device',
  summary: 'The clock of the server',
  description: 'For devices that sign their calls and whose own clock is not set.',
  answers: { 200: { description: 'Now', schema: timeAnswerSchema } },
  errors: [],
  serve:
    ({ device }) =>
    (_request, response) =>
      sendJson(response, 200, { timestamp_ms: device.nowMs() }),
};
