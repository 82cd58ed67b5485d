/** `GET /api/display`. */
import type { Router } from 'express';
import type { DeviceApi } from '../../../../fleet/calls/device-api.ts';
import { display } from '../../../../fleet/calls/display.ts';
import { notePoll } from '../../../../fleet/calls/trail-notes.ts';
import type { CallContexts } from '../../call-context.ts';
import { callingDevice } from '../../calling-device.ts';
import { readDeviceReport } from '../../device-headers.ts';
import { sendJson } from '../../json.ts';
import { route } from '../../route.ts';
import type { TellTimes } from '../../server-timing.ts';

const PATH = '/api/display';

/** Firmware reads the body of a 429 as that of a 200; after any other error it tries five times. */
const OVERLOADED_STATUS = 429;

export function displayRoute(
  router: Router,
  api: DeviceApi,
  contexts: CallContexts,
  tellTimes: TellTimes,
): void {
  route(router, PATH, {
    get: async (request, response) => {
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
  });
}
