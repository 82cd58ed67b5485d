/** `GET /api/admin/stream`. */
import type { Request, RequestHandler, Response, Router } from 'express';
import type { AdminApi } from '../../../../../admin/admin-api.ts';
import { FLEET_LIMITS } from '../../../../../admin/fleet/fleet-limits.ts';
import type { StreamSink, StreamWishes } from '../../../../../admin/stream/event-stream.ts';
import { readTopics } from '../../../../../admin/stream/topics.ts';
import { callerOf } from '../../../admin-access.ts';
import { mayStay } from '../../../admin-auth.ts';
import { adminRoute } from '../../../admin-route.ts';
import { readQuery } from '../../../query.ts';

export function streamRoute(router: Router, { hub }: AdminApi): void {
  const get: RequestHandler = (request, response) => {
    const wishes = wishesOf(request, response);
    if (request.method === 'HEAD') {
      begin(response);
      response.end();
      return;
    }
    const stream = hub.open(wishes, sinkOf(response));
    response.on('drain', () => stream.catchUp());
    // The end of what a caller sends does not end a connection, as others still wait for their answers then.
    const { socket } = request;
    const leave = (): void => void response.destroy();
    socket.once('end', leave);
    response.once('close', () => {
      socket.removeListener('end', leave);
      hub.close(stream);
    });
  };
  adminRoute(router, '/stream', { get }, ['topics', 'last_event_id'], ['topics']);
}

function wishesOf(request: Request, response: Response): StreamWishes {
  const query = readQuery(request);
  // Browsers send the header when they come back by themselves, and cannot otherwise.
  const { 'last-event-id': header } = request.headers;
  return {
    topics: readTopics(query.getAll('topics')),
    caller: callerOf(response).name,
    lastId: typeof header === 'string' ? header : query.get('last_event_id'),
    isAllowed: () => mayStay(response),
  };
}

function begin(response: Response): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-store');
  // For nginx, which would gather events until a buffer is full.
  response.setHeader('X-Accel-Buffering', 'no');
}

function sinkOf(response: Response): StreamSink {
  return {
    get isFull() {
      return response.writableLength >= FLEET_LIMITS.streamQueueBytes;
    },
    write: (text) => {
      if (!response.headersSent) begin(response);
      response.write(text);
    },
    end: () => {
      // Who does not read would not see the end, either.
      if (response.writableNeedDrain) response.destroy();
      else response.end();
    },
  };
}
