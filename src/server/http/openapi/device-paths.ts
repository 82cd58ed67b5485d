/** Paths that devices and monitors call, for the OpenAPI document. */
import { schemaRef } from '../../../admin/view.ts';
import { ERRORS } from '../../../platform/base/errors.ts';
import {
  currentScreenSchema,
  displayAnswerSchema,
  errorBodySchema,
  logAnswerSchema,
  logBodySchema,
  setupAnswerSchema,
  startAnswerSchema,
  timeAnswerSchema,
} from '../schemas/device.ts';
import {
  errors,
  header,
  headers,
  json,
  jsonBody,
  type Parameter,
  type PathItem,
  png,
  queryParameter,
  type Schema,
  serverTiming,
} from './parts.ts';

const MAC_EXAMPLE = 'AA:BB:CC:DD:EE:FF';

const ID = header('ID', true, 'MAC address of the device', 'string', MAC_EXAMPLE);
/** A device that lacks its address is known by its key. */
const ID_OR_KEY = header(
  'ID',
  false,
  'MAC address of the device; without it, or with zeros, the device is the one of the `Access-Token`',
  'string',
  MAC_EXAMPLE,
);
/** The device's own key, from `/api/setup`. */
const SECURITY = [{ deviceToken: [] }];

function headerParameter(name: string, description: string, schema: Schema): Parameter {
  return { name, in: 'header', required: false, description, schema };
}

const hex = (characters: number): Schema => ({
  type: 'string',
  pattern: `^[0-9A-Fa-f]{${characters}}$`,
});

