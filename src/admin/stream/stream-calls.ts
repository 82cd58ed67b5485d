/** `GET /api/admin/stream`: what happens, while it happens, as Server-Sent Events. */
import type { ServerResponse } from 'node:http';
import { adminCall } from '../admin-call.ts';
import { FLEET_LIMITS } from '../fleet/fleet-limits.ts';
import { listQuery, textQuery } from '../query-fields.ts';
import { refOfSchema } from '../view.ts';
import type { StreamSink } from './event-stream.ts';
import { streamedDeviceSchema } from './fleet-events.ts';
import { readTopics, TOPICS } from './topics.ts';

const EVENT_ID = { type: 'string', examples: ['4f0c1d2e3a5b-17'] };

export const STREAM_CALLS = {
  streamEvents: adminCall({
    method: 'GET',
    path: '/stream',
    role: 'viewer',
    summary: 'What happens, while it happens',
    description:
      'Server-Sent Events, until the reader leaves or the server stops. `hello` comes first; `reset` says that events were lost, so load what is shown anew. A device is told of at most once a second.',
    query: {
      topics: listQuery(
        'What is told of; all by default',
        { type: 'string', enum: TOPICS },
        TOPICS.length,
        readTopics,
      ),
      last_event_id: textQuery('As the header `Last-Event-ID`, for clients that cannot send it', EVENT_ID),
    },
    headers: {
      'Last-Event-ID': {
        description: 'The id of the last event that was received: the stream goes on behind it',
        schema: EVENT_ID,
      },
    },
    answer: {
      description: 'The events; `data` is JSON in one line, for `device` a `StreamedDevice`',
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            contentMediaType: 'text/event-stream',
            contentSchema: refOfSchema(streamedDeviceSchema),
            examples: [
              'id: 4f0c1d2e3a5b-17\nevent: config\ndata: {"digest":"0f1e2d3c4b5a","changed":["devices"]}\n\n',
            ],
          },
        },
      },
    },
    errors: ['overloaded'],
    run: ({ api: { hub }, call, query, exchange }) => {
      const { request, response } = exchange;
      if (request.method === 'HEAD') {
        begin(response);
        response.end();
        return;
      }
      // Browsers send the header when they come back by themselves, and cannot otherwise.
      const { 'last-event-id': header } = request.headers;
      const subscription = {
        topics: query.topics,
        caller: call.caller.name,
        lastId: typeof header === 'string' ? header : query.last_event_id,
        isAllowed: () => exchange.isAllowed(),
      };
      const stream = hub.open(subscription, sinkOf(response));
      response.on('drain', () => stream.catchUp());
      // The end of what a caller sends does not end a connection, as others still wait for their answers then.
      const { socket } = request;
      const leave = (): void => void response.destroy();
      socket.once('end', leave);
      response.once('close', () => {
        socket.removeListener('end', leave);
        hub.close(stream);
      });
    },
  }),
};

function begin(response: ServerResponse): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream');
  response.setHeader('Cache-Control', 'no-store');
  // For nginx, which would gather events until a buffer is full.
  response.setHeader('X-Accel-Buffering', 'no');
}

function sinkOf(response: ServerResponse): StreamSink {
  return {
    get isFull() {
      return response.writableLength >= FLEET_LIMITS.streamQueueBytes;
    },
    write: (text) => {
      if (!response.headersSent) begin(response);
      response.write(text);
    },
    end: () => {
      // A reader who does not read would not see the end, either.
      if (response.writableNeedDrain) response.destroy();
      else response.end();
    },
  };
}
