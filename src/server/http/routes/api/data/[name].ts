/** `/api/data/{name}`. */
import type { Request, RequestHandler, Response, Router } from 'express';
import { PUSH_LIMITS } from '../../../../../domain/push-limits.ts';
import {
  authorizeData,
  type DataApi,
  type DataCall,
  getData,
  putData,
  removeData,
} from '../../../../../fleet/inbound/data-api.ts';
import { readBearer } from '../../../bearer.ts';
import { addressOf } from '../../../call-context.ts';
import { JSON_TYPE, sendBytes, sendJson } from '../../../json.ts';
import { readLongJson } from '../../../json-body.ts';
import { receiveBody } from '../../../receive-body.ts';
import { requestLog } from '../../../request-context.ts';
import { route } from '../../../route.ts';

export function dataRoute(router: Router, api: DataApi): void {
  const put: RequestHandler = async (request, response) => {
    const call = callOf(request, response);
    // Before the body is read: that of a stranger is not worth reading.
    const token = authorizeData(api, call);
    const body = await receiveBody(request, response, PUSH_LIMITS.dataBytes, {
      kind: 'program',
      name: token.name,
    });
    request.body = body;
    await readLongJson(request);
    sendJson(response, 200, await putData(api, call, token, withoutMark(body)));
  };
  route(router, '/api/data/:name', {
    get: (request, response) => {
      const call = callOf(request, response);
      authorizeData(api, call);
      const { view, json } = getData(api, call.name);
      // As it was pushed: numbers keep all their digits.
      const head = JSON.stringify(view).slice(0, -1);
      sendBytes(response, JSON_TYPE, Buffer.concat([Buffer.from(`${head},"data":`), json, Buffer.from('}')]));
    },
    put,
    delete: async (request, response) => {
      const call = callOf(request, response);
      authorizeData(api, call);
      await removeData(api, call.name);
      sendJson(response, 200, { ok: true });
    },
  });
}

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