/** Instead of the token, where the config has `auth_mode: ed25519`. */
const SIGNED = [
  headerParameter('X-Public-Key', 'With `auth_mode: ed25519`: the key of the device', hex(64)),
  headerParameter('X-Signature', 'With `auth_mode: ed25519`: the signature', hex(128)),
  headerParameter('X-Timestamp', 'With `auth_mode: ed25519`: the signed time, ms since 1970', {
    ...{ type: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
  }),
  headerParameter('X-Signature-Version', '2 where the whole request is signed; absent for version 1', {
    ...{ type: 'integer', enum: [1, 2] },
  }),
];

const FOR_ADMINS = 'For callers that also send the admin token as `Authorization: Bearer …`:';
const DISPLAY_TIMES = serverTiming(
  FOR_ADMINS,
  'place;dur=0.061, script;dur=1.204, template;dur=0.873, check;dur=0.122, total;dur=3.016',
);
const IMAGE_TIMES = serverTiming(
  FOR_ADMINS,
  'queue;dur=0.214, svg;dur=1.31, text;dur=0.92, draw;dur=2.44, dither;dur=1.02, encode;dur=0.71, total;dur=0.388, picture;desc="ahead"',
);

const UNLESS_LENIENT = '; not required where the config says `setup_headers: lenient`';

const setupPath = {
  get: {
    tags: ['device'],
    operationId: 'setup',
    summary: 'Register a device',
    description:
      'Open to every device, unless the config closes registration. A known device gets its key again where `known_devices` allows it; one that brought its own token gets none while that is in use. A refusal is HTTP 200 with JSON `status` 404.',
    parameters: [
      ID,
      header('FW-Version', true, `Firmware version${UNLESS_LENIENT}`, 'string', '1.8.15'),
      header('Model', true, `Device model${UNLESS_LENIENT}`, 'string', 'og'),
    ],
    responses: {
      200: json(setupAnswerSchema, 'Registered, or with `status` 404 in the body refused'),
      ...errors('missing_header', 'invalid_header', 'invalid_host'),
    },
  },
};

function mirrorPath(operationId: string): PathItem {
  return {
    get: {
      ...{ tags: ['device'], operationId, security: SECURITY, parameters: [ID_OR_KEY] },
      summary: 'What the device was told last, for a mirror',
      description:
        'No poll: nothing runs, and nothing is noted of the device. Not with `auth_mode: ed25519`.',
      responses: {
        200: json(currentScreenSchema, 'Its picture'),
        ...errors('missing_header', 'invalid_header', 'invalid_host', 'invalid_token'),
        ...errors('device_not_found', 'content_not_found', 'too_many_attempts'),
      },
    },
  };
}

const displayPath = {
  get: {
    tags: ['device'],
    operationId: 'display',
    summary: 'What the device shows next',
    security: SECURITY,
    parameters: [
      ID_OR_KEY,
      ...SIGNED,
      header('Width', false, 'Width of the panel in pixels', 'integer', 800),
      header('Height', false, 'Height of the panel in pixels', 'integer', 480),
      header('Refresh-Rate', false, 'Seconds that the device slept', 'integer'),
      header('Battery-Voltage', false, 'Volts', 'number', 4.12),
      header('RSSI', false, 'Signal strength in dBm', 'integer', -63),
      header('FW-Version', false, 'Firmware version'),
      header('Model', false, 'Device model', 'string', 'og'),
      header('Board', false, 'Board identifier'),
      header(
        'Colors',
        false,
        'Palette: `#rrggbb`, separated by commas',
        'string',
        '#000000,#555555,#AAAAAA,#FFFFFF',
      ),
    ],
    responses: {
      200: json(displayAnswerSchema, 'What to show', DISPLAY_TIMES),
      429: {
        description: `The server is busy, or too many new devices came from this address: a picture, and a short refresh. \`too_many_attempts\`: ${ERRORS.too_many_attempts.text}`,
        headers: { ...headers('Retry-After'), ...DISPLAY_TIMES },
        content: {
          'application/json': {
            schema: { anyOf: [schemaRef(displayAnswerSchema), schemaRef(errorBodySchema)] },
          },
        },
      },
      ...errors(
        'missing_header',
        'invalid_header',
        'invalid_host',
        'invalid_token',
        'invalid_device_signature',
        'device_not_found',
        'no_screen',
        'overloaded',
      ),
    },
  },
};

const IMAGE_HEADERS = {
  ETag: {
    ...{ required: true, description: 'The name of the picture, in quotes' },
    schema: { type: 'string', pattern: '^"[0-9a-f]{30}"$' },
  },
  'Cache-Control': {
    ...{ required: true, description: 'An hour, as long as the address is good' },
    schema: { type: 'string', examples: ['private, max-age=3600, immutable'] },
  },
  ...IMAGE_TIMES,
};

const NAME = { type: 'string', pattern: '^[0-9a-f]{30}$' };

function signedPart(name: string, description: string, schema: Schema): Parameter {
  return { ...queryParameter(name, description, schema), required: true };
}

const imagePath = {
  get: {
    tags: ['device'],
    operationId: 'image',
    summary: 'A picture, by the signed address from the display call',
    parameters: [
      { name: 'hash', in: 'path', required: true, description: 'Content hash', schema: NAME },
      signedPart('exp', 'Expiry, Unix seconds', { type: 'integer', minimum: 0, maximum: 999_999_999_999 }),
      signedPart('sig', 'HMAC-SHA256 of the address, hex', { type: 'string', pattern: '^[0-9a-f]{64}$' }),
      queryParameter('dev', 'The device that was told of the picture', {
        ...{ type: 'string', pattern: '^[A-Za-z0-9_-]{8}$' },
      }),
      queryParameter('say', 'What the device said in that call, with an HMAC of its own', {
        ...{ type: 'string', pattern: '^[A-Za-z0-9_-]{20,240}$' },
      }),
    ],
    responses: {
      200: png('The picture', IMAGE_HEADERS),
      304: { description: 'The picture that the caller has is the same', headers: IMAGE_HEADERS },
      ...errors('invalid_path', 'invalid_signature', 'content_not_found', 'render_failed', 'picture_delayed'),
    },
  },
};

const timePath = {
  get: {
    tags: ['device'],
    operationId: 'time',
    summary: 'The clock of the server',
    description: 'For devices that sign their calls and whose own clock is not set.',
    responses: { 200: json(timeAnswerSchema, 'Now') },
  },
};

const logPath = {
  post: {
    tags: ['device'],
    operationId: 'log',
    summary: 'Report troubles of the device',
    security: SECURITY,
    parameters: [ID_OR_KEY, ...SIGNED],
    requestBody: jsonBody(logBodySchema),
    responses: {
      200: json(logAnswerSchema, 'Kept'),
      ...errors(
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
      ),
    },
  },
};

function plainText(operationId: string, summary: string, responses: object): PathItem {
  const ok = {
    description: 'OK',
    content: { 'text/plain; charset=utf-8': { schema: { type: 'string', examples: ['OK'] } } },
  };
  return { get: { tags: ['operation'], operationId, summary, responses: { 200: ok, ...responses } } };
}

const startPath = {
  get: {
    tags: ['operation'],
    operationId: 'start',
    summary: 'What this server is, and where to go',
    description: 'A page for browsers, which ask for `text/html`; else JSON.',
    responses: {
      200: {
        description: 'Name, version, and links',
        content: {
          'application/json': { schema: schemaRef(startAnswerSchema) },
          'text/html; charset=utf-8': { schema: { type: 'string' } },
        },
      },
      303: {
        description: 'To the console, for browsers, where there is one',
        headers: {
          Location: {
            required: true,
            description: 'Its path',
            schema: { type: 'string', examples: ['/console/'] },
          },
        },
      },
      ...errors('invalid_host', 'invalid_header'),
    },
  },
};

/** Everything but the admin API. */
export const DEVICE_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/setup': setupPath,
  '/api/display': displayPath,
  '/api/display/current': mirrorPath('displayCurrent'),
  '/api/current_screen': mirrorPath('currentScreen'),
  '/api/image/{hash}.png': imagePath,
  '/api/log': logPath,
  '/api/time': timePath,
  '/': startPath,
  '/health': plainText('health', 'Whether the process serves', {}),
  '/ready': plainText('ready', 'Whether pictures can be made', errors('not_ready')),
};
