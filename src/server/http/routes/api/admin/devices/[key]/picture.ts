/** `/api/admin/devices/{key}/picture`. */
import type { Request, Router } from 'express';
import type { AdminApi } from '../../../../../../../admin/admin-api.ts';
import {
  getPicture,
  type PictureWish,
  pictureTarget,
  pushPicture,
  removePicture,
} from '../../../../../../../admin/devices/device-picture.ts';
import { PUSH_LIMITS } from '../../../../../../../domain/push-limits.ts';
import { PUSH_TYPES, type PushType } from '../../../../../../../engine/contents/make-push.ts';
import { PUSH_FITS, PUSH_TONES } from '../../../../../../../engine/contents/pushes.ts';
import { AppError, overloaded } from '../../../../../../../platform/base/errors.ts';
import { callOf, deviceKeyOf } from '../../../../../admin-call.ts';
import { adminRoute } from '../../../../../admin-route.ts';
import { adminOwner } from '../../../../../body-owner.ts';
import { sendJson } from '../../../../../json.ts';
import { readQuery } from '../../../../../query.ts';
import { receiveBody } from '../../../../../receive-body.ts';

const TYPES = Object.keys(PUSH_TYPES) as readonly PushType[];
const COLOUR = /^#?[0-9a-f]{6}$/i;

export function devicePictureRoute(router: Router, api: AdminApi): void {
  let running = 0;
  const query = { put: ['ttl', 'fit', 'tone', 'background'] };
  const handlers = {
    get: async (request, response) => {
      sendJson(response, 200, await getPicture(api, deviceKeyOf(request)));
    },
    put: async (request, response) => {
      const wish = readWish(request);
      const target = pictureTarget(api, deviceKeyOf(request));
      const bytes = await receiveBody(request, response, PUSH_LIMITS.pictureBytes, adminOwner(response));
      // Counted when it is there: bodies that never end must not keep others out.
      if (running >= PUSH_LIMITS.picturesAtOnce) throw overloaded();
      running += 1;
      try {
        sendJson(response, 200, await pushPicture(api, callOf(response), target, wish, bytes));
      } finally {
        running -= 1;
      }
    },
    delete: async (request, response) => {
      sendJson(response, 200, await removePicture(api, callOf(response), deviceKeyOf(request)));
    },
  } satisfies Parameters<typeof adminRoute>[2];
  adminRoute(router, '/devices/:key/picture', handlers, query);
}

/** @throws {AppError} invalid_query, unsupported_media_type */
function readWish(request: Request): PictureWish {
  const query = readQuery(request);
  const type = readType(request);
  const isPhoto = type === 'image/jpeg' || type === 'image/webp';
  for (const name of type === 'image/svg+xml' ? ['fit', 'tone', 'background'] : []) {
    if (query.has(name)) throw wrong(name, 'nothing for an SVG, which says that itself', query);
  }
  const background = query.get('background') ?? '#ffffff';
  if (!COLOUR.test(background)) throw wrong('background', 'a colour as rrggbb', query);
  return {
    type,
    seconds: readSeconds(query),
    fit: readWord(query, 'fit', PUSH_FITS, isPhoto ? 'cover' : 'contain'),
    tone: readWord(query, 'tone', PUSH_TONES, isPhoto ? 'continuous' : 'structure'),
    background: `#${background.replace('#', '').toLowerCase()}`,
  };
}

function readType({ headers }: Request): PushType {
  const given = headers['content-type'];
  const name = given?.split(';')[0]?.trim().toLowerCase();
  const type = TYPES.find((known) => known === name);
  if (type !== undefined) return type;
  const got = given === undefined ? 'no Content-Type' : JSON.stringify(given.slice(0, 60));
  throw new AppError('unsupported_media_type', {
    detail: `Header Content-Type: expected one of ${TYPES.join(', ')}, got ${got}.`,
  });
}

function readSeconds(query: URLSearchParams): number {
  const { pictureMinSeconds: min, pictureMaxSeconds: max } = PUSH_LIMITS;
  const text = query.get('ttl') ?? String(PUSH_LIMITS.pictureDefaultSeconds);
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (seconds >= min && seconds <= max && query.getAll('ttl').length <= 1) return seconds;
  throw wrong('ttl', `whole seconds from ${min} to ${max}`, query);
}

function readWord<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const text = query.get(name) ?? fallback;
  const word = words.find((known) => known === text);
  if (word !== undefined && query.getAll(name).length <= 1) return word;
  throw wrong(name, `one of ${words.join(', ')}`, query);
}

function wrong(name: string, expected: string, query: URLSearchParams): AppError {
  const got = JSON.stringify(query.getAll(name).join(', ').slice(0, 60));
  return new AppError('invalid_query', { detail: `${name}: expected ${expected}, got ${got}.` });
}
