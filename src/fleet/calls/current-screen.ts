/** `GET /api/display/current` and `GET /api/current_screen`: what a device was told last, for a mirror that has its token. No poll. */

import { historyName } from '../../domain/announced-names.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { AppError, tooManyAttempts } from '../../platform/base/errors.ts';
import { LateSchema, type SchemaValue } from '../../platform/base/late-schema.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { holdsProof } from './claim.ts';
import { type Credential, proofOf } from './credential.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export const currentScreenSchema = new LateSchema('CurrentScreen', (z) =>
  z.object({
    status: z.literal(200),
    image_url: z.url().describe('Signed address of the picture, good for an hour'),
    filename: z.string().max(30),
    refresh_rate: z.int().min(1).max(LIMITS.refreshMaxSeconds).describe('Seconds, as the device was told'),
  }),
);

type CurrentScreen = SchemaValue<typeof currentScreenSchema>;

/**
 * What a device shows. Nothing is noted of the call: it changes neither when the device was seen, nor what it shows.
 * @throws {AppError} device_not_found, invalid_token, too_many_attempts, content_not_found
 */
export async function currentScreen(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  credential: Credential,
): Promise<CurrentScreen> {
  const record = await proven(api, call, id, credential);
  const hash = record.lastContent;
  if (hash === null)
    throw new AppError('content_not_found', { detail: 'The device was told of no picture yet.' });
  api.store.noteAnnounced(hash, monotonicMs());
  const named = record.toldNames.findLast(([one]) => one === hash);
  return {
    status: 200,
    // Without the device: that a mirror has fetched it says nothing of the panel.
    image_url: call.baseUrl + api.signer.sign(hash, null, api.nowMs()),
    filename: named === undefined ? hash : historyName(named),
    refresh_rate: record.toldRefreshSeconds ?? LIMITS.defaultRefreshSeconds,
  };
}

/** The record of a device whose token it is. A wrong one counts as an attempt; nothing is adopted here. */
async function proven(
  { keeper, registry, throttle, nowMs }: DeviceApi,
  { address }: CallContext,
  id: DeviceId,
  credential: Credential,
): Promise<DeviceRecord> {
  await keeper.refresh(id);
  const record = registry.get(id);
  // A public key is no secret, and a signature is of one call of the device itself.
  const isRight = record !== null && credential.kind === 'token' && holdsProof(record, proofOf(credential));
  if (isRight) return record;
  if (!throttle.wrongTokens.take(address, nowMs())) throw tooManyAttempts();
  throw new AppError(record === null ? 'device_not_found' : 'invalid_token', {
    detail:
      record === null ? 'There is no such device here.' : 'The access token does not belong to this device.',
  });
}
