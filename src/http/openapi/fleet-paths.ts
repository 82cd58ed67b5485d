/** Paths of the fleet, for the OpenAPI document. */
import { SORT_NAMES } from '../../admin/fleet/fleet-sort.ts';
import { TOPICS } from '../../admin/stream/topics.ts';
import { FLEET_LIMITS } from '../../base/fleet-limits.ts';
import { FLEET_STATES } from '../../domain/fleet-state.ts';
import { adminCall } from './admin-paths.ts';
import { json, type Parameter, type PathItem } from './parts.ts';

/** A query parameter that may be left out. */
function asked(name: string, description: string, example: unknown, type = 'string'): Parameter {
  return { name, in: 'query', required: false, description, schema: { type, examples: [example] } };
}

const FILTERS: readonly Parameter[] = [
  asked(
    'state',
    `Some of ${FLEET_STATES.join(', ')}, between commas: devices with one of these conditions`,
    'late,failing',
  ),
  asked('screen', 'Screens between commas; `*` stands for any characters', 'local/*'),
  asked('panel', 'Panels between commas, with `*`', 'trmnl_og'),
  asked('tag', 'Tags between commas, with `*`', 'hall'),
  asked('group', 'Groups between commas, with `*`', 'halls'),
  asked('model', 'Models between commas, with `*`', 'og'),
  asked('firmware', 'Versions between commas: one, a beginning and `*`, or a bound', '<1.6'),
  asked('battery_below', 'Per cent', 20, 'number'),
  asked('rssi_below', 'dBm', -80, 'number'),
  asked('seen_before', 'A date, or a time in RFC 3339', '2026-02-21T09:00:00Z'),
  asked('q', 'A part of key, name, code or MAC address', 'kitchen'),
];

const eventStream = {
  description: 'The events; `data` is JSON in one line, for `device` a `StreamedDevice`',
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        contentMediaType: 'text/event-stream',
        contentSchema: { $ref: '#/components/schemas/StreamedDevice' },
        examples: [
          'id: 4f0c1d2e3a5b-17\nevent: config\ndata: {"digest":"0f1e2d3c4b5a","changed":["devices"]}\n\n',
        ],
      },
    },
  },
};

/** The paths of the fleet. */
export const FLEET_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/fleet': {
    get: adminCall({
      id: 'listFleet',
      summary: 'Devices as rows of a table, filtered, sorted and in pages',
      parameters: [
        ...FILTERS,
        asked(
          'sort',
          `One of ${SORT_NAMES.join(', ')}, with \`-\` in front for the other direction`,
          '-last_seen',
        ),
        asked('cursor', 'The `next` of the page before', 'WyJrZXkiLG51bGwsIkFBOkJCIl0'),
        asked(
          'limit',
          `Rows of the page: 1 to ${FLEET_LIMITS.maxPageRows}; ${FLEET_LIMITS.pageRows} by default`,
          100,
          'integer',
        ),
      ],
      answer: json('Fleet', 'The page'),
    }),
  },
  '/api/admin/stream': {
    get: adminCall({
      id: 'streamEvents',
      summary: 'What happens, while it happens',
      description:
        'Server-Sent Events, until the reader leaves or the server stops. `hello` comes first; `reset` says that events were lost, so load what is shown anew. A device is told of at most once a second.',
      parameters: [
        asked('topics', `Some of ${TOPICS.join(', ')}, between commas; all by default`, 'device,config'),
        asked(
          'last_event_id',
          'As the header `Last-Event-ID`, for clients that cannot send it',
          '4f0c1d2e3a5b-17',
        ),
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The id of the last event that was received: the stream goes on behind it',
          schema: { type: 'string', examples: ['4f0c1d2e3a5b-17'] },
        },
      ],
      answer: eventStream,
      errors: ['overloaded'],
    }),
  },
};
