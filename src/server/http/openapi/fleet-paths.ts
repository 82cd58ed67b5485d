/** Paths of the fleet, for the OpenAPI document. */
import { BATTERY_BOUND, RSSI_BOUND } from '../../../admin/fleet/fleet-filters.ts';
import { FLEET_LIMITS } from '../../../admin/fleet/fleet-limits.ts';
import { SORT_NAMES } from '../../../admin/fleet/fleet-sort.ts';
import { TOPICS } from '../../../admin/stream/topics.ts';
import { FLEET_STATES } from '../../../domain/fleet-state.ts';
import { adminCall } from './admin-call.ts';
import { COMPRESSED, json, type Parameter, type PathItem } from './parts.ts';
import { listQuery, momentQuery, queryParameter, textQuery, wholeQuery } from './query-parameters.ts';

const { filterValues, filterCharacters } = FLEET_LIMITS;

/** Names between commas. */
function names(name: string, description: string, example: string): Parameter {
  const items = { type: 'string', pattern: `^[^,]{1,${filterCharacters}}$`, examples: [example] };
  return listQuery(name, `${description}; \`*\` stands for any characters`, items, filterValues);
}

function bound(
  name: string,
  description: string,
  { min, max }: typeof BATTERY_BOUND | typeof RSSI_BOUND,
): Parameter {
  return queryParameter(name, description, { type: 'number', minimum: min, maximum: max });
}

/** A version or a beginning of one, or one or two bounds. */
const BOUND = '(?:<=?|>=?)\\s*\\d{1,9}(?:\\.\\d{1,9}){0,5}';
const VERSIONS = {
  type: 'string',
  pattern: `^\\s*(?:[^<>=\\s,]+|${BOUND}(?:\\s+${BOUND})?)?\\s*$`,
  ...{ minLength: 1, maxLength: filterCharacters },
  examples: ['<1.6', '1.5.*', '1.5.2'],
};

const FILTERS: readonly Parameter[] = [
  listQuery(
    'state',
    'Devices with one of these conditions',
    { type: 'string', enum: FLEET_STATES },
    filterValues,
  ),
  names('screen', 'Screens, with or without their handle', 'clock*'),
  names('panel', 'Panels', 'trmnl_og'),
  names('tag', 'Tags', 'hall'),
  names('group', 'Groups', 'halls'),
  names('model', 'Models', 'og'),
  listQuery('firmware', 'Versions: one, a beginning and `*`, or a bound', VERSIONS, filterValues),
  bound('battery_below', 'Per cent', BATTERY_BOUND),
  bound('rssi_below', 'dBm', RSSI_BOUND),
  momentQuery('seen_before', 'Devices whose last call was before it'),
  queryParameter('q', 'A part of key, name, code, tags, screen or MAC address', {
    ...{ type: 'string', minLength: 1, maxLength: filterCharacters, examples: ['kitchen'] },
  }),
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
  '/api/admin/fleet/values': {
    get: adminCall({
      id: 'listFleetValues',
      summary: 'Which values the filters can have, and how many devices each finds',
      description: 'Of devices that pass all other filters of the query.',
      parameters: FILTERS,
      answer: json('FleetValues', 'The values by filter'),
      errors: ['overloaded'],
    }),
  },
  '/api/admin/fleet': {
    get: adminCall({
      id: 'listFleet',
      summary: 'Devices as rows of a table, filtered, sorted and in pages',
      parameters: [
        ...FILTERS,
        queryParameter('sort', 'With `-` in front for the other direction', {
          ...{ type: 'string', enum: SORT_NAMES.flatMap((name) => [name, `-${name}`]), default: 'key' },
        }),
        queryParameter('cursor', 'The `next` of the page before', {
          ...{ type: 'string', pattern: '^[A-Za-z0-9_-]+$', maxLength: FLEET_LIMITS.cursorCharacters },
          examples: ['WyJrZXkiLG51bGwsIkFBOkJCIl0'],
        }),
        wholeQuery('limit', 'Rows of the page', {
          ...{ minimum: 1, maximum: FLEET_LIMITS.maxPageRows, default: FLEET_LIMITS.pageRows },
        }),
      ],
      answer: json('Fleet', 'The page', false, COMPRESSED),
    }),
  },
  '/api/admin/stream': {
    get: adminCall({
      id: 'streamEvents',
      summary: 'What happens, while it happens',
      description:
        'Server-Sent Events, until the reader leaves or the server stops. `hello` comes first; `reset` says that events were lost, so load what is shown anew. A device is told of at most once a second.',
      parameters: [
        listQuery(
          'topics',
          'What is told of; all by default',
          { type: 'string', enum: TOPICS },
          TOPICS.length,
        ),
        textQuery(
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
