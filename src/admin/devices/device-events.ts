/** `GET /api/admin/devices/{key}/events`: what happened to the identity of a device, and its trail. */
import { z } from 'zod';
import { EVENT_KINDS } from '../../domain/event-kinds.ts';
import type { Moment } from '../../platform/time/moment.ts';
import type { AdminApi } from '../admin-api.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import { requireDevice } from './find-device.ts';
import { identityView, proofFields, proofView, type StepView, stepSchema, stepView } from './trail-view.ts';

export const eventsSchema = z
  .object({
    events: z
      .array(
        z.object({
          kind: z.enum(EVENT_KINDS),
          count: z.int().min(1).describe('How often'),
          first: timeSchema,
          last: timeSchema,
          address: z.string().nullable().describe('The caller; null where several share the entry'),
          ...proofFields,
          detail: z.string().nullable().describe('About the last time'),
        }),
      )
      .describe('What happened to its identity; not cut by `limit` and `before`'),
    trail: z.array(stepSchema).describe('What it was told and what it fetched, the oldest first'),
    before: timeSchema
      .nullable()
      .describe('The value of `before` for the steps before these; null where there are none'),
  })
  .meta({
    id: 'DeviceEvents',
    examples: [
      {
        events: [
          {
            kind: 'setup_refused',
            count: 3,
            first: '2026-02-21T09:30:00.000Z',
            last: '2026-02-21T10:00:00.000Z',
            address: '192.0.2.7',
            authenticated: false,
            usual_address: true,
            detail: null,
          },
        ],
        trail: [
          {
            kind: 'poll',
            at: '2026-02-21T09:30:00.000Z',
            last: '2026-02-21T09:30:00.000Z',
            count: 1,
            request_id: '3f1f7a52-7c0e-4d0c-9a43-7c1b3c1d0a11',
            address: '192.0.2.7',
            called: 'http://stipple.example',
            battery_voltage: 4.12,
            percent_charged: null,
            rssi: -63,
            firmware_version: '1.8.15',
            decision: 'new',
            code: null,
            picture: '5b1c0f5b4f0d0a4be0f4fbb9b1e0a2',
            screen: 'service-builtin/weather',
            refresh: 900,
            image_base: 'http://stipple.example',
            drawing: { at: '2026-02-21T09:30:00.000Z', ms: 9.8, bytes: 6_120, step: 0, lost: null },
            images: [
              {
                at: '2026-02-21T09:30:01.000Z',
                request_id: null,
                address: '192.0.2.7',
                status: 200,
                bytes: 6_120,
                code: null,
              },
            ],
          },
        ],
        before: null,
      },
    ],
  });

/** Which steps are asked for. */
interface EventsQuery {
  readonly limit: number;
  readonly before: Moment | null;
}

/**
 * What happened to a device, the oldest first: to its identity, and step by step.
 * @throws {AppError} unknown_device
 */
export async function getDeviceEvents(
  api: AdminApi,
  key: string,
  { limit, before }: EventsQuery,
): Promise<View<typeof eventsSchema>> {
  const { record } = requireDevice(api.config(), api.registry, key);
  const beforeMs = before?.ms ?? Number.POSITIVE_INFINITY;
  if (record === null) return { events: [], trail: [], before: null };
  const nowMs = Date.now();
  const [events, steps] = await Promise.all([
    api.events.list(record.id, nowMs),
    api.trail.list(record.id, nowMs),
  ]);
  const all = [
    ...steps.map((step) => ({ atMs: step.atMs, view: () => stepView(step) })),
    ...events.map((event) => ({ atMs: event.lastMs, view: () => identityView(event) })),
  ];
  const asked = all.filter(({ atMs }) => atMs < beforeMs).sort((a, b) => a.atMs - b.atMs);
  const page = asked.slice(-limit);
  const [first] = page;
  return {
    events: events.map((event) => {
      const { kind, count, firstMs, lastMs, address, detail } = event;
      const times = { first: timeText(firstMs), last: timeText(lastMs) };
      return { kind, count, ...times, address, ...proofView(event), detail };
    }),
    trail: page.map(({ view }): StepView => view()),
    before: first === undefined || page.length === asked.length ? null : timeText(first.atMs),
  };
}
