/** `/api/data/{name}`. */
import type { Request, Response } from 'express';
import { DATA_NAME } from '../../../admin/admin-call.ts';
import { PUSH_LIMITS } from '../../../domain/push-limits.ts';
import {
  authorizeData,
  type DataCall,
  getData,
  keptDataSchema,
  pushedDataSchema,
  putData,
  removeData,
} from '../../../fleet/inbound/data-api.ts';
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { schemaRef } from '../../../platform/base/late-schema.ts';
import { readBearer } from '../bearer.ts';
import { addressOf } from '../call-context.ts';
import { JSON_TYPE, sendBytes, sendJson } from '../json.ts';
import { readLongJson } from '../json-body.ts';
import { receiveBody } from '../receive-body.ts';
import { requestLog } from '../request-context.ts';
import type { Call } from './call.ts';

/** What all calls about data have in common. */
const DATA = {
  path: '/api/data/{name}',
  tag: 'data',
  security: ['dataToken'],
  params: { name: DATA_NAME },
} as const;

const REFUSED: readonly ErrorCode[] = ['data_token_refused', 'too_many_attempts', 'invalid_path'];

export const getDataCall: Call = {
  ...DATA,
  id: 'getData',
  method: 'GET',
  summary: 'Data as they were pushed',
  answers: { 200: { description: 'The data', schema: pushedDataSchema } },
  errors: [...REFUSED, 'not_pushed'],
  serve:
    ({ data: api }) =>
    (request, response) => {
      const call = callOf(request, response);
      authorizeData(api, call);
      const { view, json } = getData(api, call.name);
      // As it was pushed: numbers keep all their digits.
      const head = JSON.stringify(view).slice(0, -1);
      sendBytes(response, JSON_TYPE, Buffer.concat([Buffer.from(`${head},"data":`), json, Buffer.from('}')]));
    },
};

export const putDataCall: Call = {
  ...DATA,
  id: 'putData',
  method: 'PUT',
  summary: 'Push data for scripts, which read them with `data_get`',
  body: { required: true, content: { 'application/json': { schema: {} } } },
  answers: { 200: { description: 'Kept, in the place of those before', schema: keptDataSchema } },
  errors: [
    ...REFUSED,
    'invalid_body',
    'body_too_large',
    'unsupported_media_type',
    'request_timeout',
    'overloaded',
    'no_room_for_push',
    'store_unavailable',
  ],
  serve:
    ({ data: api }) =>
    async (request, response) => {
      const call = callOf(request, response);
      // Before the body is read: that of a stranger is not worth reading.
      const token = authorizeData(api, call);
      const owner = { kind: 'program', name: token.name } as const;
      const body = await receiveBody(request, response, PUSH_LIMITS.dataBytes, owner);
      request.body = body;
      await readLongJson(request);
      sendJson(response, 200, await putData(api, call, token, withoutMark(body)));
    },
};

export const removeDataCall: Call = {
  ...DATA,
  id: 'removeData',
  method: 'DELETE',
  summary: 'Forget data',
  answers: {
    200: { description: 'Forgotten', content: { 'application/json': { schema: schemaRef('Done') } } },
  },
  errors: [...REFUSED, 'not_pushed', 'store_unavailable'],
  serve:
    ({ data: api }) =>
    async (request, response) => {
      const call = callOf(request, response);
      authorizeData(api, call);
      await removeData(api, call.name);
      sendJson(response, 200, { ok: true });
    },
};

function callOf(request: Request, response: Response): DataCall {
  return {
    name: String(request.params['name']),
    token: readBearer(request) ?? null,
    address: addressOf(request),
    log: requestLog(response),
  };
}

/** Without the byte order mark that some programs write: JSON has none. */
function withoutMark(body: Buffer): Buffer {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
}
