/** Paths that devices and monitors call, for the OpenAPI document. */
import { errors, header, json, jsonBody, type PathItem, png, serverTiming } from './parts.ts';

const MAC_EXAMPLE = 'AA:BB:CC:DD:EE:FF';

const ID = header('ID', true, 'MAC address of the device', 'string', MAC_EXAMPLE);
/** The device's own key, from `/api/setup`. */
const SECURITY = [{ deviceToken: [] }];

/** Instead of the token, where the config has `auth_mode: ed25519`. */
const SIGNED = [
  header('X-Public-Key', false, 'With `auth_mode: ed25519`: the key of the device, 64 hex characters'),
  header('X-Signature', false, 'With `auth_mode: ed25519`: 128 hex characters'),
  header('X-Timestamp', false, 'With `auth_mode: ed25519`: the signed time, ms since 1970', 'integer'),
  header(
    'X-Signature-Version',
    false,
    '2 where the whole request is signed; absent for version 1',
    'integer',
    2,
  ),
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

const setupPath = {
  get: {
    tags: ['device'],
    operationId: 'setup',
    summary: 'Register a device',
    description:
      'Open to every device, unless the config closes registration. A known device gets its key again where `known_devices` allows it; one that brought its own token gets none while that is in use. A refusal is HTTP 200 with JSON `status` 404.',
    parameters: [
      ID,
      header('FW-Version', true, 'Firmware version', 'string', '1.8.15'),
      header('Model', true, 'Device model', 'string', 'og'),
    ],
    responses: {
      200: json('SetupAnswer', 'Registered, or with `status` 404 in the body refused'),
      ...errors('missing_header', 'invalid_header', 'invalid_host'),
    },
  },
};

const displayPath = {
  get: {
    tags: ['device'],
    operationId: 'display',
    summary: 'What the device shows next',
    security: SECURITY,
    parameters: [
      ID,
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
      200: json('DisplayAnswer', 'What to show', false, DISPLAY_TIMES),
      429: json(
        'DisplayAnswer',
        'The server is busy, or too many new devices came from this address: a picture, and a short refresh',
        false,
        DISPLAY_TIMES,
      ),
      ...errors(
        'missing_header',
        'invalid_header',
        'invalid_host',
        'invalid_token',
        'invalid_device_signature',
        'device_not_found',
        'no_screen',
      ),
    },
  },
};

const imagePath = {
  get: {
    tags: ['device'],
    operationId: 'image',
    summary: 'A picture, by the signed address from the display call',
    parameters: [
      { name: 'hash', in: 'path', required: true, description: 'Content hash', schema: { type: 'string' } },
      {
        name: 'exp',
        in: 'query',
        required: true,
        description: 'Expiry, Unix seconds',
        schema: { type: 'integer' },
      },
      {
        name: 'sig',
        in: 'query',
        required: true,
        description: 'HMAC-SHA256, hex',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: png('The picture', IMAGE_TIMES),
      304: { description: 'The picture that the caller has is the same', headers: IMAGE_TIMES },
      ...errors('invalid_signature', 'content_not_found', 'render_failed', 'picture_delayed'),
    },
  },
};

const timePath = {
  get: {
    tags: ['device'],
    operationId: 'time',
    summary: 'The clock of the server',
    description: 'For devices that sign their calls and whose own clock is not set.',
    responses: { 200: json('TimeAnswer', 'Now') },
  },
};

const logPath = {
  post: {
    tags: ['device'],
    operationId: 'log',
    summary: 'Report troubles of the device',
    security: SECURITY,
    parameters: [ID, ...SIGNED],
    requestBody: jsonBody('LogBody'),
    responses: {
      200: json('LogAnswer', 'Kept'),
      ...errors(
        'too_many_attempts',
        'missing_header',
        'invalid_header',
        'invalid_body',
        'invalid_token',
        'invalid_device_signature',
        'device_not_found',
        'body_too_large',
      ),
    },
  },
};

function plainText(operationId: string, summary: string, responses: object): PathItem {
  const ok = {
    description: 'OK',
    content: { 'text/plain': { schema: { type: 'string', examples: ['OK'] } } },
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
          'application/json': { schema: { $ref: '#/components/schemas/StartAnswer' } },
          'text/html': { schema: { type: 'string' } },
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
  '/api/image/{hash}.png': imagePath,
  '/api/log': logPath,
  '/api/time': timePath,
  '/': startPath,
  '/health': plainText('health', 'Whether the process serves', {}),
  '/ready': plainText('ready', 'Whether pictures can be made', errors('not_ready')),
};
