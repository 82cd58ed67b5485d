/** The OpenAPI 3.1 document, made from the same schemas and error table that the routes use. */
import { type ZodType, z } from 'zod';
import { ERRORS, type ErrorCode } from '../base/errors.ts';
import { VERSION } from '../base/version.ts';
import { displayAnswer, errorBody, logAnswer, logBody, setupAnswer } from './schemas/device.ts';

const SCHEMAS: Readonly<Record<string, ZodType>> = {
  SetupAnswer: setupAnswer,
  DisplayAnswer: displayAnswer,
  LogBody: logBody,
  LogAnswer: logAnswer,
  Error: errorBody,
};

const MAC_EXAMPLE = 'AA:BB:CC:DD:EE:FF';

interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

function header(
  name: string,
  required: boolean,
  description: string,
  type = 'string',
  example?: unknown,
): Parameter {
  const schema = example === undefined ? { type } : { type, examples: [example] };
  return { name, in: 'header', required, description, schema };
}

const ID = header('ID', true, 'MAC address of the device', 'string', MAC_EXAMPLE);
const TOKEN = header('Access-Token', true, 'The key from `/api/setup`');

function json(schema: string, description: string): object {
  return {
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}

/** Error answers by status; codes that share one are listed together. */
function errors(...codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, text } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${text}`]);
  }
  return Object.fromEntries([...byStatus].map(([status, lines]) => [status, json('Error', lines.join(' '))]));
}

const setupPath = {
  get: {
    tags: ['device'],
    summary: 'Register a device',
    description:
      'Open to every device, unless the config closes registration. A known device gets the same answer again.',
    parameters: [
      ID,
      header('FW-Version', true, 'Firmware version', 'string', '1.8.15'),
      header('Model', true, 'Device model', 'string', 'og'),
    ],
    responses: {
      200: json('SetupAnswer', 'Registered'),
      ...errors('missing_header', 'invalid_header', 'invalid_host'),
    },
  },
};

const displayPath = {
  get: {
    tags: ['device'],
    summary: 'What the device shows next',
    parameters: [
      ID,
      TOKEN,
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
      200: json('DisplayAnswer', 'What to show'),
      429: json('DisplayAnswer', 'The server is busy: the last picture again, and a short refresh'),
      ...errors(
        'missing_header',
        'invalid_header',
        'invalid_host',
        'invalid_token',
        'device_not_found',
        'no_screen',
      ),
    },
  },
};

const imagePath = {
  get: {
    tags: ['device'],
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
      200: {
        description: 'The picture',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The picture that the caller has is the same' },
      ...errors('invalid_signature', 'content_not_found', 'render_failed', 'overloaded'),
    },
  },
};

const logPath = {
  post: {
    tags: ['device'],
    summary: 'Report troubles of the device',
    parameters: [ID, TOKEN],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/LogBody' } } },
    },
    responses: {
      200: json('LogAnswer', 'Kept'),
      ...errors(
        'missing_header',
        'invalid_header',
        'invalid_body',
        'invalid_token',
        'device_not_found',
        'body_too_large',
      ),
    },
  },
};

function plainText(summary: string, responses: object): object {
  const ok = {
    description: 'OK',
    content: { 'text/plain': { schema: { type: 'string', examples: ['OK'] } } },
  };
  return { get: { tags: ['operation'], summary, responses: { 200: ok, ...responses } } };
}

/** Make the document. It is the same for every request. */
export function openApiDocument(): object {
  const toSchema = (schema: ZodType): object => {
    const { $schema: _, id: __, ...rest } = z.toJSONSchema(schema);
    return rest;
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stipple',
      version: VERSION,
      summary: 'A self-hosted render server for e-ink displays',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [
      { name: 'device', description: 'What displays call' },
      { name: 'operation', description: 'What operators call' },
    ],
    paths: {
      '/api/setup': setupPath,
      '/api/display': displayPath,
      '/api/image/{hash}.png': imagePath,
      '/api/log': logPath,
      '/health': plainText('Whether the process serves', {}),
      '/ready': plainText('Whether pictures can be made', errors('not_ready')),
    },
    components: {
      schemas: Object.fromEntries(Object.entries(SCHEMAS).map(([name, schema]) => [name, toSchema(schema)])),
    },
  };
}
