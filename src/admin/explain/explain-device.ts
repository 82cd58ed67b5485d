/** `GET /api/admin/devices/{key}/explain`: why a device shows what it shows, in a sentence with its evidence. */
import { z } from 'zod';
import { explain } from '../../domain/explain/explain.ts';
import type { Evidence, Finding } from '../../domain/explain/finding.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { AdminApi } from '../admin-api.ts';
import { adminCall, DEVICE_KEY } from '../admin-call.ts';
import { requireDevice } from '../devices/find-device.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import { explainFacts } from './explain-facts.ts';

const findingFields = {
  code: z.string().describe('The same for the same situation'),
  since: timeSchema.nullable().describe('Since when it is so; null where that is not known'),
  evidence: z
    .array(
      z.object({
        at: timeSchema,
        text: z.string(),
        request_id: z.string().optional().describe('Of the call, as in the log of the server'),
      }),
    )
    .describe('What the sentence rests on'),
};

const findingSchema = z.object({ text: z.string(), ...findingFields });

const explanationSchema = z
  .object({
    summary: z.string().describe('One sentence: the weightiest that was found'),
    ...findingFields,
    others: z.array(findingSchema).describe('What else was found, the weightiest first'),
  })
  .meta({
    id: 'DeviceExplanation',
    examples: [
      {
        summary:
          'It shows weather since 2026-02-21T09:30:00Z, and its next poll is expected at 2026-02-21T09:45:00Z.',
        code: 'shown',
        since: '2026-02-21T09:30:00.000Z',
        evidence: [
          {
            at: '2026-02-21T09:30:00.000Z',
            text: 'Told a new picture, and a refresh of 900 seconds.',
            request_id: '3f1f7a52-7c0e-4d0c-9a43-7c1b3c1d0a11',
          },
        ],
        others: [],
      },
    ],
  });

/**
 * Explain a device.
 * @param party  who asks, in whose slices of time the fleet is looked at
 * @throws {AppError} unknown_device, reserved_key, overloaded
 */
async function explainDevice(
  api: AdminApi,
  key: string,
  party: string,
): Promise<View<typeof explanationSchema>> {
  if (isDefaultKey(key)) {
    throw new AppError('reserved_key', { detail: 'DEFAULT stands for many devices; ask for one of them.' });
  }
  const found = requireDevice(api.config(), api.registry, key);
  const facts = await explainFacts(api, found, { nowMs: Date.now(), party });
  const [{ text, code, sinceMs, evidence }, ...others] = explain(facts);
  return {
    summary: text,
    code,
    since: sinceMs === null ? null : timeText(sinceMs),
    evidence: evidence.map(evidenceView),
    others: others.map(findingView),
  };
}

function findingView({ text, code, sinceMs, evidence }: Finding): View<typeof findingSchema> {
  const since = sinceMs === null ? null : timeText(sinceMs);
  return { text, code, since, evidence: evidence.map(evidenceView) };
}

function evidenceView({ atMs, text, requestId }: Evidence) {
  return { at: timeText(atMs), text, ...(requestId === null ? {} : { request_id: requestId }) };
}

export const EXPLAIN_CALLS = {
  explainDevice: adminCall({
    method: 'GET',
    path: '/devices/{key}/explain',
    role: 'viewer',
    summary: 'Why a device shows what it shows',
    params: { key: DEVICE_KEY },
    answer: {
      schema: explanationSchema,
      description: 'A sentence, what it rests on, and what else was found',
    },
    errors: ['invalid_path', 'unknown_device', 'reserved_key'],
    run: ({ api, call, params }) => explainDevice(api, params.key, call.caller.name),
  }),
};
