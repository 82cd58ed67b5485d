/** Schemas of the device API: what `/openapi.json` publishes. */
import { z } from 'zod';
import { TOUCHBAR_MODES } from '../../../domain/firmware-settings.ts';
import { TEMPERATURE_PROFILES } from '../../../domain/settings.ts';
import { ECHOED_FUNCTIONS } from '../../../domain/special-function.ts';
import { ERRORS, type ErrorCode } from '../../../platform/base/errors.ts';
import { LIMITS } from '../../../platform/base/limits.ts';

const url = z.url().describe('Absolute address');

export const setupAnswerSchema = z
  .object({
    status: z.int().describe('200, or 404 when there is no key for this device: `message` says why'),
    api_key: z.string().nullable().describe('Token for the `Access-Token` header: 32 hex characters'),
    friendly_id: z.string().nullable().describe('12 hex characters'),
    image_url: url.nullable().describe('Signed address of a welcome picture with the registration code'),
    message: z.string().max(127).nullable().describe('Shown on the panel'),
    auth_mode: z.literal('ed25519').optional().describe('Present where devices must sign their calls'),
  })
  .meta({
    id: 'SetupAnswer',
    examples: [
      {
        status: 200,
        api_key: '0123456789abcdef0123456789abcdef',
        friendly_id: 'a1b2c3d4e5f6',
        image_url: 'http://stipple.example:3000/api/image/3f0c…e1.png?exp=1771678564&sig=…',
        message: 'Registered. Use the code TTFYS-CFDVR-ZMXMU to choose a screen for this device.',
      },
    ],
  });

export const displayAnswerSchema = z
  .object({
    status: z.literal(0).describe('Always 0; firmware checks this, not the HTTP status'),
    image_url: url.describe('Signed address of the picture, good for an hour'),
    filename: z
      .string()
      .max(30)
      .describe('Content hash, or a part of it and a time: equal names mean equal pictures'),
    refresh_rate: z.int().min(1).max(LIMITS.refreshMaxSeconds).describe('Seconds until the next call'),
    firmware_url: z.null(),
    update_firmware: z.literal(false),
    reset_firmware: z.literal(false),
    special_function: z
      .enum(ECHOED_FUNCTIONS)
      .nullable()
      .describe(
        'The function that the device names in its header `special_function`, where it needs nothing more',
      ),
    action: z.enum(ECHOED_FUNCTIONS).optional().describe('The same; present with a function'),
    temperature_profile: z.enum(TEMPERATURE_PROFILES),
    touchbar_mode: z.enum(TOUCHBAR_MODES).optional().describe('Present when mapping or panel set it'),
    image_url_timeout: z.int().optional().describe('Seconds; present when mapping or panel set it'),
    maximum_compatibility: z.boolean().optional().describe('Present when the mapping sets it'),
  })
  .meta({ id: 'DisplayAnswer' });

export const currentScreenSchema = z
  .object({
    status: z.literal(200),
    image_url: url.describe('Signed address of the picture, good for an hour'),
    filename: z.string().max(30),
    refresh_rate: z.int().min(1).max(LIMITS.refreshMaxSeconds).describe('Seconds, as the device was told'),
  })
  .meta({ id: 'CurrentScreen' });

export const logBodySchema = z
  .looseObject({ logs: z.array(z.unknown()).max(LIMITS.logEntriesPerCall).describe('Entries of any shape') })
  .meta({ id: 'LogBody', examples: [{ logs: [{ id: 17, message: 'GET failed', level: 'error' }] }] });

export const timeAnswerSchema = z
  .object({ timestamp_ms: z.int().describe('Milliseconds since 1970') })
  .meta({ id: 'TimeAnswer' });

export const logAnswerSchema = z
  .object({ status: z.literal(200), message: z.string() })
  .meta({ id: 'LogAnswer' });

const link = z.string().describe('Relative to the address of this answer');

export const startAnswerSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    version: z.string().describe('Version of the server'),
    device_url: url.describe('The address to enter in a device'),
    ready: z.boolean().describe('Whether pictures can be drawn, as `/ready` tells it'),
    admin_api: z.boolean().describe('Whether there is an admin token; without one there is no admin API'),
    links: z.object({
      ...{ docs: link, openapi: link, health: link, ready: link },
      console: link.optional().describe('The web console, where there is one'),
    }),
  })
  .meta({
    id: 'StartAnswer',
    examples: [
      {
        name: 'Stipple',
        description: 'A self-hosted render server for e-ink displays',
        version: '0.1.0',
        device_url: 'http://stipple.example:3000',
        ready: true,
        admin_api: false,
        links: { docs: 'swagger-ui', openapi: 'openapi.json', health: 'health', ready: 'ready' },
      },
    ],
  });

export const errorBodySchema = z
  .object({
    status: z.int().describe('The HTTP status'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('Stable name of the error'),
    error: z.string().describe('One sentence for people'),
    problems: z
      .array(
        z.object({
          field: z.string().describe('Dotted path of the field; empty for the body as a whole'),
          message: z.string().describe('What was expected, and what came'),
        }),
      )
      .optional()
      .describe('Everything that is wrong with a body'),
  })
  .meta({
    id: 'Error',
    examples: [{ status: 400, code: 'missing_header', error: 'Header ID is required.' }],
  });
