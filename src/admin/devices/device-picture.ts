/** `/api/admin/devices/{key}/picture`: a picture that a device shows for a time, in the place of its screen. */
import { z } from 'zod';
import { deviceFacts } from '../../domain/device-facts.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { isDefaultKey } from '../../domain/mapping.ts';
import { parseRegistrationCode } from '../../domain/registration-code.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { makePush, type PushedPicture } from '../../engine/contents/make-push.ts';
import { type PushTarget, pushNames } from '../../engine/contents/pushed-contents.ts';
import { type PictureHead, PUSH_FITS, PUSH_TONES } from '../../engine/contents/pushes.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { AppError } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { DONE, type Done, timeSchema, timeText, type View } from '../view.ts';
import { effectiveMapping } from './effective-mapping.ts';
import { requireDevice } from './find-device.ts';

export const pictureSchema = z
  .object({
    name: z
      .string()
      .nullable()
      .describe(
        'File name that the device is told, with its display as it is known now; null where it cannot be made',
      ),
    type: z.string().describe('Of what is kept: an image was scaled for the display'),
    width: z.int().nullable().describe('Of the scaled image; null for an SVG, which has every size'),
    height: z.int().nullable(),
    bytes: z.int(),
    fit: z.enum(PUSH_FITS),
    tone: z.enum(PUSH_TONES),
    background: z.string(),
    pushed: timeSchema,
    until: timeSchema.describe('Then the device shows its screen again'),
    problems: z
      .array(z.string())
      .optional()
      .describe('Only where it was pushed just now: what cannot be shown as it stands in an SVG'),
  })
  .meta({
    id: 'PushedPicture',
    examples: [
      {
        name: '5b1c0f5b4f0d0a4be0f4fbb9b1e0a2',
        type: 'image/jpeg',
        width: 800,
        height: 480,
        bytes: 61_234,
        fit: 'cover',
        tone: 'continuous',
        background: '#ffffff',
        pushed: '2026-02-21T09:30:00.000Z',
        until: '2026-02-21T10:30:00.000Z',
      },
    ],
  });

export type PictureView = View<typeof pictureSchema>;

/** How a picture is to be shown, and for how long. */
export type PictureRequest = Pick<PushedPicture, 'type' | 'fit' | 'tone' | 'background'> & {
  readonly seconds: number;
};

/** A device to which a picture can be pushed. */
export interface PictureTarget extends PushTarget {
  readonly id: DeviceId | null;
  /** The names under which its picture may be kept; the first is used. */
  readonly names: readonly string[];
  /** Whether its display is known. */
  readonly isKnown: boolean;
}

/**
 * Push a picture to a device.
 * @throws {AppError} invalid_picture, overloaded, no_room_for_push, store_unavailable
 */
export async function pushPicture(
  api: AdminApi,
  call: AdminCall,
  target: PictureTarget,
  { seconds, ...request }: PictureRequest,
  bytes: Buffer,
): Promise<PictureView> {
  const [name = ''] = target.names;
  const pushedMs = Date.now();
  const picture = { ...request, bytes, pushedMs, untilMs: pushedMs + seconds * 1000 };
  const making = { deadline: deadlineIn(LIMITS.previewMs), log: call.log };
  const { head, body, content, problems } = await makePush(api.pushMakers, picture, target, making);
  const kept = await api.pushes.pictures.put(name, head, body);
  if (kept === 'no_room') throw new AppError('no_room_for_push');
  if (kept === 'unavailable') throw new AppError('store_unavailable');
  call.log.info({ device: name, type: request.type, bytes: bytes.length, seconds }, 'admin: picture pushed');
  return { ...viewOf(head, content.hash), problems };
}

/**
 * What is pushed to a device now.
 * @throws {AppError} unknown_device, not_pushed
 */
export async function getPicture(api: AdminApi, key: string): Promise<PictureView> {
  const target = pictureTarget(api, key);
  const nowMs = Date.now();
  const push = api.pushed.current(target, target.id, nowMs);
  if (push === null) throw notPushed();
  const made = await api.pushed.made(target, target.id, nowMs);
  return viewOf(push.head, made?.content.hash ?? null);
}

/**
 * Let a device show its screen again.
 * @throws {AppError} unknown_device, not_pushed, store_unavailable
 */
export async function removePicture(api: AdminApi, call: AdminCall, key: string): Promise<Done> {
  const target = pictureTarget(api, key);
  if (api.pushed.current(target, target.id, Date.now()) === null) throw notPushed();
  for (const name of target.names) {
    if (!(await api.pushes.pictures.remove(name))) throw new AppError('store_unavailable');
  }
  call.log.info({ device: target.names[0] }, 'admin: pushed picture removed');
  return DONE;
}

function notPushed(): AppError {
  return new AppError('not_pushed', { detail: 'No picture is pushed to this device.' });
}

/**
 * The device to which a picture is to be pushed.
 * @throws {AppError} unknown_device, reserved_key, no_screen
 */
export function pictureTarget(api: AdminApi, key: string): PictureTarget {
  if (isDefaultKey(key)) {
    const detail = 'DEFAULT stands for many devices; push to each of them.';
    throw new AppError('reserved_key', { detail });
  }
  const config = api.config();
  const found = requireDevice(config, api.registry, key);
  const { mapping: entry, record } = found;
  const resolved = effectiveMapping(config, found);
  if (resolved === null) throw new AppError('no_screen');
  const { mapping, party } = resolved;
  // What is pushed belongs to the entry, whoever gives its screen.
  const mapped = entry !== null || resolved.own;
  const id = record?.id ?? (entry === null ? null : parseDeviceId(entry.key));
  const identity = {
    id,
    friendlyId: record?.friendlyId ?? null,
    registrationCode: record?.registrationCode ?? parseRegistrationCode(mapping.key),
  };
  return {
    config,
    mapping,
    mapped,
    party,
    id,
    device: deviceFacts(identity, record?.report ?? NO_REPORT, { mapping, own: mapped }),
    names: pushNames(id, entry === null ? null : mapping),
    isKnown: record !== null || mapping.panel !== undefined,
  };
}

function viewOf(head: PictureHead, name: string | null): PictureView {
  const { type, widthPx, heightPx, bytes, fit, tone, background, pushedMs, untilMs } = head;
  return {
    name,
    type,
    width: widthPx || null,
    height: heightPx || null,
    bytes,
    fit,
    tone,
    background,
    pushed: timeText(pushedMs),
    until: timeText(untilMs),
  };
}
