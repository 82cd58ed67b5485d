/** The steps of a device's trail, as the admin API shows them. */
import { z } from 'zod';
import { EVENT_KINDS, isAuthenticated } from '../../domain/event-kinds.ts';
import { DECISIONS, type DrawingFacts, type ImageStep, type PollStep } from '../../domain/trail/entries.ts';
import type { JoinedStep } from '../../domain/trail/join.ts';
import type { DeviceEvent } from '../../fleet/register/device-events.ts';
import { timeSchema, timeText, type View } from '../view.ts';

const requestId = z
  .string()
  .nullable()
  .describe('As in `X-Request-Id` and in the log of the server; null where it is not kept');

/** Whether an event says something of the device. */
export const proofFields = {
  authenticated: z
    .boolean()
    .describe(
      'False where the caller has proved nothing: anybody who knows the MAC address can make such a call',
    ),
  usual_address: z
    .boolean()
    .nullable()
    .describe(
      'Of a call without proof: whether it came from the address (IPv6: the /48) of the last good call of the device; null where that is not known',
    ),
};

/** The same of an event. */
export function proofView({ kind, isUsual }: Pick<DeviceEvent, 'kind' | 'isUsual'>) {
  return { authenticated: isAuthenticated(kind), usual_address: isUsual };
}

const imageSchema = z.object({
  at: timeSchema,
  request_id: requestId,
  address: z.string(),
  status: z.int(),
  bytes: z.int().describe('That were sent'),
  code: z.string().nullable().describe('Why it got no picture'),
});

const pollSchema = z.object({
  kind: z.literal('poll'),
  at: timeSchema.describe('Of the first of them'),
  last: timeSchema,
  count: z.int().min(1).describe('Polls without news that follow each other are one step'),
  request_id: requestId,
  address: z.string(),
  called: z.string().describe('Scheme, host and prefix that the device called, as the server sees them'),
  battery_voltage: z.number().nullable(),
  percent_charged: z.number().nullable(),
  rssi: z.number().nullable(),
  firmware_version: z.string().nullable(),
  decision: z
    .enum(DECISIONS)
    .describe('`same`: the name that it was told before; `kept`: the script leaves the picture in place'),
  code: z.string().nullable().describe('Why the screen failed; null where it did not'),
  picture: z.string().nullable(),
  screen: z.string(),
  refresh: z.int().describe('Seconds'),
  image_base: z.string().describe('What `image_url` begins with'),
  drawing: z
    .object({
      at: timeSchema,
      ms: z.number(),
      bytes: z.int(),
      step: z.int().describe('Of the size ladder; 0 where the picture fitted as it was'),
      lost: z.string().nullable().describe('What was given up to make it fit; null for nothing'),
    })
    .nullable()
    .describe('Null for a picture that is not new, or was drawn long before'),
  images: z.array(imageSchema).describe('The calls for its picture'),
});

const stepSchemas = [
  pollSchema,
  imageSchema
    .extend({ kind: z.literal('image'), picture: z.string() })
    .describe('A call for a picture whose poll is not known'),
  z.object({ kind: z.literal('log'), at: timeSchema, request_id: requestId, entries: z.int() }),
  z.object({
    kind: z.literal('config'),
    at: timeSchema,
    who: z.string(),
    names: z.array(z.string()).describe('Of the settings'),
  }),
  z.object({
    kind: z.literal('identity'),
    at: timeSchema,
    event: z.enum(EVENT_KINDS),
    count: z.int().min(1).describe('How often so far'),
    address: z.string().nullable(),
    ...proofFields,
    detail: z.string().nullable(),
    request_id: requestId,
  }),
] as const;

export const stepSchema = z.discriminatedUnion('kind', stepSchemas);
export type StepView = View<typeof stepSchema>;

/** A step of a trail. */
export function stepView(step: JoinedStep): StepView {
  switch (step.kind) {
    case 'poll':
      return pollView(step);
    case 'image':
      return { kind: 'image', picture: step.picture, ...imageView(step) };
    case 'log':
      return { kind: 'log', at: timeText(step.atMs), request_id: step.requestId, entries: step.entries };
    case 'config':
      return { kind: 'config', at: timeText(step.atMs), who: step.who, names: [...step.names] };
  }
}

/** An event in the identity of a device as a step: when it happened last. */
export function identityView(event: DeviceEvent): StepView {
  const { kind, lastMs, count, address, detail, requestId: id } = event;
  return {
    kind: 'identity',
    at: timeText(lastMs),
    event: kind,
    count,
    address,
    ...proofView(event),
    detail,
    request_id: id,
  };
}

function pollView(poll: PollStep): StepView {
  const { atMs, lastMs, count, requestId: id, address, called, batteryVoltage, percentCharged, rssi } = poll;
  const { firmware, decision, code, picture, screen, refreshSeconds, imageBase, drawing, images } = poll;
  return {
    kind: 'poll',
    at: timeText(atMs),
    last: timeText(lastMs),
    count,
    request_id: id,
    address,
    called,
    battery_voltage: batteryVoltage,
    percent_charged: percentCharged,
    rssi,
    firmware_version: firmware,
    decision,
    code,
    picture,
    screen,
    refresh: refreshSeconds,
    image_base: imageBase,
    drawing: drawing === null ? null : drawingView(drawing),
    images: images.map(imageView),
  };
}

function drawingView({ atMs, ms, bytes, step, lost }: DrawingFacts) {
  return { at: timeText(atMs), ms, bytes, step, lost };
}

function imageView({
  atMs,
  requestId: id,
  address,
  status,
  bytes,
  code,
}: ImageStep): View<typeof imageSchema> {
  return { at: timeText(atMs), request_id: id, address, status, bytes, code };
}
