/** `POST /api/log`. */
import type { Request, Response } from 'express';
import { partyOf } from '../../../domain/resolve-mapping.ts';
import { authenticate } from '../../../fleet/calls/authentication.ts';
import type { Credential } from '../../../fleet/calls/credential.ts';
import type { CallContext } from '../../../fleet/calls/device-api.ts';
import { logAnswerSchema, logBodySchema, takeLogs } from '../../../fleet/calls/log.ts';
import type { DeviceRecord } from '../../../fleet/register/device-record.ts';
import { LIMITS } from '../../../platform/base/limits.ts';
import { isKnownParty } from '../../../platform/base/party-shares.ts';
import type { BodyOwner } from '../body-budget.ts';
import { strangerOwner } from '../body-owner.ts';
import { callingDevice, DEVICE_HEADERS, readCredential, SIGNATURE_HEADERS } from '../device-headers.ts';
import { sendJson } from '../json.ts';
import { receiveBody } from '../receive-body.ts';
import type { Call } from './call.ts';

const PATH = '/api/log';

export const logCall: Call = {
  id: 'log',
  method: 'POST',
  path: PATH,
  tag: 'device',
  summary: 'Report troubles of the device',
  security: ['deviceToken'],
  headers: { ...DEVICE_HEADERS, ...SIGNATURE_HEADERS },
  body: logBodySchema,
  answers: { 200: { description: 'Kept', schema: logAnswerSchema } },
  errors: [
    'too_many_attempts',
    'missing_header',
    'invalid_header',
    'invalid_body',
    'invalid_token',
    'invalid_device_signature',
    'device_not_found',
    'body_too_large',
    'invalid_host',
    'unsupported_media_type',
    'request_timeout',
    'overloaded',
    'store_unavailable',
  ],
  serve:
    ({ device: api, contexts }) =>
    async (request, response) => {
      const config = api.config();
      // Checked before the body is read: the body of a call without the right headers is not worth reading.
      const call = contexts.of(request, response, config);
      const { id, credential } = await callingDevice(request, response, api, call, PATH);
      if (isBodySigned(credential)) {
        const body = await receive(request, response, strangerOwner(request));
        const signed = readCredential(request, config.authMode, PATH, body);
        const record = await authenticate(api, call, id, signed);
        sendJson(response, 200, await takeLogs(api, call, record, textOf(body)));
        return;
      }
      const record = await authenticate(api, call, id, credential);
      const body = await receive(request, response, ownerOf(request, call, record));
      // It may have been forgotten while the body came.
      const isThere = api.registry.get(id) === record;
      const known = isThere ? record : await authenticate(api, call, id, credential);
      sendJson(response, 200, await takeLogs(api, call, known, textOf(body)));
    },
};

function receive(request: Request, response: Response, owner: BodyOwner): Promise<Buffer> {
  return receiveBody(request, response, LIMITS.logBodyBytes, owner);
}

/** Version 2 of signed calls covers the body as it came: who calls is known when it is there. */
function isBodySigned(credential: Credential): boolean {
  return credential.kind === 'signature' && credential.version === 2;
}

/** Anybody can invent a device: one that nobody has adopted has no share of its own. */
function ownerOf(request: Request, { config }: CallContext, record: DeviceRecord): BodyOwner {
  return isKnownParty(partyOf(config, record)) ? { kind: 'device', name: record.id } : strangerOwner(request);
}

function textOf(body: Buffer): string {
  return new TextDecoder().decode(body);
}
